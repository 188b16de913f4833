import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Team } from '../../support/team.ts';
import { type Files, importInto, listMessages, makeZip, rowCounts } from './support.ts';

const person = (id: string, name: string, is_owner = false) => ({
  id,
  is_owner,
  team_id: 'T1',
  name: name.toLowerCase(),
  profile: { real_name: name, email: `${name.toLowerCase()}@acme.example` },
});
const at = (second: number) => `${1_714_550_400 + second}.000100`;
const say = (second: number, text: string, more: object = {}) => ({
  type: 'message',
  user: 'U1',
  ts: at(second),
  text,
  ...more,
});
const reply = (second: number, text: string, to: number) => say(second, text, { user: 'U2', thread_ts: at(to) });

/** An archive with these messages in one channel. */
const archive = (messages: object[], more: Files = {}): Promise<string> =>
  makeZip({
    'users.json': [person('U1', 'Olga', true), person('U2', 'Milo')],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1', 'U2'] }],
    'general/2024-05-01.json': messages,
    ...more,
  });

const read = (team: Team) => listMessages(team, 'olga@acme.example');
const olga = (team: Team) => team.app.users.byEmail('olga@acme.example')!;
/** An owner may edit and move messages of any age. */
async function asOlga(team: Team, method: string, path: string, body: Record<string, unknown>): Promise<void> {
  const headers = {
    Authorization: `Basic ${Buffer.from(`olga@acme.example:${olga(team).api_key}`).toString('base64')}`,
  };
  await team.request('PATCH', '/realm', { message_content_edit_limit_seconds: 'unlimited' }, headers);
  const { result, msg } = await team.request(method, path, body, headers);
  assert.equal(result, 'success', msg);
}

/** Moves a message and those with it to another topic. */
const move = (team: Team, id: number, topic: string) =>
  asOlga(team, 'PATCH', `/messages/${id}`, {
    topic,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  });

test('importing again rewrites nothing when people, channels and topics were renamed here', async () => {
  const team = new Team();
  const path = await archive([
    say(0, 'Hello <@U2>, see <#C1|general>'),
    say(1, 'Why?', { reply_count: 1, thread_ts: at(1) }),
    reply(2, 'So', 1),
  ]);
  await importInto(team, 'slack', path);
  const milo = team.app.users.byEmail('milo@acme.example')!;
  await asOlga(team, 'PATCH', `/users/${milo.id}`, { full_name: 'Milo Renamed' });
  await asOlga(team, 'PATCH', `/streams/${team.app.channels.named('general')!.id}`, { new_name: 'common' });
  await move(team, (await read(team))[1]!.id, 'Reasons');
  const before = await read(team);
  const { added } = await importInto(team, 'slack', path);
  assert.deepEqual(added, {});
  assert.deepEqual(await read(team), before);
});

test('a message that was edited there gets its text and time from the archive', async () => {
  const team = new Team();
  await importInto(team, 'slack', await archive([say(0, 'First'), say(1, 'Second'), say(2, 'Third')]));
  const newer = [
    say(0, 'First, edited', { edited: { ts: at(100) } }),
    say(1, 'Second, without a time'),
    say(2, 'Third'),
  ];
  assert.deepEqual((await importInto(team, 'slack', await archive(newer))).added, { edit: 2 });
  const messages = await read(team);
  assert.deepEqual(
    messages.map(({ content, last_edit_timestamp }) => [content, last_edit_timestamp]),
    [
      ['First, edited', 1_714_550_500],
      ['Second, without a time', undefined],
      ['Third', undefined],
    ],
  );
});

test('a message that was changed here stays as it is, and a newer text there is reported', async () => {
  const team = new Team();
  await importInto(team, 'slack', await archive([say(0, 'First')]));
  const [first] = await read(team);
  await asOlga(team, 'PATCH', `/messages/${first!.id}`, { content: 'Changed here' });
  const { added, report } = await importInto(team, 'slack', await archive([say(0, 'Changed there')]));
  assert.deepEqual([added, report.map(({ kind }) => kind)], [{}, ['edit']]);
  assert.equal((await read(team))[0]!.content, 'Changed here');
});

