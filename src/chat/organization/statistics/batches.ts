import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { MessageCount } from './repository.ts';
import { type Delivery, getDay, type StatisticKind } from './types.ts';

/** Message ids, and changes of presence, that one turn counts: a few milliseconds. */
const BATCH = 500;

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
    addCounts(app, app.statistics.countMessages(after, upTo));
    app.statistics.setMessageProgress(upTo);
  });
  return true;
}

/** Adds some counts, after summing them up: each sum and each active user is written once. */
function addCounts(app: App, counts: readonly MessageCount[]): void {
  const sums = new Map<string, { kind: StatisticKind; day: number; key: number; value: number }>();
  const add = (kind: StatisticKind, day: number, value: number, key = 0) => {
    const name = `${kind} ${day} ${key}`;
    const sum = sums.get(name);
    if (sum) sum.value += value;
    else sums.set(name, { kind, day, key, value });
  };
  const active = new Map<string, { user: number; day: number }>();
  for (const { day, recipient_id, sender_id, messages } of counts) {
    const channel = app.channels.byRecipient(recipient_id);
    add(channel ? 'channel_messages' : 'direct_messages', day, messages);
    if (channel) add('channel', day, messages, channel.id);
    if (app.users.byId(sender_id)!.is_bot) {
      add('bot_messages', day, messages);
      add('bot', day, messages, sender_id);
    } else active.set(`${sender_id} ${day}`, { user: sender_id, day });
  }
  for (const { kind, day, key, value } of sums.values()) app.statistics.add(kind, day, value, key);
  for (const { user, day } of active.values()) app.statistics.addActive(user, day, seconds(app.clock));
}

/** Counts the next users whose presence changed as active. Returns whether there were any. */
function countPresence(app: App): boolean {
  const changed = app.statistics.activeAfter(app.statistics.progress()!.presence_id, BATCH);
  if (changed.length === 0) return false;
  app.db.write(() => {
    for (const { user_id, time } of changed)
      if (time !== null) app.statistics.addActive(user_id, getDay(time), seconds(app.clock));
    app.statistics.setPresenceProgress(changed.at(-1)!.update_id);
  });
  return true;
}

/** Counts a delivery of today. */
export function countDelivery(app: App, what: Delivery): void {
  app.db.write(() => app.statistics.add(what, getDay(seconds(app.clock)), 1));
}

/** Measures how much is stored today. */
export function measureStorage(app: App): void {
  const day = getDay(seconds(app.clock));
  app.db.write(() => {
    app.statistics.set('database_bytes', day, app.db.size);
    app.statistics.set('upload_bytes', day, app.attachments.spaceUsed()!);
  });
}
