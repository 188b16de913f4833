import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Binary, serialize } from 'bson';
import { Team } from '../../support/team.ts';
import { importInto, inChannel, listMessages, makeZip, newFolder, pinsIn, rowCounts } from './support.ts';

const dump = (...documents: object[]): Buffer => Buffer.concat(documents.map((one) => serialize(one)));
const at = (minute: number) => new Date(Date.UTC(2025, 5, 6, 10, minute));
const u = (_id: string) => ({ _id, username: _id.toLowerCase() });
const message = (_id: string, rid: string, user: string, minute: number, msg: string, more: object = {}) => ({
  _id,
  rid,
  u: u(user),
  ts: at(minute),
  msg,
  ...more,
});

const person = (_id: string, more: object = {}) => ({
  _id,
  username: _id.toLowerCase(),
  name: `${_id} Example`,
  emails: [{ address: `${_id.toLowerCase()}@acme.example`, verified: true }],
  roles: ['user'],
  active: true,
  type: 'user',
  createdAt: at(0),
  ...more,
});

const FILE = 'first part, second part';

const archive = () =>
  makeZip({
    'dump/rocketchat/users.bson': dump(
      person('Olga', { roles: ['admin'] }),
      person('Milo'),
      person('Rita', { type: 'bot' }),
    ),
    'dump/rocketchat/rocketchat_room.bson': dump(
      { _id: 'R1', t: 'c', name: 'general', fname: 'general', default: true, topic: 'All' },
      { _id: 'R2', t: 'p', name: 'board' },
      { _id: 'R3', t: 'd', uids: ['Olga', 'Milo'] },
      { _id: 'R4', t: 'c', name: 'x7', fname: 'Summer party', prid: 'R1' },
      { _id: 'R5', t: 'l', fname: 'Visitor' },
    ),
    'dump/rocketchat/rocketchat_subscription.bson': dump(
      ...['Olga', 'Milo'].map((id) => ({ _id: `s${id}`, rid: 'R1', u: u(id) })),
      { _id: 's3', rid: 'R2', u: u('Olga') },
    ),
    'dump/rocketchat/rocketchat_settings.bson': dump({ _id: 'uniqueID', value: 'server-1' }),
    'dump/rocketchat/rocketchat_uploads.files.bson': dump({ _id: 'F1', filename: 'plan.txt', chunkSize: 12 }),
    'dump/rocketchat/rocketchat_uploads.chunks.bson': dump(
      { _id: 'c2', files_id: 'F1', n: 1, data: new Binary(Buffer.from(FILE.slice(12))) },
      { _id: 'c1', files_id: 'F1', n: 0, data: new Binary(Buffer.from(FILE.slice(0, 12))) },
    ),
    'dump/rocketchat/rocketchat_message.bson': Buffer.concat([
      dump(
        message('m3', 'R1', 'Milo', 3, 'Yes, @olga!', { tmid: 'm2', reactions: { ':tada:': { usernames: ['olga'] } } }),
        message('m1', 'R1', 'Olga', 1, '*Hello* _you_ ~not~ @all `*code*`', { starred: [{ _id: 'Milo' }] }),
        message('m2', 'R1', 'Olga', 2, 'Shall we move?', {
          tcount: 1,
          editedAt: at(9),
          pinned: true,
          pinnedBy: { _id: 'Milo' },
          pinnedAt: at(10),
        }),
        message('m4', 'R1', 'Milo', 4, 'Here', {
          file: { _id: 'F1', name: 'plan.txt' },
          files: [{ _id: 'F1', name: 'plan.txt' }],
        }),
        message('m5', 'R2', 'Olga', 5, 'Only the board'),
        message('m6', 'R3', 'Milo', 6, 'You and me'),
        message('m7', 'R4', 'Milo', 7, 'Who brings cake?'),
        message('m8', 'R1', 'Milo', 8, 'milo', { t: 'uj' }),
        message('m9', 'R5', 'Milo', 9, 'A visitor asks'),
      ),
      Buffer.from([9, 0, 0]),
    ]),
  });

