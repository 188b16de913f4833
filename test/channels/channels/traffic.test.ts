import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traffic } from '../../../src/chat/channels/channels/jobs.ts';
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
