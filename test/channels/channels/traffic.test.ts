import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traffic } from '../../../src/chat/channels/channels/jobs.ts';
import { importInto, makeZip } from '../../organization/imports/support.ts';
import { newTeam } from '../../support/team.ts';
import { assertReceivesChannelEvents } from './channel-events.ts';

const DAY = 86_400;

test('a channel’s traffic is counted once a day, and a channel without messages is no longer active', async () => {
  const { mia, max, gus, app, clock } = newTeam();
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  const count = () => {
    traffic.run(app);
    app.db.commit();
  };
  clock.advance(6 * DAY);
  await assertReceivesChannelEvents(max, count);
  for (let at = 0; at < 8; at++) await mia.sendMessage('design', 'busy', `message ${at}`);
  clock.advance(22 * DAY);
  const guest = await gus.registerQueue();
  // Eight messages and the creation notice, over four weeks.
  await assertReceivesChannelEvents(max, count, {
    type: 'stream',
    op: 'update',
    property: 'stream_weekly_traffic',
    value: 2,
  });
  await assertReceivesChannelEvents(max, count);
  clock.advance(160 * DAY);
  await assertReceivesChannelEvents(
    max,
    count,
    { type: 'stream', op: 'update', property: 'stream_weekly_traffic', value: 0 },
    { type: 'stream', op: 'update', property: 'is_recently_active', value: false },
  );
  assert.deepEqual(await guest.events(), []);
});

test('imported messages count by their own time, and an old one at the end leaves a channel active', async () => {
  const { mia, team, app, clock } = newTeam();
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  clock.advance(200 * DAY);
  await mia.sendMessage('design', 'busy', 'Today');
  const now = clock.now();
  const post = (days: number, message: string) => ({
    type: 'post',
    post: { team: 'acme', channel: 'design', user: 'olga', message, create_at: now - days * DAY * 1000 },
  });
  const lines = [
    { type: 'version', version: 1 },
    { type: 'channel', channel: { team: 'acme', name: 'design', type: 'O' } },
    { type: 'user', user: { username: 'olga', email: 'olga@example.com' } },
    ...Array.from({ length: 11 }, (_, at) => post(at + 1, `In this month ${at}`)),
    ...Array.from({ length: 40 }, (_, at) => post(at + 190, `Long ago ${at}`)),
  ];
  await importInto(
    team,
    'mattermost',
    await makeZip({ 'x.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') }),
  );
  traffic.run(app);
  const { weekly_traffic, is_recently_active } = app.channels.named('design')!;
  assert.deepEqual([weekly_traffic, is_recently_active], [3, true]);
  clock.advance(170 * DAY);
  traffic.run(app);
  assert.equal(app.channels.named('design')!.is_recently_active, true);
});
