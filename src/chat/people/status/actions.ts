import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { notForBots } from '../../errors.ts';
import { changeSettings } from '../../personal/settings/actions.ts';
import { usersWithAccessTo } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { statusChanged } from './events.ts';
import { NO_EMOJI, requirePerson, requireStatusEmoji } from './rules.ts';
import type { StatusChange } from './types.ts';

/** Sets the caller's status. Throws if nothing would change, and for unknown emoji. */
export function changeStatus(app: App, user: User, { away, ...changes }: StatusChange): void {
  const emoji = requireStatusEmoji(app, changes, app.userStatus.of(user.id));
  const status_text = changes.status_text?.trim();
  if (away === undefined && status_text === undefined && emoji === undefined)
    throw badRequest('Client did not pass any new values.');
  app.db.write(() => {
    // Older clients hide presence this way.
    if (away !== undefined) changeSettings(app, user, { presence_enabled: !away });
    const { status_text: before, ...beforeEmoji } = app.userStatus.of(user.id) ?? {
      user_id: user.id,
      status_text: '',
      ...NO_EMOJI,
    };
    const status = { ...beforeEmoji, status_text: status_text ?? before, ...emoji };
    if (status.status_text === '' && status.emoji_name === '') app.userStatus.remove(user.id);
    else app.userStatus.put(status);
    const change = {
      user_id: user.id,
      ...(away !== undefined && { away }),
      ...(status_text !== undefined && { status_text }),
      ...emoji,
    };
    app.events.publish(statusChanged(change), usersWithAccessTo(app, user));
  });
}

/**
 * Sets the status of another user; for administrators. Throws for bots as caller or target, and for deactivated users.
 */
export function changeStatusOf(app: App, actor: User, id: number, changes: StatusChange): void {
  if (actor.is_bot) throw notForBots();
  changeStatus(app, requirePerson(app, actor, id), changes);
}
