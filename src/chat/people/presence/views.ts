import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { accessibleUsers } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { apiEmail } from '../users/views.ts';
import { isShown, type Seen, statusOf } from './rules.ts';
import type { ClientPresence, LegacyPresence, ModernPresence, Presences } from './types.ts';

/** A user who was never active counts as last active when they joined: the format has no other value. */
export const modern = (user: User, { active_timestamp, idle_timestamp }: Seen): ModernPresence => ({
  active_timestamp: active_timestamp ?? user.date_joined,
  idle_timestamp,
});

/** All clients count as one, under the name that older clients expect. */
const CLIENT = 'website';

function statusAndTime(seen: Seen) {
  const status = statusOf(seen);
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