test('a question that was answered between two imports moves into its thread, with all its parts', async () => {
  const team = new Team();
  const long = `Why? ${'x'.repeat(15_000)}`;
  await importInto(team, 'slack', await archive([say(0, 'Hello'), say(1, long), say(2, 'Bye')]));
  assert.equal(new Set((await read(team)).map(({ subject }) => subject)).size, 1);
  const newer = [
    say(0, 'Hello'),
    say(1, long, { thread_ts: at(1), reply_count: 1 }),
    say(2, 'Bye'),
    reply(3, 'Because', 1),
  ];
  await importInto(team, 'slack', await archive(newer));
  const messages = await read(team);
  const main = messages[0]!.subject;
  assert.deepEqual(
    messages.map(({ subject }) => subject === main),
    [true, false, false, true, false],
  );
  assert.equal(messages[1]!.subject, messages[4]!.subject);
  assert.deepEqual(messages.map(({ last_edit_timestamp }) => last_edit_timestamp).filter(Boolean), []);
});

test('replies follow a topic that was renamed here, and so do messages without a thread', async () => {
  const team = new Team();
  const first = [
    say(0, 'Hello'),
    say(1, 'Why?', { thread_ts: at(1), reply_count: 1 }),
    reply(2, 'So', 1),
    reply(3, 'Lost?', 999),
  ];
  await importInto(team, 'slack', await archive(first));
  const [hello, why, , lost] = await read(team);
  await move(team, hello!.id, 'The main flow');
  await move(team, why!.id, 'Reasons');
  await move(team, lost!.id, 'Orphans');
  await importInto(
    team,
    'slack',
    await archive([...first, reply(4, 'Because', 1), say(5, 'Bye'), reply(6, 'Found', 999)]),
  );
  assert.deepEqual(
    (await read(team)).map(({ content, subject }) => [content, subject]),
    [
      ['Hello', 'The main flow'],
      ['Why?', 'Reasons'],
      ['So', 'Reasons'],
      ['Lost?', 'Orphans'],
      ['Because', 'Reasons'],
      ['Bye', 'The main flow'],
      ['Found', 'Orphans'],
    ],
  );
});

test('files that come later replace the links to them, and nobody has edited the message', async () => {
  const team = new Team();
  const messages = [
    say(0, 'The plan', {
      files: [
        { id: 'F1', name: 'plan.txt' },
        { id: 'F2', name: 'map.txt', url_private: 'https://files.slack.com/F2' },
      ],
    }),
    say(1, 'Changed', { files: [{ id: 'F3', name: 'third.txt' }] }),
  ];
  await importInto(team, 'slack', await archive(messages));
  const before = await read(team);
  assert.equal(before[0]!.content, 'The plan\nplan.txt (file not available)\n[map.txt](https://files.slack.com/F2)');
  await asOlga(team, 'PATCH', `/messages/${before[1]!.id}`, { content: `${before[1]!.content}\nmore` });
  const files = { '__uploads/F1/plan.txt': 'one', '__uploads/F2/map.txt': 'two', '__uploads/F3/third.txt': 'three' };
  const { added } = await importInto(team, 'slack', await archive(messages, files));
  assert.deepEqual(added, { file: 3 });
  const [first, second] = await read(team);
  assert.match(first!.content, /^The plan\n\[plan\.txt\]\(\/user_uploads\/\S+\)\n\[map\.txt\]\(\/user_uploads\/\S+\)$/);
  assert.equal(first!.last_edit_timestamp, undefined);
  assert.match(second!.content, /\[third\.txt\]\(\/user_uploads\/\S+\)\nmore$/);
  const [, path] = /\((\/user_uploads\/[^)]+)\)/.exec(first!.content)!;
  const milo = team.app.users.byEmail('milo@acme.example')!;
  const response = await fetch((await team.url) + path, {
    headers: { Authorization: `Basic ${Buffer.from(`${milo.email}:${milo.api_key}`).toString('base64')}` },
  });
  assert.equal(await response.text(), 'one');
  // An edit that comes after the files is still seen.
  const edited = [{ ...messages[0]!, text: 'The new plan' }, messages[1]!];
  assert.deepEqual((await importInto(team, 'slack', await archive(edited, files))).added, { edit: 1 });
  const counts = rowCounts(team);
  assert.deepEqual((await importInto(team, 'slack', await archive(edited, files))).added, {});
  assert.deepEqual(rowCounts(team), counts);
});