/** A dump with the usual people and rooms, one shown message, and these. */
const makeDump = (messages: object[], more: Record<string, Buffer> = {}) =>
  makeZip({
    'rocketchat/users.bson': dump(person('Olga'), person('Milo')),
    'rocketchat/rocketchat_room.bson': dump(
      { _id: 'R1', t: 'c', name: 'general' },
      { _id: 'R2', t: 'p', name: 'board' },
      { _id: 'R3', t: 'd', uids: ['Olga', 'Milo'] },
    ),
    'rocketchat/rocketchat_subscription.bson': dump(
      ...['Olga', 'Milo'].flatMap((id) => ['R1', 'R2'].map((rid) => ({ _id: `${rid}${id}`, rid, u: u(id) }))),
    ),
    'rocketchat/rocketchat_message.bson': dump(message('m1', 'R1', 'Olga', 1, 'Shown'), ...messages),
    ...more,
  });

test('an import from Rocket.Chat brings rooms, threads, discussions, files and direct messages', async () => {
  const team = new Team();
  const { report } = await importInto(team, 'rocketchat', await archive());
  const olga = team.app.users.byEmail('olga@acme.example')!;
  assert.equal(olga.role, 100);
  const messages = await listMessages(team, 'milo@acme.example', inChannel('general'));
  assert.deepEqual(
    messages.map(({ subject }) => subject),
    ['Imported from Rocket.Chat', 'Shall we move?', 'Shall we move?', 'Imported from Rocket.Chat', 'Summer party'],
  );
  assert.equal(messages[0]!.content, '**Hello** *you* ~~not~~ @**all** `*code*`');
  assert(messages[0]!.flags.includes('starred'));
  const { id: milo } = team.app.users.byEmail('milo@acme.example')!;
  assert.deepEqual(pinsIn(team, 'general'), [
    { message_id: messages[1]!.id, pinned_by: milo, pinned_at: at(10).getTime() / 1000 },
  ]);
  assert.equal(messages[1]!.last_edit_timestamp, at(9).getTime() / 1000);
  assert.equal(messages[2]!.content, `Yes, @**Olga Example|${olga.id}**!`);
  assert.deepEqual(
    messages[2]!.reactions.map(({ user_id }) => user_id),
    [olga.id],
  );
  const [, path] = /\((\/user_uploads\/[^)]+)\)/.exec(messages[3]!.content)!;
  const authorization = `Basic ${Buffer.from(`${olga.email}:${olga.api_key}`).toString('base64')}`;
  const file = await fetch((await team.url) + path, { headers: { Authorization: authorization } });
  assert.equal(await file.text(), FILE);
  const reasons = report.map(({ reason }) => reason).join('\n');
  for (const reason of [/\(uj\)/, /its room is not imported/, /the file ends early/, /rooms of the type 'l'/])
    assert.match(reasons, reason);
});

test('private rooms and direct messages of Rocket.Chat stay private', async () => {
  const team = new Team();
  await importInto(team, 'rocketchat', await archive());
  const contents = async (email: string) => (await listMessages(team, email)).map(({ content }) => content);
  assert((await contents('olga@acme.example')).includes('Only the board'));
  const milo = await contents('milo@acme.example');
  assert(milo.includes('You and me') && !milo.includes('Only the board'));
});

test('importing the same dump of Rocket.Chat again adds no row', async () => {
  const team = new Team();
  const path = await archive();
  await importInto(team, 'rocketchat', path);
  const before = rowCounts(team);
  assert.deepEqual((await importInto(team, 'rocketchat', path)).added, {});
  assert.deepEqual(rowCounts(team), before);
});

test('what Rocket.Chat hides is left out: earlier versions, deleted messages, notes for one person', async () => {
  const team = new Team();
  const hidden = [
    message('h1', 'R1', 'Olga', 2, 'The first version', { _hidden: true, parent: 'm1', editedAt: at(3) }),
    message('h2', 'R1', 'Olga', 3, 'Deleted', { _hidden: true, parent: 'm9', t: 'rm' }),
    message('h3', 'R1', 'Olga', 4, 'Deleted without a trace', { _hidden: true }),
    message('h4', 'R2', 'Olga', 4, 'A hidden reply', { _hidden: true, tmid: 'm1' }),
    message('h5', 'R3', 'Milo', 5, 'An earlier version in private', { parent: 'm6' }),
    message('h6', 'R1', 'Olga', 6, 'Only Milo sees this', { private: true }),
  ];
  const { report } = await importInto(team, 'rocketchat', await makeDump(hidden));
  for (const email of ['olga@acme.example', 'milo@acme.example'])
    assert.deepEqual(
      (await listMessages(team, email)).map(({ content }) => content),
      ['Shown'],
    );
  assert.deepEqual(
    report.map(({ origin }) => origin),
    hidden.map(({ _id }) => _id),
  );
});

