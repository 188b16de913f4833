import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { remainingTime } from '../../../src/kernel/terminal/progress.ts';
import { Team } from '../../support/team.ts';
import { importInto, inChannel, listMessages, makeZip } from './support.ts';

const TOKEN = 'xoxp-secret';

/** A stand-in for Slack's API. `answer` gets the method, the fields and how often it was asked. */
async function standIn(
  answer: (method: string, fields: URLSearchParams, times: number) => object | number,
): Promise<string> {
  const asked = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const method = request.url!.replace('/api/', '');
    const times = (asked.get(method) ?? 0) + 1;
    asked.set(method, times);
    const isAllowed = request.headers.authorization === `Bearer ${TOKEN}`;
    const reply = isAllowed
      ? answer(method, new URLSearchParams(Buffer.concat(parts).toString()), times)
      : { ok: false, error: 'invalid_auth' };
    if (typeof reply === 'number') response.writeHead(reply, { 'Retry-After': '0' }).end();
    else response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
}

const person = (id: string, name: string, email?: string, team_id = 'T1') => ({
  id,
  team_id,
  name: name.toLowerCase(),
  profile: { real_name: name, email },
});
const say = (user: string, second: number, text: string) => ({
  type: 'message',
  user,
  ts: `${1_714_550_400 + second}.000100`,
  text,
});

const archive = () =>
  makeZip({
    'users.json': [person('U1', 'Olga'), person('U2', 'Milo')],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1', 'U2'] }],
    'general/2024-05-01.json': [
      say('U1', 0, 'Hello <!subteam^S1>'),
      say('U3', 1, 'I left the list'),
      { ...say('U2', 2, 'Done'), reactions: [{ name: 'party', users: ['U1'] }] },
    ],
  });

test('a token brings the addresses, emoji and user groups that the archive lacks', async () => {
  const apiAddress = await standIn((method, fields, times) => {
    if (method === 'users.list' && times === 1) return 429;
    if (method === 'users.list' && fields.get('cursor') === null)
      return {
        ok: true,
        members: [person('U1', 'Olga', 'olga@acme.example')],
        response_metadata: { next_cursor: 'two' },
      };
    if (method === 'users.list')
      return {
        ok: true,
        members: [
          person('U2', 'Milo', 'milo@acme.example'),
          person('U3', 'Zoe', 'zoe@acme.example'),
          person('U9', 'New', 'new@acme.example'),
        ],
      };
    if (method === 'emoji.list')
      return { ok: true, emoji: { party: 'https://emoji.slack-edge.com.invalid/party.png' } };
    return { ok: true, usergroups: [{ id: 'S1', handle: 'designers' }] };
  });
  const team = new Team();
  const { report, people, plan } = await importInto(team, 'slack', await archive(), {
    apiAddress,
    download: { token: TOKEN },
  });
  const messages = await listMessages(team, 'milo@acme.example', inChannel('general'));
  assert.deepEqual(
    messages.map(({ sender_full_name, content }) => [sender_full_name, content]),
    [
      ['Olga', 'Hello @designers'],
      ['Zoe', 'I left the list'],
      ['Milo', 'Done'],
    ],
  );
  assert.deepEqual(people, { can_sign_in: 3, without_address: 0, deactivated: 0, bots: 0 });
  assert.equal(team.app.users.byEmail('new@acme.example'), undefined);
  assert.equal(plan.emoji.total, 1);
  // The picture has another address than Slack’s, so it is never asked for.
  assert.deepEqual(report.map(({ kind }) => kind).sort(), ['emoji', 'reaction']);
});

test('a token that Slack rejects, or of another workspace, is reported, and the import goes on', async () => {
  const rejected = await standIn(() => ({ ok: false, error: 'missing_scope' }));
  const first = await importInto(new Team(), 'slack', await archive(), {
    apiAddress: rejected,
    download: { token: TOKEN },
  });
  assert.equal(first.added.message, 3);
  assert.deepEqual(
    first.report.filter(({ kind }) => kind === 'token').map(({ origin, reason }) => [origin, reason]),
    [
      ['users.list', 'Slack answers: missing_scope'],
      ['usergroups.list', 'Slack answers: missing_scope'],
      ['emoji.list', 'Slack answers: missing_scope'],
    ],
  );
  const other = await standIn(() => ({ ok: true, members: [person('U1', 'Eve', 'eve@evil.example', 'T7')] }));
  const team = new Team();
  const second = await importInto(team, 'slack', await archive(), { apiAddress: other, download: { token: TOKEN } });
  assert.equal(team.app.users.byEmail('eve@evil.example'), undefined);
  assert(second.report.some(({ reason }) => reason === 'the token is of another workspace than the archive'));
});

test('what is left out is counted by reason, and notices are not among it', async () => {
  const path = await makeZip({
    'users.json': [person('U1', 'Olga', 'olga@acme.example'), person('U2', 'Milo', 'milo@acme.example')],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
    'general/2024-05-01.json': [
      {
        ...say('U1', 0, 'Hello'),
        reactions: [
          { name: '+1', users: ['U1', 'U2', 'U9'], count: 5 },
          { name: '+1::skin-tone-3', users: ['U1'] },
          { name: 'unheard_of', users: ['U1', 'U2'] },
          { name: 'unknown_too', users: ['U1'] },
        ],
      },
      { ...say('U1', 1, 'joined'), subtype: 'channel_join' },
      { ...say('U1', 2, 'left'), subtype: 'channel_leave' },
    ],
  });
  for (const dryRun of [true, false]) {
    const { reasons, notices, skipped, plan } = await importInto(new Team(), 'slack', path, { dryRun });
    assert.equal(notices, 2);
    assert.deepEqual(skipped, { reaction: 7 });
    assert.equal(plan.reactions.total, 7);
    assert.deepEqual(reasons.map(({ reason, number }) => [reason, number]).sort(), [
      ['its user … is not in the archive', 1],
      ['no emoji is called …', 3],
      ['the archive does not say who reacted', 2],
      ['the same user reacted with this emoji in another skin tone', 1],
    ]);
  }
});

test('the remaining time is estimated when enough is done', () => {
  assert.equal(remainingTime(1000, 0.5), '');
  assert.equal(remainingTime(60_000, 0), '');
  assert.equal(remainingTime(60_000, 0.9), ', less than a minute left');
  assert.equal(remainingTime(60_000, 0.25), ', about 3 minutes left');
  assert.equal(remainingTime(3_600_000, 0.1), ', about 9 hours left');
});
