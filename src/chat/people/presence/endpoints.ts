import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { reportPresence } from './actions.ts';
import { isShown, requirePerson } from './rules.ts';
import { Presences, Status } from './types.ts';
import { legacy, presencesFor } from './views.ts';

export const updatePresence = endpoint({
  method: 'POST',
  path: '/users/me/presence',
  isCostly: true,
  keepsAccess: true,
  summary: 'Report your presence and get that of others',
  auth: 'human',
  params: {
    status: Status,
    /** -1 at first, then the last `presence_last_update_id`. */
    last_update_id: Maybe(Type.Integer()),
    history_limit_days: Type.Integer({ default: 14, minimum: 0 }),
    ping_only: Type.Boolean({ default: false }),
    /** Whether the user is using this client. Does not change what others see. */
    new_user_input: Type.Boolean({ default: false }),
    slim_presence: Type.Boolean({ default: false, deprecated: true }),
  },
  returns: {
    presence_last_update_id: Type.Integer(),
    server_timestamp: Maybe(Type.Number()),
    presences: Maybe(Presences),
    /** Klatch has no Zephyr bridge. */
    zephyr_mirror_active: Type.Boolean({ deprecated: true }),
  },
  handle({ app, user, params: { status, last_update_id, history_limit_days, ping_only, slim_presence } }) {
    reportPresence(app, user, status);
    if (ping_only) return { presence_last_update_id: last_update_id ?? -1, zephyr_mirror_active: false };
    const modern = slim_presence || last_update_id !== undefined;
    const others = presencesFor(app, user, { modern, lastUpdateId: last_update_id, historyDays: history_limit_days });
    return { ...others, zephyr_mirror_active: false };
  },
});

const StatusAndTime = Type.Object({ status: Status, timestamp: Type.Integer() });

export const getUserPresence = endpoint({
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  summary: "Get a user's presence",
  params: { user_id_or_email: Type.String() },
  returns: { presence: Type.Object({ aggregated: StatusAndTime, website: StatusAndTime }) },
  handle({ app, user, params: { user_id_or_email: which } }) {
    const person = requirePerson(app, user, which);
    const seen = isShown(person) ? app.presence.of(person.id) : undefined;
    if (!seen) throw badRequest(`No presence data for ${which}`);
    const { status, timestamp } = legacy(seen).aggregated!;
    return { presence: { aggregated: { status, timestamp }, website: { status, timestamp } } };
  },
});

export const getRealmPresence = endpoint({
  method: 'GET',
  path: '/realm/presence',
  summary: 'Get the presence of all users',
  returns: { server_timestamp: Type.Number(), presences: Presences },
  handle({ app, user }) {
    const { server_timestamp, presences } = presencesFor(app, user, { modern: false, historyDays: 14 });
    return { server_timestamp, presences };
  },
});
