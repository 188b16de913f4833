import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { dayOf } from './periods.ts';
import type { MessageCount } from './repository.ts';

/** Message ids, and changes of presence, that one turn counts: a few milliseconds. */
const BATCH = 1000;

/**
 * Counts what has happened since the last call. Each batch is counted in one transaction with how far the counting is,
 * so nothing is counted twice or left out, whenever the server stops. `isEnough` ends it early.
 */
export const countNews = (app: App, isEnough: () => boolean): Promise<void> =>
  app.memory.statisticsRun.run(async () => {
    while (!isEnough() && (countMessages(app) || countPresence(app))) {
      await app.db.committed();
      await turn();
    }
  });

/** Counts the next messages. Returns whether there were any. */
function countMessages(app: App): boolean {
  const after = app.statistics.progress()!.message_id;
  const upTo = Math.min(after + BATCH, app.messages.lastId());
  if (upTo <= after) return false;
  app.db.write(() => {
    for (const count of app.statistics.countMessages(after, upTo)) addMessages(app, count);
    app.statistics.setMessageProgress(upTo);
  });
  return true;
}

function addMessages(app: App, { day, recipient_id, sender_id, messages }: MessageCount): void {
  const { statistics } = app;
  const channel = app.channels.byRecipient(recipient_id);
  statistics.add(channel ? 'channel_messages' : 'direct_messages', day, messages);
  if (channel) statistics.add('channel', day, messages, channel.id);
  if (app.users.byId(sender_id)!.is_bot) {
    statistics.add('bot_messages', day, messages);
    statistics.add('bot', day, messages, sender_id);
  } else statistics.addActive(sender_id, day, seconds(app.clock));
}

/** Counts the next users whose presence changed as active. Returns whether there were any. */
function countPresence(app: App): boolean {
  const changed = app.statistics.activeAfter(app.statistics.progress()!.presence_id, BATCH);
  if (changed.length === 0) return false;
  app.db.write(() => {
    for (const { user_id, time } of changed)
      if (time !== null) app.statistics.addActive(user_id, dayOf(time), seconds(app.clock));
    app.statistics.setPresenceProgress(changed.at(-1)!.update_id);
  });
  return true;
}
