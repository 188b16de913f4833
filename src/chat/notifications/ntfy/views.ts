import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { noticesIn } from '../../../texts/notices.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import type { User } from '../../people/users/types.ts';
import { getConversation, getText } from '../web-push/views.ts';
import type { ListedAddress, NtfyAddress, NtfyNotice } from './types.ts';

/** An address as its owner sees it. */
export const listedAddress = ({ id, url, authorization, shows_text, ...state }: NtfyAddress): ListedAddress => ({
  id,
  url,
  has_credentials: authorization !== null,
  shows_text: shows_text === 1,
  last_success: state.last_success,
  last_failure: state.last_failure,
  failure: state.failure,
});

/** The ID of the one notification that shows a conversation. It reveals nothing about the conversation. */
export const makeSequence = ({ id, url }: NtfyAddress, { recipient_id, subject }: StoredMessage): string =>
  createHash('sha256').update(`${id} ${url} ${recipient_id} ${subject}`).digest('base64url').slice(0, 24);

/** A notification of the newest unread message of a conversation. `unread`: how many it has. */
export function conversationNotice(
  app: App,
  user: User,
  { message, unread, showsText }: { message: StoredMessage; unread: number; showsText: boolean },
): NtfyNotice {
  const { t, plural } = noticesIn(user.settings.default_language);
  if (!showsText) return { title: app.realm.get('name'), message: t('New message'), click: app.config.url };
  const { title, url } = getConversation(app, user, message);
  // Unlike Web Push, ntfy is not encrypted from end to end.
  const text = app.realm.get('require_e2ee_push_notifications') ? '' : getText(app, message);
  const more = unread > 1 ? [plural(unread - 1, '+{n} message', '+{n} messages')] : [];
  return { title, message: [text || t('New message'), ...more].join('\n'), click: app.config.url + url };
}

/** A notification that only shows that notifications arrive. */
export const testNotice = (app: App, user: User): NtfyNotice => ({
  title: app.realm.get('name'),
  message: noticesIn(user.settings.default_language).t('This is a test notification.'),
  click: app.config.url,
});
