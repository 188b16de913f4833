import { Type } from 'typebox';
import { shapedEvent } from '../../../kernel/events/event.ts';
import { MapOf, Maybe } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { SHARED_FOR, sharesPresence, USUAL_HISTORY_DAYS } from './rules.ts';
import { ClientPresence, ModernPresence, Presences } from './types.ts';
import { type byClient, presencesFor } from './views.ts';

/** The presence of all users. Visitors receive none. */
export const presences = state(
  'presence',
  { presences: Presences, presence_last_update_id: Maybe(Type.Integer()), server_timestamp: Type.Number() },
  ({ app, user, kind, presenceHistoryDays }) =>
    user
      ? presencesFor(app, user, {
          modern: kind.slim_presence || kind.simplified_presence_events,
          historyDays: presenceHistoryDays,
        })
      : { presences: {}, server_timestamp: app.clock.now() / 1000 },
  (request) => {
    const { app, user, kind, presenceHistoryDays } = request;
    if (!user || !sharesPresence(app, user) || presenceHistoryDays !== USUAL_HISTORY_DAYS) return undefined;
    const key = `${kind.slim_presence || kind.simplified_presence_events}`;
    return { key, as: request, late: { tables: ['presence'], by: SHARED_FOR } };
  },
);

/** A user came online, or changed between active and idle. */
interface Noticed {
  user: { id: number; email: string };
  modern: { active_timestamp: number; idle_timestamp: number };
  legacy: ReturnType<typeof byClient>;
  server_timestamp: number;
}

export const presenceChanged = shapedEvent<Noticed>()(
  'presence',
  undefined,
  {
    presences: Maybe(MapOf(ModernPresence)),
    user_id: Maybe(Type.Integer()),
    email: Maybe(Type.String()),
    server_timestamp: Maybe(Type.Number()),
    presence: Maybe(MapOf(Type.Required(ClientPresence))),
  },
  {
    canWait: true,
    shape({ user, modern, legacy, server_timestamp }, kind) {
      if (kind.simplified_presence_events) return { presences: { [user.id]: modern } };
      return {
        user_id: user.id,
        ...(!kind.slim_presence && { email: user.email }),
        server_timestamp,
        presence: legacy,
      };
    },
  },
);
