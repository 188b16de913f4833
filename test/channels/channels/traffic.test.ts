import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traffic } from '../../../src/chat/channels/channels/jobs.ts';
import { newTeam } from '../../support/team.ts';
import { hearsOfChannels } from './channel-events.ts';

const DAY = 86_400;

test('a channel’s traffic is counted once a day, and a channel without messages is no longer active', async () => {
  const { mia, max, gus, app, clock } = newTeam();
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  const count = () => {
    traffic.run(app);
    app.db.commit();
  };
  clock.pass(6 * DAY);
  await hearsOfChannels(max, count);
  for (let at = 0; at < 8; at++) await mia.say('design', 'busy', `message ${at}`);
  clock.pass(22 * DAY);
  const guest = await gus.listen();
  // Eight messages and the creation notice, over four weeks.
  await hearsOfChannels(max, count, { type: 'stream', op: 'update', property: 'stream_weekly_traffic', value: 2 });
  await hearsOfChannels(max, count);
  clock.pass(160 * DAY);
  await hearsOfChannels(
    max,
    count,
    { type: 'stream', op: 'update', property: 'stream_weekly_traffic', value: 0 },
    { type: 'stream', op: 'update', property: 'is_recently_active', value: false },
  );
  assert.deepEqual(await guest.events(), []);
});
