import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { accessibleUsers } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { apiEmail } from '../users/views.ts';
import { isShown, type Seen, statusOf } from './rules.ts';
import type { ClientPresence, LegacyPresence, ModernPresence, Presences } from './types.ts';

/** Who was never active counts as last active when they joined: the format knows no other way. */
export const modern = (user: User, { active_timestamp, idle_timestamp }: Seen): ModernPresence => ({
  active_timestamp: active_timestamp ?? user.date_joined,
  idle_timestamp,
});

/** All programs count as one, which older clients know by this name. */
const CLIENT = 'website';

function statusAndTime(seen: Seen) {
  const status = statusOf(seen);
  return { client: CLIENT, status, timestamp: status === 'active' ? seen.active_timestamp! : seen.idle_timestamp };
}

/** By program, as events have it. */
export const byClient = (seen: Seen): { [CLIENT]: Required<ClientPresence> } => ({
  [CLIENT]: { ...statusAndTime(seen), pushable: false },
});

/** By program, and their sum. */
export const legacy = (seen: Seen): LegacyPresence => ({ aggregated: statusAndTime(seen), ...byClient(seen) });

export interface PresenceQuery {
  /** Keyed by id, in the modern format; else by e-mail, in the legacy one. */
  modern: boolean;
  /** What the client has already; undefined: nothing. */
  lastUpdateId?: number | undefined;
  /** How old the news may be; of no account once the client has some. */
  historyDays: number;
}

/** Everybody the viewer may know and who is shown, with the newest update among them (the client's own if there is none, or -1). */
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