/** What somebody reads: who wrote, in which topic, and what. */
const getReading = async (team: Team, email = 'milo@acme.example', narrow: object[] = []) =>
  (await listMessages(team, email, narrow)).map(({ sender_full_name, subject, content }) => [
    sender_full_name,
    subject,
    content.replaceAll(/\|\d+\*\*/g, '**'),
  ]);

test('settings of Rocket.Chat’s people and of its server are reported as left out', async () => {
  const path = await makeDump([], {
    'rocketchat/users.bson': dump(person('Olga'), person('Milo', { settings: { preferences: { sound: 'ding' } } })),
    'rocketchat/rocketchat_settings.bson': dump({ _id: 'Site_Name', value: 'Acme' }, { _id: 'Layout', value: 'x' }),
  });
  const { report } = await importInto(new Team(), 'rocketchat', path);
  assert.deepEqual(report.map(({ kind, origin }) => [kind, origin]).sort(), [
    ['settings', 'milo'],
    ['settings', 'the server'],
  ]);
});

test('messages with an alias are from a bot of that name, and unknown authors become stubs', async () => {
  const team = new Team();
  const messages = [
    message('a1', 'R1', 'Olga', 2, 'Green', { alias: 'CI', bot: { i: 'x' } }),
    message('a2', 'R1', 'Olga', 3, 'Deployed', { alias: 'Deploy' }),
    message('a3', 'R1', 'Olga', 4, 'My own name', { alias: 'olga' }),
    message('a4', 'R3', 'Olga', 5, 'Direct', { alias: 'CI' }),
    message('a5', 'R1', 'Ghost', 6, 'Boo'),
  ];
  await importInto(team, 'rocketchat', await makeDump(messages));
  const read = await getReading(team);
  assert.deepEqual(
    read.map(([sender]) => sender),
    ['Olga Example', 'CI', 'Deploy', 'Olga Example', 'Olga Example', 'ghost'],
  );
  const isBot = (name: string) => team.app.users.named(name).map(({ is_bot, is_active }) => [is_bot, is_active]);
  assert.deepEqual(
    [isBot('CI'), isBot('Deploy'), isBot('ghost')],
    [[[true, false]], [[true, false]], [[false, false]]],
  );
});

test('a dump without subscriptions gives rooms to those who wrote in them, and says so', async () => {
  const team = new Team();
  const messages = [
    message('b1', 'R2', 'Olga', 2, 'Only the board'),
    message('b2', 'R4', 'Olga', 3, 'You and me'),
    message('b3', 'R4', 'Milo', 4, 'Me and you'),
    message('b4', 'R2', 'Milo', 5, 'left', { t: 'ul' }),
    message('b5', 'R2', 'Milo', 5, 'An earlier version', { _hidden: true }),
  ];
  const rooms = dump(
    { _id: 'R1', t: 'c', name: 'general' },
    { _id: 'R2', t: 'p', name: 'board' },
    { _id: 'R4', t: 'd' },
  );
  const path = await makeDump(messages, {
    'rocketchat/rocketchat_subscription.bson': dump(),
    'rocketchat/rocketchat_room.bson': rooms,
  });
  const { report } = await importInto(team, 'rocketchat', path);
  const contents = async (email: string) => (await getReading(team, email)).map(([, , content]) => content);
  assert.deepEqual(await contents('olga@acme.example'), ['Shown', 'Only the board', 'You and me', 'Me and you']);
  assert.deepEqual(await contents('milo@acme.example'), ['You and me', 'Me and you']);
  assert(
    report.some(({ kind, origin, reason }) => kind === 'member' && origin === 'R2' && /subscriptions/.test(reason)),
  );
});