test('a second import with a good token fetches the files that a bad one did not get', async () => {
  const real = globalThis.fetch;
  // Instead of Slack: it shows its sign-in page to those whom it does not know.
  const slack = mock.method(globalThis, 'fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    if (hostname !== 'files.slack.com') return real(input, init);
    const isGood = new Headers(init?.headers).get('authorization') === 'Bearer good';
    return isGood
      ? new Response('The plan', { headers: { 'content-type': 'text/plain' } })
      : new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
  try {
    const team = new Team();
    const url_private = 'https://files.slack.com/files-pri/T1-F1/plan.txt';
    const path = await archive([say(0, 'Here', { files: [{ id: 'F1', name: 'plan.txt', url_private }] })]);
    const withToken = (token: string) => ({ download: { token }, apiAddress: 'http://127.0.0.1:9/' });
    const bad = await importInto(team, 'slack', path, withToken('bad'));
    assert.match(bad.report.find(({ kind }) => kind === 'file')!.reason, /wants a sign-in/);
    assert.equal((await read(team))[0]!.content, `Here\n[plan.txt](${url_private})`);
    assert.deepEqual((await importInto(team, 'slack', path, withToken('good'))).added, { file: 1 });
    const [message] = await read(team);
    assert.match(message!.content, /^Here\n\[plan\.txt\]\(\/user_uploads\/\S+\)$/);
    assert.equal(message!.last_edit_timestamp, undefined);
  } finally {
    slack.mock.restore();
  }
});

test('reactions with an emoji whose image comes later are added then', async () => {
  const team = new Team();
  const messages = [say(0, 'Hello', { reactions: [{ name: 'party', users: ['U1'] }] })];
  const list = { 'emoji.json': { party: 'emoji/party.png' } };
  const { report } = await importInto(team, 'slack', await archive(messages, list));
  assert.deepEqual(report.map(({ kind }) => kind).sort(), ['emoji', 'reaction']);
  const image = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const { added } = await importInto(team, 'slack', await archive(messages, { ...list, 'emoji/party.png': image }));
  assert.deepEqual(added, { emoji: 1, reaction: 1 });
});

test('an import that an older version of Klatch made is not rewritten', async () => {
  const team = new Team();
  await importInto(team, 'slack', await archive([say(0, '&gt; quoted\nanswer'), say(1, 'Second')]));
  const { db } = team.app;
  db.script("UPDATE import_origin SET detail = substr(detail, 1, instr(detail, ' =') - 1) WHERE kind = 'message'");
  db.script("UPDATE import_origin SET detail = 'otherHash123 ' WHERE kind = 'message' AND origin LIKE '%0400.%'");
  const before = await read(team);
  const newer = [say(0, '&gt; quoted\nanswer'), say(1, 'Second, edited', { edited: { ts: at(50) } })];
  assert.deepEqual((await importInto(team, 'slack', await archive(newer))).added, { edit: 1 });
  const after = await read(team);
  assert.deepEqual(after[0], before[0]);
  assert.deepEqual([after[1]!.content, after[1]!.last_edit_timestamp], ['Second, edited', 1_714_550_450]);
});
