import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { SharedText } from '../../../kernel/http/shared-text.ts';
import { accessibleUsers } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { apiEmail } from '../users/views.ts';
import type { PresenceTick } from './memory.ts';
import { getStatus, isShown, OFFLINE_AFTER, presenceGone, type Seen, SHARED_FOR } from './rules.ts';
import type { ClientPresence, LegacyPresence, ModernPresence, Presences, Status } from './types.ts';

/** A user who was never active counts as last active when they joined: the format has no other value. */
export const modern = (user: User, { active_timestamp, idle_timestamp }: Seen): ModernPresence => ({
  active_timestamp: active_timestamp ?? user.date_joined,
  idle_timestamp,
});

/** All clients count as one, under the name that older clients expect. */
const CLIENT = 'website';

function statusAndTime(seen: Seen) {
  const status = getStatus(seen);
  return { client: CLIENT, status, timestamp: status === 'active' ? seen.active_timestamp! : seen.idle_timestamp };
}

/** By client, as events send it. */
export const byClient = (seen: Seen): { [CLIENT]: Required<ClientPresence> } => ({
  [CLIENT]: { ...statusAndTime(seen), pushable: false },
});

/** By client, with the aggregate. */
export const legacy = (seen: Seen): LegacyPresence => ({ aggregated: statusAndTime(seen), ...byClient(seen) });

export interface PresenceQuery {
  /** Keyed by id in the modern format, by e-mail address in the legacy one. */
  modern: boolean;
  /** The last update that the client has; undefined: none. */
  lastUpdateId?: number | undefined;
  /** How old the first data may be. Ignored when the client has some already. */
  historyDays: number;
}

/**
 * The visible presence of all users the viewer can see, and the newest update id among them: the client's own if there
 * is none, or -1.
 */
export function presencesFor(app: App, viewer: User, { modern: isModern, lastUpdateId, historyDays }: PresenceQuery) {
  const since = lastUpdateId !== undefined && lastUpdateId > 0 ? 0 : seconds(app.clock) - historyDays * 86_400;
  const rows = new Map(app.presence.since(lastUpdateId ?? -1, since).map((row) => [row.user_id, row]));
  const people = accessibleUsers(app, viewer, [...rows.keys()].map((id) => app.users.byId(id)!).filter(isShown));
  const presences: Presences = {};
  let newest = lastUpdateId ?? -1;
  for (const user of people) {
    const row = rows.get(user.id)!;
    if (isModern) presences[user.id] = modern(user, row);
    else presences[apiEmail(app, user)] = legacy(row);
    newest = Math.max(newest, row.update_id);
  }
  return { presences, presence_last_update_id: newest, server_timestamp: app.clock.now() / 1000 };
}

/**
 * The same for all who see everybody, as of the last tick: the last update id, and the rest of the reply as a part of
 * it. `onlyChanges`: who is not in it is as active as at the client's last tick, if the server knows that tick.
 */
export function sharedPresences(app: App, viewer: User, query: PresenceQuery & { onlyChanges: boolean }) {
  const { last_update_id, server_timestamp } = currentTick(app);
  const { modern: isModern, lastUpdateId = -1, onlyChanges } = query;
  const changes = onlyChanges && isModern ? app.memory.presenceTicks.changesSince(lastUpdateId) : undefined;
  const part = app.memory.presenceTicks.reply(`${changes !== undefined} ${isModern} ${lastUpdateId}`, () => {
    const fields = changes
      ? { presences: Object.fromEntries(changes), server_timestamp, only_changes: true }
      : { presences: presencesFor(app, viewer, query).presences, server_timestamp };
    return new SharedText(`,${JSON.stringify(fields).slice(1, -1)}`);
  });
  return { last_update_id, part };
}

/** The last tick, or a new one if it is over. */
function currentTick(app: App) {
  const ticks = app.memory.presenceTicks;
  const now = app.clock.now();
  const { last } = ticks;
  const tick = last && now - last.at < SHARED_FOR ? last : addTick(app, now);
  return { last_update_id: tick.id, server_timestamp: tick.at / 1000 };
}

function addTick(app: App, at: number): PresenceTick {
  const ticks = app.memory.presenceTicks;
  const now = Math.floor(at / 1000);
  const rows = app.presence.since(-1, now - OFFLINE_AFTER + 1);
  const statuses = new Map<number, Status>();
  const changed = new Map<number, ModernPresence>();
  for (const row of rows) {
    const user = app.users.byId(row.user_id)!;
    if (!isShown(user)) continue;
    const seen = modern(user, row);
    const status = now - seen.active_timestamp < OFFLINE_AFTER ? 'active' : 'idle';
    statuses.set(user.id, status);
    if (ticks.statuses.get(user.id) !== status) changed.set(user.id, seen);
  }
  for (const id of ticks.statuses.keys()) if (!statuses.has(id)) changed.set(id, lastSeen(app, id, now));
  const id = rows.reduce((newest, { update_id }) => Math.max(newest, update_id), ticks.last?.id ?? 0);
  const tick = { id, at, changed };
  ticks.add(tick, statuses);
  return tick;
}

/** When somebody was seen who is offline now, or no longer shown. */
function lastSeen(app: App, id: number, now: number): ModernPresence {
  const user = app.users.byId(id)!;
  const row = isShown(user) ? app.presence.of(id) : undefined;
  return modern(user, row ?? presenceGone(now));
}
