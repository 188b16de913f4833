import type { App } from '../../../app.ts';
import type { ClientKind } from '../../../kernel/events/client.ts';
import { shownType } from '../../messages/messages/views.ts';
import { accessibleUsers } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import type { Status, StoredStatus } from './types.ts';

/** A status in the form that this kind of client understands. */
export const shownStatus = <S extends Status>(status: S, kind: ClientKind): S =>
  status.reaction_type === undefined ? status : { ...status, reaction_type: shownType(status.reaction_type, kind) };

/** The parts of a status that are not empty. */
function statusView({ settings }: User, stored: StoredStatus | undefined): Status {
  return {
    ...(!settings.presence_enabled && { away: true }),
    ...(stored?.status_text && { status_text: stored.status_text }),
    ...(stored?.emoji_name && {
      emoji_name: stored.emoji_name,
      emoji_code: stored.emoji_code,
      reaction_type: stored.reaction_type,
    }),
    ...(stored?.scheduled_end_time && { scheduled_end_time: stored.scheduled_end_time }),
  };
}

export const getStatus = (app: App, user: User, kind: ClientKind): Status =>
  shownStatus(statusView(user, app.userStatus.of(user.id)), kind);

/** By user id: the statuses of all active users the viewer can see. */
export function statusesFor(app: App, viewer: User, kind: ClientKind): Record<string, Status> {
  const stored = new Map(app.userStatus.all().map((status) => [status.user_id, status]));
  const people = app.users
    .active()
    .filter(({ id, is_bot, settings }) => !is_bot && (stored.has(id) || !settings.presence_enabled));
  return Object.fromEntries(
    accessibleUsers(app, viewer, people).map((user) => [
      user.id,
      shownStatus(statusView(user, stored.get(user.id)), kind),
    ]),
  );
}
