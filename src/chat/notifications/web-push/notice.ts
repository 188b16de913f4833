import type { App } from '../../../app.ts';
import { hashEncoded, topicUrl } from '../../../markdown/urls.ts';
import { type ClientLanguage, clientLanguage } from '../../../shared/languages.ts';
import { EMPTY_TOPIC_NAME } from '../../channels/topics/types.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { partsOf } from '../../messages/messages/views.ts';
import { pictures } from '../../organization/realm/server-views.ts';
import type { User } from '../../people/users/types.ts';
import { avatarUrl } from '../../people/users/views.ts';
import { forMail } from '../missed-messages/html.ts';
import type { CallNotice, Notice } from './types.ts';

/** The maximum length of a message in a notification, in characters. */
const LONGEST = 240;
/** A text in every language of the web client. */
type Texts = Readonly<Record<ClientLanguage, string>>;

const HIDDEN: Texts = {
  en: 'New direct message',
  ar: 'رسالة مباشرة جديدة',
  de: 'Neue Direktnachricht',
  es: 'Nuevo mensaje directo',
  fr: 'Nouveau message direct',
  he: 'הודעה פרטית חדשה',
  it: 'Nuovo messaggio diretto',
  ja: '新しいダイレクトメッセージ',
  nl: 'Nieuw direct bericht',
  pl: 'Nowa wiadomość bezpośrednia',
  'pt-br': 'Nova mensagem direta',
  ru: 'Новое личное сообщение',
  'zh-hans': '新私信',
};

const TEST: Texts = {
  en: 'This is a test notification.',
  ar: 'هذا إشعار تجريبي.',
  de: 'Das ist eine Testbenachrichtigung.',
  es: 'Esto es una notificación de prueba.',
  fr: 'Ceci est une notification de test.',
  he: 'זו התראת בדיקה.',
  it: 'Questa è una notifica di prova.',
  ja: 'これはテスト通知です。',
  nl: 'Dit is een testmelding.',
  pl: 'To jest powiadomienie testowe.',
  'pt-br': 'Esta é uma notificação de teste.',
  ru: 'Это тестовое уведомление.',
  'zh-hans': '这是一条测试通知。',
};

const CALL: Readonly<Record<ClientLanguage, Pick<CallNotice, 'join' | 'decline'> & { body: string }>> = {
  en: { body: '📞 is calling you', join: 'Join', decline: 'Decline' },
  ar: { body: '📞 مكالمة واردة', join: 'انضمام', decline: 'رفض' },
  de: { body: '📞 ruft dich an', join: 'Beitreten', decline: 'Ablehnen' },
  es: { body: '📞 te está llamando', join: 'Unirse', decline: 'Rechazar' },
  fr: { body: '📞 vous appelle', join: 'Rejoindre', decline: 'Refuser' },
  he: { body: '📞 שיחה נכנסת', join: 'הצטרפות', decline: 'דחייה' },
  it: { body: '📞 ti sta chiamando', join: 'Partecipa', decline: 'Rifiuta' },
  ja: { body: '📞 着信中', join: '参加', decline: '拒否' },
  nl: { body: '📞 belt je', join: 'Deelnemen', decline: 'Weigeren' },
  pl: { body: '📞 dzwoni do Ciebie', join: 'Dołącz', decline: 'Odrzuć' },
  'pt-br': { body: '📞 está ligando para você', join: 'Entrar', decline: 'Recusar' },
  ru: { body: '📞 звонит вам', join: 'Присоединиться', decline: 'Отклонить' },
  'zh-hans': { body: '📞 正在呼叫你', join: '加入', decline: '拒绝' },
};

/** The notification of a call that rings. Its message has the same tag, so that a missed call replaces it. */
export function callNotice(
  app: App,
  user: User,
  message: StoredMessage,
  call: Pick<CallNotice, 'url' | 'until'>,
): Notice {
  const { body, ...buttons } = inLanguage(CALL, user.settings.default_language);
  return { ...notificationOf(app, user, message), body, call: { message_id: message.id, ...call, ...buttons } };
}

/** A notification that only shows that notifications arrive. Browsers show it even while a page is visible. */
export function testNotice(app: App, user: User, { tag, time }: Pick<Notice, 'tag' | 'time'>): Notice {
  const lang = user.settings.default_language;
  const icon = pictures(app).realm_icon_url;
  return { title: app.realm.get('name'), body: inLanguage(TEST, lang), icon, tag, url: '/', time, lang };
}

/** A message as a browser notification. Only the browser can read it: it is encrypted for the push service. */
export function notificationOf(app: App, user: User, message: StoredMessage): Notice {
  const { sender } = partsOf(app, user, message, [], []);
  const channel = app.channels.byRecipient(message.recipient_id);
  const picture = avatarUrl(app, app.users.byId(message.sender_id)!, false)!;
  const language = user.settings.default_language;
  const content = forMail(message.rendered_content, app.config.url).text.replace(/\s+/g, ' ').trim();
  return {
    ...(channel ? inChannel(channel, message, sender.full_name) : amongPeople(app, user, message, sender.full_name)),
    body:
      channel || user.settings.pm_content_in_desktop_notifications ? shorten(content) : inLanguage(HIDDEN, language),
    // Loading an external image would reveal to another site that the user received a message.
    icon: picture.startsWith('/') ? picture : pictures(app).realm_icon_url,
    tag: `message-${message.id}`,
    time: message.date_sent,
    lang: language,
  };
}

type NoticeTarget = Pick<Notice, 'title' | 'url'>;

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

const inLanguage = <T>(texts: Record<ClientLanguage, T>, language: string): T =>
  texts[clientLanguage(language) ?? 'en'];

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST).join('')}…`;
}
