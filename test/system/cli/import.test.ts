import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openArchive } from '../../../src/importers/archives/open.ts';
import { createAccount, runKlatch, temporaryFolder } from '../../support/process.ts';

/** A small Slack workspace, unpacked. */
function workspace(): string {
  const archive = temporaryFolder();
  const write = (name: string, value: unknown) => writeFileSync(join(archive, name), JSON.stringify(value));
  write('users.json', [
    { id: 'U1', team_id: 'T1', is_owner: true, profile: { real_name: 'Olga', email: 'o@acme.example' } },
  ]);
  write('channels.json', [{ id: 'C1', name: 'general', members: ['U1'] }]);
  mkdirSync(join(archive, 'general'));
  write('general/2024-05-01.json', [
    { type: 'message', user: 'U1', ts: '1714550400.000100', text: 'Hello' },
    { type: 'message', subtype: 'channel_join', user: 'U1', ts: '1714550401.000100', text: 'joined' },
  ]);
  return archive;
}

test('klatch import fills a new data folder, adds nothing the second time, and klatch export takes it all out', async () => {
  const data = join(temporaryFolder(), 'data');
  const results = temporaryFolder();
  const archive = workspace();
  const report = join(results, 'report.jsonl');
  const options = ['--data', data, '--json', '--report', report];

  const dry = await runKlatch(['import', 'slack', archive, '--dry-run', ...options]);
  assert.equal(dry.code, 0, dry.stderr);
  assert.deepEqual(JSON.parse(dry.stdout).plan.messages, { total: 1, new: 1 });
  assert(!existsSync(join(data, 'klatch.db')));

  const first = await runKlatch(['import', 'slack', archive, ...options]);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(JSON.parse(first.stdout).added.message, 1);
  assert.equal(JSON.parse(first.stdout).report, report);
  const second = await runKlatch(['import', 'slack', archive, ...options]);
  assert.deepEqual(JSON.parse(second.stdout).added, {});

  const exported = join(results, 'acme.zip');
  const out = await runKlatch(['export', exported, '--full', '--data', data, '--json']);
  assert.equal(out.code, 0, out.stderr);
  assert.equal(JSON.parse(out.stdout).messages, 1);
  assert.deepEqual(readdirSync(results).sort(), ['acme.zip', 'report.jsonl']);
  const again = await runKlatch(['export', exported, '--data', data]);
  assert.notEqual(again.code, 0);
  assert.match(again.stderr, /exists already/);
});

test('klatch import prints what it added, besides what was new in the archive', async () => {
  const data = join(temporaryFolder(), 'data');
  const archive = workspace();
  const lost = {
    type: 'message',
    user: 'U1',
    ts: '1714636800.000100',
    text: 'See',
    files: [{ id: 'F1', name: 'a.txt' }],
  };
  writeFileSync(join(archive, 'general/2024-05-02.json'), JSON.stringify([lost]));
  const { stdout, stderr } = await runKlatch(['import', 'slack', archive, '--data', data, '--report', `${data}.jsonl`]);
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
  assert.deepEqual(rows[0], ['', 'IN THE ARCHIVE', 'NEW', 'ADDED']);
  assert.deepEqual(
    rows.find(([name]) => name === 'messages'),
    ['messages', '2', '2', '2'],
  );
  assert.deepEqual(
    rows.find(([name]) => name === 'files'),
    ['files', '1', '1', '0'],
  );
  assert.match(stderr, /^Added 1 membership$/m);
  assert.match(stderr, /^1 record is left out \(file: 1\)/m);
  assert.match(stderr, /^ {2}file: 1 × it is not in the archive, and --download is not given$/m);
  assert.match(stderr, /^1 notice is not imported, such as that somebody joined\.$/m);
  assert.match(stderr, /^1 person can sign in/m);
});

test('klatch import lists the people without an address in a file for --map, and says what stays', async () => {
  const results = temporaryFolder();
  const data = join(results, 'data');
  const archive = workspace();
  const write = (name: string, value: unknown) => writeFileSync(join(archive, name), JSON.stringify(value));
  const say = (user: string, ts: string) => ({ type: 'message', user, ts, text: 'Hello' });
  write('general/2024-05-02.json', [say('U2', '1714636800.000100'), say('U3', '1714636801.000100')]);
  write('general/2024-05-03.json', [say('U1', '1714723200.000100')]);
  const options = ['--data', data, '--report', join(results, 'report.jsonl')];
  const first = await runKlatch(['import', 'slack', archive, ...options]);
  assert.match(first.stderr, /^1 person can sign in/m);
  assert.match(first.stderr, /^2 people without an address, 0 deactivated people and 0 bots cannot\.$/m);
  const list = join(results, 'report-people.csv');
  assert.equal(readFileSync(list, 'utf8'), 'user,address,name\nU2,,"U2"\nU3,,"U3"\n');

  writeFileSync(list, readFileSync(list, 'utf8').replace('U2,,', 'U2,milo@acme.example,'));
  write('general/2024-05-03.json', []);
  const second = await runKlatch(['import', 'slack', archive, '--map', list, ...options]);
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stderr, /^2 people can sign in/m);
  assert.match(second.stderr, /^1 message of earlier imports is not in this archive; nothing is deleted here\.$/m);

  const exported = join(results, 'milo.zip');
  const out = await runKlatch(['user', 'export', 'milo@acme.example', exported, '--data', data]);
  assert.equal(out.code, 0, out.stderr);
  const archived = await openArchive(exported, temporaryFolder);
  const parts: Buffer[] = [];
  for await (const part of await archived.open(archived.names.find((name) => name.endsWith('.json'))!))
    parts.push(part);
  archived.close();
  assert.match(Buffer.concat(parts).toString(), /"imported_from":\s*\[\s*\{\s*"server":\s*"slack:T1",\s*"id":\s*"U2"/);
});

test('klatch import says whose role it lowers in an organization that has an owner, also in a dry run', async () => {
  const data = join(temporaryFolder(), 'data');
  await createAccount(data, 'Ada', '--owner');
  const archive = workspace();
  const options = ['--data', data, '--report', `${data}.jsonl`];
  for (const more of [['--dry-run'], []]) {
    const { code, stderr } = await runKlatch(['import', 'slack', archive, ...options, ...more]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /1 person with a higher role becomes a member.*--roles/);
  }
  const users = JSON.parse((await runKlatch(['user', 'list', '--json', '--data', data])).stdout);
  const olga = users.find(({ email }: { email: string }) => email === 'o@acme.example');
  assert.equal(olga.role, 'member');
});