test('discussions are linked by their names, and one in a private place stays private', async () => {
  const team = new Team();
  const rooms = dump(
    { _id: 'D2', t: 'c', name: 'Nested7', fname: 'Nested', prid: 'D1' },
    { _id: 'D1', t: 'c', name: 'Party7', fname: 'Summer party', prid: 'R2' },
    { _id: 'D3', t: 'c', name: 'Direct7', fname: 'From a direct message', prid: 'R3' },
    { _id: 'R1', t: 'c', name: 'general', fname: 'Everyone' },
    { _id: 'R2', t: 'p', name: 'board' },
    { _id: 'R3', t: 'd', uids: ['Olga', 'Milo'] },
  );
  const messages = [
    message('c1', 'D1', 'Olga', 2, 'Cake?'),
    message('c2', 'D2', 'Olga', 3, 'Nested'),
    message('c3', 'R2', 'Olga', 4, 'See #Party7, #D1, #R1 and #nothing'),
  ];
  const path = await makeDump(messages, { 'rocketchat/rocketchat_room.bson': rooms });
  await importInto(team, 'rocketchat', path);
  assert.equal(team.app.channels.named('From a direct message')!.invite_only, true);
  assert.equal(team.app.channels.named('Nested'), undefined);
  assert.deepEqual(await getReading(team, 'milo@acme.example', inChannel('board')), [
    ['Olga Example', 'Summer party', 'Cake?'],
    ['Olga Example', 'Nested', 'Nested'],
    [
      'Olga Example',
      'Imported from Rocket.Chat',
      'See #**board>Summer party**, #**board>Summer party**, #**Everyone** and #nothing',
    ],
  ]);
});

test('attachments of Rocket.Chat keep their parts, and code and quotations end where they end there', async () => {
  const team = new Team();
  const attachment = {
    author_name: 'Ada',
    author_link: 'https://ci.example/ada',
    title: 'Build',
    title_link: 'https://ci.example/12',
    text: 'All *green*',
    fields: [{ title: 'Branch', value: 'main' }],
    image_url: 'https://ci.example/graph.png',
  };
  const messages = [
    message('d1', 'R1', 'Olga', 2, 'Done', { attachments: [attachment] }),
    message('d2', 'R1', 'Olga', 3, '> Really?\nYes'),
    message('d3', 'R1', 'Olga', 4, '```js\nlet a = 1```so'),
  ];
  await importInto(team, 'rocketchat', await makeDump(messages));
  assert.deepEqual(
    (await getReading(team)).slice(1).map(([, , content]) => content),
    [
      'Done\n> [Ada](https://ci.example/ada)\n> **[Build](https://ci.example/12)**\n> All **green**\n' +
        '> **Branch**: main\n> [graph.png](https://ci.example/graph.png)',
      '> Really?\n\nYes',
      '```js\nlet a = 1\n```\nso',
    ],
  );
});

const END = Buffer.from([0xff, 0xff, 0xff, 0xff]);

/** A dump in one file: collections mixed in parts. */
function oneFile(collections: Record<string, object[]>): Buffer {
  const header = { db: 'rocketchat', EOF: false, CRC: 0 };
  const list = Object.keys(collections).map((collection) => ({ ...header, collection, metadata: '{}', size: 0 }));
  const part = (collection: string, EOF: boolean, ...documents: object[]) =>
    Buffer.concat([dump({ ...header, collection, EOF }, ...documents), END]);
  return Buffer.concat([
    Buffer.from([0x6d, 0xe2, 0x99, 0x81]),
    dump({ concurrent_collections: 4, version: '0.1' }, ...list),
    END,
    ...Object.entries(collections).map(([name, [first]]) => part(name, false, ...(first ? [first] : []))),
    ...Object.entries(collections).map(([name, [, ...rest]]) => part(name, false, ...rest)),
    ...Object.keys(collections).map((name) => part(name, true)),
    part('..%2Fevil/../x', false, { _id: 1 }),
  ]);
}

