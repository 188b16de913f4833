import { Type } from 'typebox';
import { shapedEvent } from '../../../kernel/events/event.ts';
import { MapOf } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { isLimited } from '../users/rules.ts';
import { Status } from './types.ts';
import { shownStatus, statusesFor } from './views.ts';

/** What changed in a user's status. An empty text or emoji name removes it. */
export const statusChanged = shapedEvent<Status & { user_id: number }>()(
  'user_status',
  undefined,
  { user_id: Type.Integer(), ...Status.properties },
  { shape: shownStatus },
);

export const userStatus = state(
  'user_status',
  { user_status: MapOf(Status) },
  ({ app, user, kind }) => ({ user_status: user ? statusesFor(app, user, kind) : {} }),
  (request) => {
    const { app, user, kind } = request;
    return user && !isLimited(app, user) ? { key: `${kind.zulip_names}`, as: request } : undefined;
  },
);
