import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { makeSpans } from '../../messages/narrow/spans.ts';
import { deleteArchivedChannels } from '../archived-channels/batches.ts';
import { publishChannelChange } from './change-actions.ts';
import type { Channel } from './types.ts';
import { publishNewFullMembers } from './visibility-actions.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;
/** A channel without a message for this long is no longer recently active. */
const ACTIVE_FOR = 180 * DAY;

/** Counts every channel's messages of the last four weeks and publishes what changed; `now` is in seconds. */
export function measureTraffic(app: App, now: number): void {
  const month = countingSince(app, now - 4 * WEEK);
  const recent = countingSince(app, now - ACTIVE_FOR);
  for (const channel of app.channels.all()) {
    if (channel.is_archived) continue;
    const traffic = weeklyTraffic(channel, now, month);
    const active = channel.date_created >= now - ACTIVE_FOR || recent(channel) > 0;
    if (traffic === channel.weekly_traffic && active === channel.is_recently_active) continue;
    app.db.write(() => {
      if (traffic !== channel.weekly_traffic) {
        app.channels.set(channel.id, 'weekly_traffic', traffic);
        publishChannelChange(app, channel, { property: 'stream_weekly_traffic', value: traffic });
      }
      if (active !== channel.is_recently_active) {
        app.channels.set(channel.id, 'is_recently_active', active);
        publishChannelChange(app, channel, { property: 'is_recently_active', value: active });
      }
    });
  }
}

/** Counts the messages of a channel that were sent since a time: imported ones by their own time. */
function countingSince(app: App, from: number): (channel: Channel) => number {
  const spans = makeSpans(app, { from, until: Number.MAX_SAFE_INTEGER });
  return ({ recipient_id }) =>
    spans.reduce((sum, [lowest, highest]) => sum + app.channels.sentBetween(recipient_id, lowest, highest, from)!, 0);
}

/** Messages per week, over the last four weeks or the channel's lifetime; null: it is younger than a week. */
function weeklyTraffic(channel: Channel, now: number, month: (channel: Channel) => number): number | null {
  const age = now - channel.date_created;
  if (age < WEEK) return null;
  return Math.round(month(channel) / Math.min(4, age / WEEK));
}

/** Once a day, updates each channel's traffic. */
export const traffic = job({
  name: 'channel traffic',
  every: DAY,
  run: (app: App) => measureTraffic(app, seconds(app.clock)),
});

/** Publishes new full members, and the channels they can see now. */
export const fullMembers = job({ name: 'full members', every: 600, run: (app: App) => publishNewFullMembers(app) });

/** Deletes archived channels permanently when the time to restore them has passed. */
export const deleting = job({
  name: 'delete archived channels',
  every: 3600,
  run: (app, stopping) =>
    app.memory.channelDeletion.run(() => deleteArchivedChannels(app, () => stopping?.aborted === true)),
});
