import assert from 'node:assert/strict';
import { test } from 'node:test';
import { synchronize } from '../../../src/chat/people/identities/jobs.ts';
import type { DirectoryTable } from '../../../src/kernel/settings/directory.ts';
import { findSettings } from '../../../src/kernel/settings/find.ts';
import { type Entry, startDirectory } from '../../support/directory.ts';
import { assertRejected, newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const MIA = (more: Entry['attributes'] = {}): Entry => ({
  uid: 'mia',
  password: 'a word of the directory',
  attributes: { mail: 'mia@example.com', cn: 'Mia Meier', entryuuid: '4711-mia', ...more },
});
const NINA: Entry = {
  uid: 'nina',
  password: 'another word',
  attributes: { mail: 'nina@example.com', cn: 'Nina Neumann', entryuuid: '4712-nina' },
};

async function newPlace(entries: Entry[], more: Partial<DirectoryTable> = {}) {
  const directory = await startDirectory(entries);
  const ldap = { ...directory.settings, ...more };
  const place = newTeam({ ldap });
  const ask = (username: string, password: string) =>
    place.team.request('POST', '/fetch_api_key', { username, password });
  return { ...place, directory, ask };
}

test('a user of the directory signs in with the password of the directory, by address or name', async () => {
  const { ask, mia, app, team } = await newPlace([MIA()], { filter: '(|(mail=%s)(uid=%s))' });
  assert.equal((await ask('mia', MIA().password)).user_id, mia.id);
  assert.equal((await ask('Mia@Example.com', MIA().password)).user_id, mia.id);
  await assertRejected(ask('mia', 'wrong'), /incorrect/, 'AUTHENTICATION_FAILED');
  await assertRejected(ask('mia', ''), /incorrect/, 'AUTHENTICATION_FAILED');
  await assertRejected(ask('*', MIA().password), /incorrect/, 'AUTHENTICATION_FAILED');
  await assertRejected(ask('mia)(uid=*', MIA().password), /incorrect/, 'AUTHENTICATION_FAILED');
  assert.equal(app.users.byId(mia.id)!.full_name, 'Mia Meier');
  const settings = await team.request('GET', '/server_settings');
  assert.equal(settings.authentication_methods.ldap, true);
  assert.equal(settings.require_email_format_usernames, false);
  const visitor = new Visitor(await team.url);
  await visitor.fillIn('/login/', { username: 'mia', password: MIA().password });
  assert.ok(visitor.cookies.has('sessionid'));
});

test('other users keep their passwords here, and users of the directory have none', async () => {
  const { ask, ada, app, mia, directory } = await newPlace([MIA()]);
  await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' });
  assert.equal((await ask('pia@example.com', 'correct horse')).status, 200);
  await ask(mia.email, MIA().password);
  const { hashPassword } = await import('../../../src/chat/people/sign-in/passwords.ts');
  const hash = await hashPassword('a word of here');
  app.db.write(() => app.users.setPassword(hash, mia.id));
  await assertRejected(ask(mia.email, 'a word of here'), /incorrect/);
  await assertRejected(
    mia.request('PATCH', '/settings', { old_password: MIA().password, new_password: 'another long word' }),
    'Your password is managed in LDAP',
  );
  directory.entries.length = 0;
  await assertRejected(ask(mia.email, 'a word of here'), /incorrect/, 'AUTHENTICATION_FAILED');
});

test('a user of the directory without an account gets one as the organization’s rules allow', async () => {
  const { ask, ada, app } = await newPlace([NINA]);
  await assertRejected(ask('nina@example.com', NINA.password), /ask for an invitation/);
  await ada.patch('/realm', { invite_required: false });
  assert.equal((await ask('nina@example.com', NINA.password)).status, 200);
  assert.equal(app.users.byEmail('nina@example.com')?.full_name, 'Nina Neumann');
});

test('groups of the directory give roles and groups, however its server spells the attributes', async () => {
  const groups = ['cn=chat-admins,ou=groups,dc=example', 'cn=developers,ou=groups,dc=example'];
  const { ask, ada, app, mia } = await newPlace([MIA({ memberof: groups })], {
    roles: { administrator: ['chat-admins'] },
    groups: { 'cn=developers,ou=groups,dc=example': 'Developers' },
  });
  const { group_id } = await ada.post('/user_groups/create', { name: 'Developers', description: '', members: [] });
  await ask(mia.email, MIA().password);
  assert.equal(app.users.byId(mia.id)!.role, 200);
  assert.deepEqual(app.groups.members(group_id), [mia.id]);
});

test('the hourly job updates names, and deactivates users whose entries are gone, but not all at once', async () => {
  const { ask, ada, app, mia, directory } = await newPlace([MIA(), NINA]);
  await ada.patch('/realm', { invite_required: false });
  await ask(mia.email, MIA().password);
  const nina = (await ask('nina@example.com', NINA.password)).user_id;
  directory.entries[0] = MIA({ cn: 'Mia Müller' });
  await synchronize(app);
  assert.equal(app.users.byId(mia.id)!.full_name, 'Mia Müller');

  const all = directory.entries.splice(0);
  await synchronize(app);
  assert.ok(app.users.byId(nina)!.is_active, 'an empty directory changes nothing');
  directory.entries.push(all[0]!);
  await synchronize(app);
  assert.equal(app.users.byId(nina)!.is_active, false);
  const [entry] = (await ada.request('GET', '/audit_log')).entries;
  assert.deepEqual([entry.kind, entry.actor_id, entry.user_id, entry.client], ['user_deactivate', null, nina, 'LDAP']);
  assert.ok(app.users.byId(mia.id)!.is_active);
});

test('a directory that does not answer locks out its own users only', async () => {
  const { ask, ada, app, mia } = await newPlace([MIA()]);
  assert.equal((await ask(mia.email, MIA().password)).status, 200);
  await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' });
  app.config.choices.ldap = { ...app.config.choices.ldap!, url: 'ldaps://localhost:9' };
  await assertRejected(ask(mia.email, MIA().password), /incorrect/);
  assert.equal((await ask('pia@example.com', 'correct horse')).status, 200);
});

test('a directory with an unknown certificate is not used', async () => {
  const { ask, app, mia } = await newPlace([MIA()]);
  assert.equal((await ask(mia.email, MIA().password)).status, 200);
  const { 'ca-file': _, ...ldap } = app.config.choices.ldap!;
  app.config.choices.ldap = ldap;
  await assertRejected(ask(mia.email, MIA().password), /incorrect/);
});

test('a directory with StartTLS receives no password in the clear, and its certificate is checked', async () => {
  const directory = await startDirectory([MIA()], { startTls: true });
  const ldap = { ...directory.settings, 'start-tls': true };
  const { app, team, mia } = newTeam({ ldap });
  const ask = () => team.request('POST', '/fetch_api_key', { username: mia.email, password: MIA().password });
  assert.equal((await ask()).user_id, mia.id);
  assert.equal(directory.secured(), 2, 'to search, and to check the password');
  const { 'ca-file': _, ...unknown } = ldap;
  app.config.choices.ldap = unknown;
  await assertRejected(ask(), /incorrect/);
  // The directory accepts nothing else, so a password that was sent without TLS would not sign in.
  app.config.choices.ldap = { ...ldap, 'start-tls': false };
  await assertRejected(ask(), /incorrect/);
  app.config.choices.ldap = ldap;
  await synchronize(app);
  assert.equal(app.users.byId(mia.id)!.full_name, 'Mia Meier');
});

test('settings reject a directory without encryption, a filter without %s and unknown keys', () => {
  const wrongWith = (ldap: object) =>
    findSettings({ flags: {}, env: {}, file: { path: 'klatch.toml', values: { ldap } } }).wrong.join();
  const fine = { url: 'ldap://ldap.example.com', base: 'dc=example' };
  assert.equal(wrongWith(fine), '');
  assert.match(wrongWith({ ...fine, 'start-tls': false }), /in the clear/);
  assert.match(wrongWith({ ...fine, filter: '(uid=mia)' }), /must contain %s/);
  assert.match(wrongWith({ ...fine, pasword: 'x' }), /pasword/);
  assert.match(wrongWith({ url: 'http://ldap.example.com', base: 'x' }), /ldaps/);
});