test('a dump with --gzip, --archive or both is read', async () => {
  const collections = {
    users: [person('Olga'), person('Milo')],
    rocketchat_room: [{ _id: 'R1', t: 'c', name: 'general' }],
    rocketchat_subscription: ['Olga', 'Milo'].map((id) => ({ _id: `s${id}`, rid: 'R1', u: u(id) })),
    rocketchat_message: [1, 2, 3].map((minute) => message(`m${minute}`, 'R1', 'Olga', minute, `Number ${minute}`)),
  };
  const zipped = Object.entries(collections).map(([name, documents]) => [
    `dump/rocketchat/${name}.bson.gz`,
    gzipSync(dump(...documents)),
  ]);
  const folder = newFolder();
  const write = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const paths = {
    '--gzip': await makeZip(Object.fromEntries(zipped)),
    '--archive': write('rocketchat.archive', oneFile(collections)),
    'both, with any name': write('backup', gzipSync(oneFile(collections))),
  };
  for (const [how, path] of Object.entries(paths)) {
    const team = new Team();
    await importInto(team, 'rocketchat', path);
    const contents = (await listMessages(team, 'milo@acme.example')).map(({ content }) => content);
    assert.deepEqual(contents, ['Number 1', 'Number 2', 'Number 3'], how);
  }
  const early = write('early.archive', oneFile(collections).subarray(0, -30));
  await assert.rejects(importInto(new Team(), 'rocketchat', early), /cannot be read: the file ends early/);
});

test('files with impossible numbers are left out, and others are imported', async () => {
  const team = new Team();
  const sizes = [1.5, -1, 0, Number.NaN, 1e300, 'x'];
  const files = sizes.map((chunkSize, at) => ({ _id: `F${at}`, filename: `${at}.txt`, chunkSize }));
  const pieces = [...files.map(({ _id }) => [_id, 1]), ['G', 1.5], ['G', -1], ['G', 2 ** 52], ['G', 0]];
  const messages = [...files.map(({ _id }) => _id), 'G'].map((id, at) =>
    message(`f${at}`, 'R1', 'Olga', 2 + at, `File ${id}`, { files: [{ _id: id, name: `${id}.txt` }] }),
  );
  const { report } = await importInto(
    team,
    'rocketchat',
    await makeDump(messages, {
      'rocketchat/rocketchat_uploads.files.bson': dump(...files, { _id: 'G', chunkSize: 4 }),
      'rocketchat/rocketchat_uploads.chunks.bson': dump(
        ...pieces.map(([files_id, n], at) => ({ _id: `p${at}`, files_id, n, data: new Binary(Buffer.from('good')) })),
      ),
    }),
  );
  const contents = (await listMessages(team, 'milo@acme.example')).map(({ content }) => content);
  assert.equal(contents.length, messages.length + 1);
  assert.match(contents.at(-1)!, /File G\n\[G\.txt\]\(\/user_uploads/);
  const reasons = report.map(({ origin, reason }) => `${origin}: ${reason}`).join('\n');
  for (const { _id } of files) assert.match(reasons, new RegExp(`${_id}: its pieces cannot have`));
});

test('a team of Rocket.Chat becomes a group that its mentions name', async () => {
  const team = new Team();
  const path = await makeDump([message('m2', 'R1', 'Olga', 2, 'Hi @builders, @milo and @nobody')], {
    'rocketchat/rocketchat_team.bson': dump(
      { _id: 'T1', name: 'builders', type: 0, createdBy: { _id: 'Olga' }, createdAt: at(0), roomId: 'R1' },
      { _id: 'T2', type: 0 },
    ),
    'rocketchat/rocketchat_team_member.bson': dump(
      { _id: 'x1', teamId: 'T1', userId: 'Milo' },
      { _id: 'x2', teamId: 'T1', userId: 'Gone' },
    ),
  });
  const { report } = await importInto(team, 'rocketchat', path);
  const { id } = team.app.users.byEmail('milo@acme.example')!;
  const [, second] = await listMessages(team, 'milo@acme.example', inChannel('general'));
  assert.equal(second!.content, `Hi @*builders*, @**Milo Example|${id}** and @nobody`);
  assert(second!.flags.includes('mentioned'));
  assert.deepEqual(team.app.groups.members(team.app.groups.named('builders')!.id), [id]);
  assert.deepEqual(
    report.map(({ kind, origin }) => [kind, origin]),
    [
      ['group', 'T2'],
      ['member', 'T1'],
    ],
  );
});
