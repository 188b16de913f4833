import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DirectoryTable } from '../../../src/chat/people/identities/operator-settings.ts';
import { type Entry, startDirectory } from '../../support/directory.ts';
import { createAccount, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const person = (uid: string, cn: string, more: Entry['attributes'] = {}): Entry => ({
  uid,
  password: `the word of ${uid}`,
  attributes: { mail: `${uid}@example.com`, cn, entryuuid: `id-${uid}`, ...more },
});
const ADMINS = { memberof: 'CN=Chat-Admins,OU=Groups,DC=example' };

/** A data folder whose server uses a directory with these entries, and the commands on it. */
async function newPlace(entries: Entry[], more: Partial<DirectoryTable> = {}) {
  const directory = await startDirectory(entries);
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  await createAccount(data, 'Mia');
  const configure = (changed: Partial<DirectoryTable> = {}) => {
    const table = { ...directory.settings, filter: '(|(mail=%s)(uid=%s)(cn=%s))', ...more, ...changed };
    const lines = Object.entries(table).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    writeFileSync(
      join(data, 'klatch.toml'),
      `[ldap]\n${lines.join('\n')}\n[ldap.roles]\nadministrator = ["chat-admins"]\n`,
    );
  };
  configure();
  const run = (args: string[], input = '') => runKlatch(['ldap', ...args, '--data', data], { input });
  const json = async (...args: string[]) => JSON.parse((await run([...args, '--json'])).stdout);
  const users = async () => JSON.parse((await runKlatch(['user', 'list', '--json', '--data', data])).stdout);
  return { data, directory, configure, run, json, users };
}

test('ldap check prints the entry of a login name and what a sign-in would do, and changes nothing', async () => {
  const { run, json, users } = await newPlace([
    person('mia', 'Mia Meier', ADMINS),
    person('nina', 'Nina'),
    person('max', 'twin'),
    person('moritz', 'twin'),
    person('noel', 'Noel', { mail: [] }),
  ]);
  const before = await users();
  const found = await run(['check', 'mia']);
  assert.equal(found.code, 0, found.stderr);
  assert.match(
    found.stdout,
    /Entry: +uid=mia,ou=people,dc=example\nID: +id-mia\nE-mail: +mia@example.com\nName: +Mia Meier/,
  );
  assert.match(found.stdout, /Groups: +CN=Chat-Admins,OU=Groups,DC=example/);
  assert.match(
    found.stdout,
    /Sign-in to: Mia Meier <mia@example.com> \(administrator, id \d+\)\n +role: administrator\n +name: Mia Meier/,
  );
  assert.match((await json('check', 'mia')).filter, /\(uid=mia\)/);

  const wrong = await run(['check', 'mia', '--password'], 'another word\n');
  assert.deepEqual([wrong.code, /Password: +wrong/.test(wrong.stdout)], [6, true], wrong.stderr);
  assert.match((await run(['check', 'mia', '--password', 'the word of mia'])).stdout, /Password: +correct/);

  const refused = await run(['check', 'nina@example.com']);
  assert.equal(refused.code, 6);
  assert.match(refused.stderr, /A sign-in is rejected: No account here has your e-mail address/);
  const none = await run(['check', 'nobody']);
  assert.deepEqual([none.code, none.stdout.includes('Entries:    none')], [5, true], none.stderr);
  const several = await run(['check', 'twin']);
  assert.deepEqual([several.code, several.stdout.includes('Entries:    several')], [1, true], several.stderr);
  assert.match(several.stderr, /Several entries match, so nobody can sign in/);
  assert.match((await run(['check', 'noel'])).stderr, /LDAP does not confirm your e-mail address/);
  assert.deepEqual(await users(), before);
});

test('ldap check says why the directory cannot be asked', async () => {
  const { run, configure } = await newPlace([person('mia', 'Mia Meier')]);
  const cases: [Partial<DirectoryTable>, RegExp][] = [
    [{ url: 'ldaps://localhost:9' }, /The directory at ldaps:\/\/localhost:9 refuses connections \(ECONNREFUSED\)/],
    [{ 'bind-password': 'wrong' }, /rejects bind-dn or its password/],
    [{ base: 'ou=nowhere,dc=nothing' }, /has no such entry: check base/],
    [{ 'ca-file': '/nowhere/ca.pem' }, /ENOENT.*\/nowhere\/ca.pem/],
  ];
  for (const [settings, reason] of cases) {
    configure(settings);
    const { code, stderr } = await run(['check', 'mia']);
    assert.match(stderr, reason);
    assert.equal(code, 7);
  }
});

test('ldap commands without a directory say which setting is missing', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  for (const command of [['check', 'mia'], ['sync']]) {
    const { code, stderr } = await runKlatch(['ldap', ...command, '--data', data]);
    assert.equal(code, 1);
    assert.match(stderr, /No LDAP directory is configured. Add an \[ldap\] table to klatch.toml/);
  }
});

test('ldap sync updates all accounts through the running server, and --dry-run only prints the changes', async () => {
  const { data, directory, run, json, users } = await newPlace([person('mia', 'Mia Meier'), person('pia', 'Pia')]);
  await createAccount(data, 'Pia');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  for (const name of ['mia', 'pia'])
    await fetch(`${server.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: name, password: `the word of ${name}` }),
    });
  directory.entries.splice(0, 2, person('mia', 'Mia Müller', ADMINS));
  const before = await users();
  const expected = [
    ['mia@example.com', 'role', 'administrator'],
    ['mia@example.com', 'name', 'Mia Müller'],
    ['pia@example.com', 'deactivate', ''],
  ];
  const parts = ({ changes }: any) => changes.map(({ email, change, value }: any) => [email, change, value]);
  const tried = await json('sync', '--dry-run');
  assert.deepEqual([tried.entries, tried.accounts, parts(tried)], [1, 2, expected]);
  assert.match(
    (await run(['sync', '--dry-run'])).stderr,
    /Compared 2 accounts with 1 entry: 3 changes. Nothing was changed/,
  );
  assert.deepEqual(await users(), before);
  const deactivations = () => server.said.stderr.split('an account was deactivated').length - 1;
  assert.equal(deactivations(), 0, 'the log tells nothing of what was only tried');
  assert.deepEqual(parts(await json('sync')), expected);
  await waitUntil(() => deactivations() === 1);
  const after = await users();
  const mia = after.find(({ email }: any) => email === 'mia@example.com');
  assert.deepEqual([mia.full_name, mia.role], ['Mia Müller', 'administrator']);
  assert.equal(after.find(({ email }: any) => email === 'pia@example.com').is_active, false);
  assert.deepEqual(parts(await json('sync')), []);
  const audit = await runKlatch(['audit', '--json', '--data', data, '--kind', 'user_update']);
  assert.equal(
    audit.stdout
      .trim()
      .split('\n')
      .filter((line) => line.includes('"LDAP"')).length,
    2,
    audit.stdout,
  );

  directory.entries.length = 0;
  const empty = await run(['sync']);
  assert.equal(empty.code, 1);
  assert.match(empty.stderr, /The directory contains none of the users of this server/);
  await server.stop();
});
