import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { withParts } from '../../../kernel/http/shared-text.ts';
import { endpoint } from '../../declare.ts';
import { reportPresence } from './actions.ts';
import { isShown, requirePerson, sharesPresence, USUAL_HISTORY_DAYS } from './rules.ts';
import { Presences, Status } from './types.ts';
import { legacy, presencesFor, sharedPresences } from './views.ts';

export const updatePresence = endpoint({
  method: 'POST',
  path: '/users/me/presence',
  keepsAccess: true,
  summary: 'Report your presence and get that of others',
  auth: 'human',
  params: {
    status: Status,
    /** -1 at first, then the last `presence_last_update_id`. */
    last_update_id: Maybe(Type.Integer()),
    history_limit_days: Type.Integer({ default: USUAL_HISTORY_DAYS, minimum: 0 }),
    ping_only: Type.Boolean({ default: false }),
    /** The client keeps showing everybody as before who is not in the reply, if the reply has `only_changes`. */
    only_changes: Type.Boolean({ default: false }),
    /** Whether the user is using this client. Does not change what others see. */
    new_user_input: Type.Boolean({ default: false }),
    slim_presence: Type.Boolean({ default: false, deprecated: true }),
  },
  returns: {
    presence_last_update_id: Type.Integer(),
    server_timestamp: Maybe(Type.Number()),
    presences: Maybe(Presences),
    /** Whether only those are in `presences` who came, left or became idle; only in large organizations. */
    only_changes: Maybe(Type.Boolean()),
    /** Klatch has no Zephyr bridge. */
    zephyr_mirror_active: Type.Boolean({ deprecated: true }),
  },
  handle({ app, user, params }) {
    const { status, last_update_id: lastUpdateId, history_limit_days: historyDays, only_changes: onlyChanges } = params;
    const zephyr_mirror_active = false;
    reportPresence(app, user, status);
    if (params.ping_only) return { presence_last_update_id: lastUpdateId ?? -1, zephyr_mirror_active };
    const query = { modern: params.slim_presence || lastUpdateId !== undefined, lastUpdateId, historyDays };
    if (!sharesPresence(app, user) || historyDays !== USUAL_HISTORY_DAYS)
      return { ...presencesFor(app, user, query), zephyr_mirror_active };
    const { last_update_id, part } = sharedPresences(app, user, { ...query, onlyChanges });
    return withParts({ presence_last_update_id: last_update_id, zephyr_mirror_active }, [part]);
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
