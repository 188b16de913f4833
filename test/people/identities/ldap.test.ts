import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, mock, test } from 'node:test';
import { synchronize } from '../../../src/chat/people/identities/jobs.ts';
import type { DirectoryTable } from '../../../src/chat/people/identities/operator-settings.ts';
import { hashPassword } from '../../../src/chat/people/sign-in/password-checks.ts';
import { findSettings } from '../../../src/settings/find.ts';
import { type Entry, type GroupEntry, startDirectory } from '../../support/directory.ts';
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

async function newPlace(entries: Entry[], more: Partial<DirectoryTable> = {}, groups: GroupEntry[] = []) {
  const directory = await startDirectory(entries, { groups });
  const ldap = { ...directory.settings, ...more };
  const place = newTeam({ ldap, rateLimits: true });
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

test('groups are found however their names are spelled', async () => {
  const spellings: [directory: string, settings: string][] = [
    ['CN=Chat-Admins,OU=Groups,DC=example', 'chat-admins'],
    ['cn=chat-admins,ou=groups,dc=example', 'CN=Chat-Admins, OU=Groups, DC=Example'],
    ['CN=B\\C3\\BCro,OU=Groups,DC=example', 'Büro'],
    ['CN=B\\C3\\BCro,OU=Groups,DC=example', 'cn=BÜRO,ou=groups,dc=example'],
    ['CN=Bu\u0308ro,DC=example', 'B\u00fcro'],
    ['CN=Sales\\, North \\+ South,OU=Groups,DC=example', 'sales, north + south'],
    ['CN=Sales\\2C North,OU=Groups,DC=example', 'CN=Sales\\, North,OU=Groups,DC=example'],
    ['CN="Sales, North",OU=Groups,DC=example', 'Sales, North'],
    ['CN=a\\=b,OU=Groups,DC=example', 'a=b'],
    ['CN=\\#1 \\"Best\\" \\<Team\\>,DC=example', '#1 "best" <team>'],
    ['CN=Back\\\\slash,DC=example', 'back\\slash'],
    ['cn=x+ou=y,dc=example', 'CN=X + OU=Y,DC=example'],
    ['chat-admins', 'Chat-Admins'],
  ];
  const others: [directory: string, settings: string][] = [
    ['CN=Chat-Admins,OU=Elsewhere,DC=example', 'CN=Chat-Admins,OU=Groups,DC=example'],
    ['CN=cn\\=admins\\,dc\\=example,OU=Groups,DC=example', 'cn=admins,dc=example'],
    ['CN=Users,OU=Chat-Admins,DC=example', 'chat-admins'],
  ];
  for (const [memberof, name] of [...spellings, ...others]) {
    const { ask, app, mia } = await newPlace([MIA({ memberof })], { roles: { administrator: [name] } });
    await ask(mia.email, MIA().password);
    const isExpected = spellings.some(([one, other]) => one === memberof && other === name);
    assert.equal(app.users.byId(mia.id)!.role, isExpected ? 200 : 400, `${memberof} and ${name}`);
  }
});

const groupDn = (name: string): string => `cn=${name},ou=groups,dc=example`;
const MIA_DN = 'uid=mia,ou=people,dc=example';

/** Mia is in `leads`, which is in `staff`, which is in `everybody`, which is in `leads`. */
const NESTED: GroupEntry[] = [
  { dn: groupDn('leads'), members: [MIA_DN, groupDn('everybody')], attributes: { memberof: groupDn('staff') } },
  { dn: groupDn('staff'), members: [groupDn('leads')], attributes: { memberof: groupDn('everybody') } },
  { dn: groupDn('everybody'), members: [groupDn('staff')], attributes: { memberof: groupDn('leads') } },
];

test('groups of groups count if the settings want that, by attributes, a filter or a matching rule', async () => {
  const attributes = { memberof: groupDn('leads') };
  const roles = { roles: { moderator: ['everybody'], administrator: ['leads'] } };
  const outer = { roles: { moderator: ['everybody'] } };
  const byMember = { 'groups-filter': '(member=%s)', 'groups-base': 'ou=groups,dc=example' };
  const inChain = { ...byMember, 'groups-filter': '(member:1.2.840.113556.1.4.1941:=%s)' };
  const cases: [Entry['attributes'], Partial<DirectoryTable>, number][] = [
    [attributes, outer, 400],
    [attributes, { ...outer, 'nested-groups': true }, 300],
    [attributes, { ...roles, 'nested-groups': true }, 200],
    [{}, { ...roles, ...byMember }, 200],
    [{}, { ...outer, ...byMember }, 400],
    [{}, { ...outer, ...byMember, 'nested-groups': true }, 300],
    [{}, { ...outer, ...inChain }, 300],
  ];
  for (const [more, settings, role] of cases) {
    const { ask, app, mia } = await newPlace([MIA(more)], settings, NESTED);
    assert.equal((await ask(mia.email, MIA().password)).status, 200);
    assert.equal(app.users.byId(mia.id)!.role, role, JSON.stringify(settings));
    app.db.write(() => app.users.setRole(400, mia.id));
    await synchronize(app);
    assert.equal(app.users.byId(mia.id)!.role, role, `${JSON.stringify(settings)} at the hourly job`);
  }
});

test('the hourly job reads pages of users completely before it asks for their groups', async () => {
  const settings = {
    ...{ 'groups-filter': '(member=%s)', 'groups-base': 'ou=groups,dc=example', 'nested-groups': true },
    ...{ 'page-size': 1, roles: { moderator: ['everybody'] } },
  };
  const people = [MIA(), NINA, { ...NINA, uid: 'olga', attributes: { ...NINA.attributes, mail: 'olga@example.com' } }];
  const { ask, app, mia } = await newPlace(people, settings, NESTED);
  assert.equal((await ask(mia.email, MIA().password)).status, 200);
  app.db.write(() => app.users.setRole(400, mia.id));
  await synchronize(app);
  assert.equal(app.users.byId(mia.id)!.role, 300);
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

const NO_ANSWER = 'The directory does not answer. Try again in a minute.';

/** Servers that fail in each way. */
const FAILURES: Record<string, () => Promise<Partial<DirectoryTable>>> = {
  'refuses connections': async () => ({ url: 'ldaps://localhost:9' }),
  'has an unknown name': async () => ({ url: 'ldaps://directory.invalid' }),
  'closes connections': () => brokenDirectory((socket) => socket.destroy()),
  'answers nonsense': () => brokenDirectory((socket) => socket.end('HTTP/1.1 500 Internal Server Error\r\n\r\n')),
  'does not answer in time': () => brokenDirectory(() => {}),
  'rejects the password of the server': async () => ({ 'bind-password': 'wrong' }),
  'has no such base': async () => ({ base: 'ou=nowhere,dc=nothing' }),
  'has a certificate of an unknown authority': async () => ({ 'ca-file': undefined as never }),
  'needs a certificate file that is missing': async () => ({ 'ca-file': '/nowhere/ca.pem' }),
  'needs a password file that is missing': async () => ({
    'bind-password': undefined as never,
    'bind-password-file': '/nowhere/password',
  }),
};

async function brokenDirectory(accept: (socket: Socket) => void): Promise<Partial<DirectoryTable>> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    accept(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return { url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

for (const [how, settings] of Object.entries(FAILURES))
  test(`a directory that ${how} is named, and no attempt counts as a wrong password`, async () => {
    const { ask, ada, app, mia } = await newPlace([MIA()]);
    assert.equal((await ask(mia.email, MIA().password)).status, 200);
    await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' });
    const { ldap } = app.config.choices;
    app.config.choices.ldap = { ...ldap!, ...(await settings()) };
    const attempts = [mia.email, 'nina@example.com', 'pia@example.com'].flatMap((name) => Array(7).fill(name));
    const replies = await Promise.all(attempts.slice(0, 5).map((name) => ask(name, 'a wrong password')));
    // One that hangs was tried often enough.
    if (how !== 'does not answer in time')
      for (const name of attempts.slice(5)) replies.push(await ask(name, 'a wrong password'));
    for (const { status, msg, code } of replies)
      assert.deepEqual([status, msg, code], [503, NO_ANSWER, 'DIRECTORY_UNAVAILABLE']);
    const failures = await ada.get('/audit_log', { kind: 'sign_in_failure' });
    assert.deepEqual(failures.entries, []);
    app.config.choices.ldap = ldap!;
    assert.equal((await ask(mia.email, MIA().password)).status, 200);
  });

test('passwords of this server work without the directory, and cannot be guessed then', async () => {
  const { ask, ada, app, mia } = await newPlace([MIA()]);
  await ask(mia.email, MIA().password);
  await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' });
  const stale = await hashPassword('an older word of here');
  app.db.write(() => app.users.setPassword(stale, mia.id));
  app.config.choices.ldap = { ...app.config.choices.ldap!, url: 'ldaps://localhost:9' };
  assert.equal((await ask('pia@example.com', 'correct horse')).status, 200);
  await assertRejected(ask(mia.email, 'an older word of here'), NO_ANSWER);
  for (let guess = 0; guess < 5; guess++) await assertRejected(ask('pia@example.com', `guess ${guess}`), NO_ANSWER);
  await assertRejected(ask('pia@example.com', 'correct horse'), NO_ANSWER);
});

test('the log says why the directory did not answer, and pages say that it did not', async () => {
  const { ask, app, mia, team } = await newPlace([MIA()]);
  app.config.choices.ldap = { ...app.config.choices.ldap!, url: 'ldaps://localhost:9' };
  const error = mock.method(app.log, 'error');
  await ask(mia.email, MIA().password);
  assert.deepEqual(error.mock.calls[0]?.arguments, [
    { reason: 'localhost:9 refuses connections (ECONNREFUSED)' },
    'the directory did not answer',
  ]);
  const page = await new Visitor(await team.url).fillIn('/login/', { username: mia.email, password: 'x' });
  assert.equal(page.status, 503);
  assert.match(page.text, /The directory does not answer/);
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
  await assertRejected(ask(), NO_ANSWER);
  // The directory accepts nothing else, so a password that was sent without TLS would not sign in.
  app.config.choices.ldap = { ...ldap, 'start-tls': false };
  await assertRejected(ask(), NO_ANSWER);
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
  assert.match(wrongWith({ ...fine, 'groups-filter': '(member=mia)' }), /groups-filter must contain %s/);
  assert.match(wrongWith({ ...fine, pasword: 'x' }), /pasword/);
  assert.match(wrongWith({ url: 'http://ldap.example.com', base: 'x' }), /ldaps/);
});

test('settings reject filters that no directory accepts, and say where', () => {
  const wrongWith = (filter: string, name = 'filter') => {
    const ldap = { url: 'ldaps://ldap.example.com', base: 'dc=example', [name]: filter };
    return findSettings({ flags: {}, env: {}, file: { path: 'klatch.toml', values: { ldap } } }).wrong.join();
  };
  for (const filter of [
    '(mail=%s)',
    '(|(mail=%s)(uid=%s))',
    '(&(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2))(mail=%s))',
    '(&(|(a=*)(b=x*y*))(c>=1)(d~=%s))',
    '(cn;lang-de:dn:=%s)',
    '(cn=\\28%s\\29)',
    '(member:1.2.840.113556.1.4.1941:=%s)',
  ])
    assert.equal(wrongWith(filter), '', filter);
  for (const filter of [
    'mail=%s',
    '(mail=%s',
    '(mail=%s))',
    '(&(mail=%s)(uid=%s)',
    '(|(mail=%s)uid=%s)',
    '(mail)(%s=x)',
    '(mail==(%s))',
    '(!(mail=%s)(uid=%s))',
    '()%s',
    '(mail=%s\\zz)',
    '%s',
    `${'(!'.repeat(60)}(mail=%s)${')'.repeat(60)}`,
  ])
    assert.match(wrongWith(filter), /the filter (must begin|has|continues)/, filter);
  assert.match(wrongWith('(objectClass=user', 'users'), /the users has no "\)" at character 18/);
});
