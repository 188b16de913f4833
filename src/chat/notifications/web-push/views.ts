import type { App } from '../../../app.ts';
import { hashEncoded, topicUrl } from '../../../markdown/urls.ts';
import { noticesIn } from '../../../texts/notices.ts';
import { EMPTY_TOPIC_NAME } from '../../channels/topics/types.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { loadParts } from '../../messages/messages/views.ts';
import { pictures } from '../../organization/realm/views.ts';
import type { User } from '../../people/users/types.ts';
import { avatarUrl } from '../../people/users/views.ts';
import { forMail } from '../missed-messages/html-views.ts';
import type { CallNotice, Notice } from './types.ts';

/** The maximum length of a message in a notification, in characters. */
const LONGEST = 240;
/** The notification of a call that rings. Its message has the same tag, so that a missed call replaces it. */
export function callNotice(
  app: App,
  user: User,
  message: StoredMessage,
  call: Pick<CallNotice, 'url' | 'until'>,
): Notice {
  const { t } = noticesIn(user.settings.default_language);
  const buttons = { join: t('Join'), decline: t('Decline') };
  return {
    ...makeNotification(app, user, message),
    body: t('📞 is calling you'),
    call: { message_id: message.id, ...call, ...buttons },
  };
}

/** A notification that only shows that notifications arrive. Browsers show it even while a page is visible. */
export function testNotice(app: App, user: User, { tag, time }: Pick<Notice, 'tag' | 'time'>): Notice {
  const lang = user.settings.default_language;
  const icon = pictures(app).realm_icon_url;
  const body = noticesIn(lang).t('This is a test notification.');
  return { title: app.realm.get('name'), body, icon, tag, url: '/', time, lang };
}

/** A message as a browser notification. Only the browser can read it: it is encrypted for the push service. */
export function makeNotification(app: App, user: User, message: StoredMessage): Notice {
  const channel = app.channels.byRecipient(message.recipient_id);
  const picture = avatarUrl(app, app.users.byId(message.sender_id)!, false)!;
  const language = user.settings.default_language;
  return {
    ...getConversation(app, user, message),
    body:
      channel || user.settings.pm_content_in_desktop_notifications
        ? getText(app, message)
        : noticesIn(language).t('New direct message'),
    // Loading an external image would reveal to another site that the user received a message.
    icon: picture.startsWith('/') ? picture : pictures(app).realm_icon_url,
    tag: `message-${message.id}`,
    time: message.date_sent,
    lang: language,
  };
}

/** The text of a message in a notification: one line, without formatting. */
export const getText = (app: App, { rendered_content }: StoredMessage): string =>
  shorten(forMail(rendered_content, app.config.url).text.replace(/\s+/g, ' ').trim());

type NoticeTarget = Pick<Notice, 'title' | 'url'>;

/** Who wrote a message where, and the path of the conversation on this server. */
export function getConversation(app: App, user: User, message: StoredMessage): NoticeTarget {
  const { sender } = loadParts(app, user, message, [], []);
  const channel = app.channels.byRecipient(message.recipient_id);
  return channel ? inChannel(channel, message, sender.full_name) : amongPeople(app, user, message, sender.full_name);
}

function inChannel(
  channel: { id: number; name: string },
  { id, subject }: StoredMessage,
  sender: string,
): NoticeTarget {
  const title = `${sender} (#${channel.name} › ${subject || EMPTY_TOPIC_NAME})`;
  return { title, url: `${topicUrl(channel, subject)}/near/${id}` };
}

function amongPeople(app: App, user: User, { id, recipient_id }: StoredMessage, sender: string): NoticeTarget {
  const all = app.messages.people(recipient_id)!;
  const others = all.filter((one) => one !== user.id).sort((a, b) => a - b);
  const rest = others.length - 1;
  const slug = others.length === 1 ? hashEncoded(sender.replaceAll(' ', '-')) : 'group';
  return {
    title: rest > 0 ? `${sender} (+${rest})` : sender,
    url: `/#narrow/dm/${others.join(',')}-${slug}/near/${id}`,
  };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST).join('')}…`;
}
