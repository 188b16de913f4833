import type { App } from '../../../app.ts';
import { notFound } from '../../../kernel/errors.ts';
import { changeProperties } from '../../channels/subscriptions/subscribe-actions.ts';
import type { User } from '../../people/users/types.ts';
import { changeSettings, type SettingChanges } from '../../personal/settings/actions.ts';
import { STOPPABLE, type Stoppable, userOfToken } from './rules.ts';

/** Returns the user and the kind of mail of an unsubscribe link. Throws 404 for invalid links and deactivated users. */
export function requireUnsubscribeToken(app: App, kind: string, token: string): { user: User; kind: Stoppable } {
  const id = userOfToken(app, kind, token);
  const user = id === undefined ? undefined : app.users.byId(id);
  if (!user?.is_active) throw notFound('This link is incomplete, or the account no longer exists.');
  return { user, kind: kind as Stoppable };
}

/** Turns off one kind of mail by changing the user's settings, including those of channels. */
export function unsubscribe(app: App, kind: string, token: string): void {
  const { user, kind: which } = requireUnsubscribeToken(app, kind, token);
  const off = Object.fromEntries(STOPPABLE[which].map((name) => [name, false])) as SettingChanges;
  app.db.write(() => {
    changeSettings(app, user, off);
    if (which !== 'missed_messages') return;
    const loud = app.subscriptions
      .ofUser(user.id)
      .filter(({ active, email_notifications }) => active && email_notifications);
    changeProperties(
      app,
      user,
      loud.map(({ channel_id }) => ({ stream_id: channel_id, property: 'email_notifications' as const, value: false })),
    );
  });
}
