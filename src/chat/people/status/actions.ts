import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { noNewValues, notForBots } from '../../errors.ts';
import { changeSettings } from '../../personal/settings/actions.ts';
import { usersWithAccessTo } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { statusChanged } from './events.ts';
import { NO_EMOJI, NO_STATUS, requireEndTime, requirePerson, requireStatusEmoji } from './rules.ts';
import type { Status, StatusChange, StoredStatus } from './types.ts';

const ENDED_AT_ONCE = 50;

/**
 * Sets the caller's status. A new text or emoji also removes the time at which the previous status would have ended,
 * unless the change has a time itself. Throws if nothing would change, for unknown emoji, and for a time in the past or
 * more than a year away.
 */
export function changeStatus(app: App, user: User, { away, scheduled_end_time, ...changes }: StatusChange): void {
  const before = app.userStatus.of(user.id) ?? { user_id: user.id, ...NO_STATUS };
  const emoji = requireStatusEmoji(app, changes, before);
  const status_text = changes.status_text?.trim();
  if (scheduled_end_time) requireEndTime(app, scheduled_end_time);
  const isNew = status_text !== undefined || emoji !== undefined;
  if (away === undefined && scheduled_end_time === undefined && !isNew) throw noNewValues();
  const end = scheduled_end_time ?? (isNew ? 0 : (before.scheduled_end_time ?? 0));
  app.db.write(() => {
    // Older clients hide presence this way.
    if (away !== undefined) changeSettings(app, user, { presence_enabled: !away });
    const status = { ...before, ...emoji, status_text: status_text ?? before.status_text };
    if (status.status_text === '' && status.emoji_name === '') app.userStatus.remove(user.id);
    else app.userStatus.put({ ...status, scheduled_end_time: end || null });
    publishStatus(app, user, {
      ...(away !== undefined && { away }),
      ...(status_text !== undefined && { status_text }),
      ...emoji,
      ...(end !== (before.scheduled_end_time ?? 0) && { scheduled_end_time: end }),
    });
  });
}

/** Removes statuses whose end has come, some at a time. Returns whether there may be more. */
export function endStatuses(app: App): boolean {
  const ended = app.userStatus.ended(seconds(app.clock), ENDED_AT_ONCE);
  if (ended.length > 0)
    app.db.write(() => {
      for (const { user_id } of ended) {
        app.userStatus.remove(user_id);
        publishStatus(app, app.users.byId(user_id)!, { status_text: '', ...NO_EMOJI, scheduled_end_time: 0 });
      }
    });
  return ended.length === ENDED_AT_ONCE;
}

const publishStatus = (app: App, user: User, change: Status): void =>
  app.events.publish(statusChanged({ user_id: user.id, ...change }), usersWithAccessTo(app, user));

/**
 * Sets the status of another user; for administrators. Throws for bots as caller or target, and for deactivated users.
 */
export function changeUserStatus(app: App, actor: User, id: number, changes: StatusChange): void {
  if (actor.is_bot) throw notForBots();
  changeStatus(app, requirePerson(app, actor, id), changes);
}

/** Stores a status without checking it. For imports. Call it inside `db.write`. */
export function insertStatus(app: App, user: User, status: StoredStatus): void {
  app.userStatus.put({ ...status });
  const { scheduled_end_time: end, ...shown } = status;
  const change = { ...shown, ...(end !== null && { scheduled_end_time: end }) };
  app.events.publish(statusChanged(change), usersWithAccessTo(app, user));
}
