import type { App } from '../../../app.ts';
import { lastSentBefore } from '../../messages/narrow/spans.ts';
import { publishChannelChange } from './change-permissions.ts';
import type { Channel } from './types.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;
/** A channel without a message for this long is no longer recently active. */
const ACTIVE_FOR = 180 * DAY;

/** Counts every channel's messages of the last four weeks and publishes what changed; `now` is in seconds. */
export function measureTraffic(app: App, now: number): void {
  const fourWeeksAgo = lastSentBefore(app, now - 4 * WEEK);
  for (const channel of app.channels.all()) {
    if (channel.is_archived) continue;
    const traffic = weeklyTraffic(app, channel, now, fourWeeksAgo);
    const active =
      Math.max(channel.date_created, app.channels.lastDateSent(channel.recipient_id) ?? 0) >= now - ACTIVE_FOR;
    if (traffic === channel.weekly_traffic && active === channel.is_recently_active) continue;
    app.db.write(() => {
      if (traffic !== channel.weekly_traffic) {
        app.channels.set(channel.id, 'weekly_traffic', traffic);
        publishChannelChange(app, channel, 'stream_weekly_traffic', traffic);
      }
      if (active !== channel.is_recently_active) {
        app.channels.set(channel.id, 'is_recently_active', active);
        publishChannelChange(app, channel, 'is_recently_active', active);
      }
    });
  }
}

/** Messages per week, over the last four weeks or the channel's lifetime; null: it is younger than a week. */
function weeklyTraffic(app: App, channel: Channel, now: number, fourWeeksAgo: number): number | null {
  const age = now - channel.date_created;
  if (age < WEEK) return null;
  const weeks = Math.min(4, age / WEEK);
  return Math.round(app.channels.messagesSince(channel.recipient_id, fourWeeksAgo)! / weeks);
}
