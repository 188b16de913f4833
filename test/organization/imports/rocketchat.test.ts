import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Binary, serialize } from 'bson';
import { Team } from '../../support/team.ts';
import { importInto, inChannel, messagesOf, pinsIn, rowCounts, zipOf } from './support.ts';

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
  zipOf({
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
const dumpOf = (messages: object[], more: Record<string, Buffer> = {}) =>
  zipOf({
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
  const messages = await messagesOf(team, 'milo@acme.example', inChannel('general'));
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
  const contents = async (email: string) => (await messagesOf(team, email)).map(({ content }) => content);
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
  const { report } = await importInto(team, 'rocketchat', await dumpOf(hidden));
  for (const email of ['olga@acme.example', 'milo@acme.example'])
    assert.deepEqual(
      (await messagesOf(team, email)).map(({ content }) => content),
      ['Shown'],
    );
  assert.deepEqual(
    report.map(({ origin }) => origin),
    hidden.map(({ _id }) => _id),
  );
});
