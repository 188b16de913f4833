import type { App } from '../../../app.ts';
import { hashEncoded, topicUrl } from '../../../markdown/urls.ts';
import { receivesMail, replyAddress } from '../../integrations/mail-in/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { loadParts } from '../../messages/messages/views.ts';
import type { User } from '../../people/users/types.ts';
import { escapeText } from '../mail/layout.ts';
import { unsubscribeLinks } from '../mail/rules.ts';
import { type MissedTexts, mailLanguage, mailTexts } from '../mail/texts.ts';
import type { Block, Mail, MailContent } from '../mail/types.ts';
import { forMail } from './html-views.ts';
import { type Missed, showsContent, stillMissed } from './rules.ts';
import { MAIL } from './types.ts';

/** More messages than this are not shown in a mail; older ones are counted. */
const MOST = 20;
const ALWAYS = 2;

/** What a user missed, as far as they can read it now; undefined: nothing is left. */
export function missedMessagesMail(app: App, { user_id, content }: Mail): MailContent | undefined {
  const user = app.users.byId(user_id!)!;
  const missed = stillMissed(app, user, (JSON.parse(content) as { messages: number[] }).messages, MAIL);
  if (missed.length === 0) return undefined;
  const { missed: words } = mailTexts(app, user);
  const organization = app.realm.get('name');
  const why = words.why([...new Set(missed.map(({ cause }) => cause))]);
  const unsubscribe = unsubscribeLinks(app, user, 'missed_messages', words.unsubscribe());
  if (!showsContent(app, user)) {
    const blocks = [words.hiddenText(missed.length, organization), { label: words.openAll(), url: app.config.url }];
    return { subject: words.hidden(organization), blocks, why, unsubscribe };
  }
  const conversations = inConversations(app, user, missed, words);
  const [first] = conversations as [Conversation];
  const subject = conversations.length === 1 ? first.subject : words.more(first.subject, conversations.length - 1);
  const named =
    user.settings.realm_name_in_email_notifications_policy === ALWAYS ? `[${organization}] ${subject}` : subject;
  const blocks: Block[] = conversations.flatMap((conversation, at) => showMessages(app, user, conversation, at > 0));
  const dropped = missed.length - Math.min(missed.length, MOST);
  if (dropped > 0) blocks.unshift(words.dropped(dropped));
  blocks.push({
    label: conversations.length === 1 ? words.open() : words.openAll(),
    url: conversations.length === 1 ? first.url : app.config.url,
  });
  const isOne = conversations.length === 1;
  const replyTo = isOne && receivesMail(app) ? replyAddress(app, user, first.messages.at(-1)!.id) : undefined;
  blocks.push(replyTo === undefined ? words.reply() : words.replyByMail());
  return { subject: named, blocks, why, unsubscribe, replyTo, thread: isOne ? first.thread : undefined };
}

interface Conversation {
  messages: StoredMessage[];
  /** In the subject of the mail. */
  subject: string;
  /** Above the messages. */
  heading: string;
  url: string;
  thread: string;
}

/** The newest messages, grouped by conversation. */
function inConversations(app: App, user: User, missed: readonly Missed[], words: MissedTexts): Conversation[] {
  const newest = missed.slice(-MOST).map(({ message }) => message);
  const groups = Map.groupBy(newest, ({ recipient_id, topic_id }) => `${recipient_id}.${topic_id ?? 0}`);
  return [...groups].map(([key, messages]) => ({
    messages,
    thread: `conversation.${key}`,
    ...getPlace(app, user, messages, words),
  }));
}

function getPlace(app: App, user: User, messages: readonly StoredMessage[], words: MissedTexts) {
  const last = messages.at(-1)!;
  const { url } = app.config;
  const channel = app.channels.byRecipient(last.recipient_id);
  if (channel) {
    const name = words.topic(channel.name, last.subject);
    return { subject: name, heading: name, url: `${url}${topicUrl(channel, last.subject)}/near/${last.id}` };
  }
  const people = app.messages.people(last.recipient_id)!;
  const others = people.filter((id) => id !== user.id);
  const senders = words.names([...new Set(messages.map((message) => getSender(app, user, message)))]);
  const name =
    others.length > 1
      ? words.group(words.names(others.map((id) => app.users.byId(id)!.full_name)))
      : words.direct(senders);
  const where = hashEncoded(`${(others.length > 0 ? others : people).join(',')}-${others.length > 1 ? 'group' : 'dm'}`);
  return { subject: name, heading: name, url: `${url}/#narrow/dm/${where}/near/${last.id}` };
}

/** With the name that the reader may see. */
export const getSender = (app: App, user: User, message: StoredMessage): string =>
  loadParts(app, user, message, [], []).sender.full_name;

function showMessages(app: App, user: User, { messages, heading, url }: Conversation, below: boolean): Block[] {
  const title = {
    html: `<p class="line" style="margin:${below ? 26 : 0}px 0 12px;padding:0 0 6px;border-bottom:1px solid #e2ddd3;font-weight:600"><a href="${escapeText(url)}" style="text-decoration:none;color:#0b6468">${escapeText(heading)}</a></p>`,
    text: `${heading}\n${'-'.repeat(Math.min([...heading].length, 70))}`,
  };
  return [title, ...messages.map((message) => messageBlock(app, user, message))];
}

function messageBlock(app: App, user: User, message: StoredMessage): Block {
  const sender = getSender(app, user, message);
  const time = timeFor(app, user, message.date_sent);
  const { html, text } = forMail(message.rendered_content, app.config.url);
  return {
    html: `<div style="margin:0 0 14px"><p style="margin:0 0 4px"><b>${escapeText(sender)}</b> <span class="quiet" style="color:#5a544a;font-size:13px">${escapeText(time)}</span></p>${html}</div>`,
    text: `${sender}, ${time}:\n${text}`,
  };
}

/** A time in the user's time zone. */
function timeFor(app: App, user: User, moment: number): string {
  const { settings, timezone } = user;
  const zone = timezone === '' ? 'UTC' : timezone;
  const format = new Intl.DateTimeFormat(mailLanguage(app, user), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
    ...(settings.twenty_four_hour_time && { hourCycle: 'h23' }),
  });
  return `${format.format(moment * 1000)}${timezone === '' ? ' UTC' : ''}`;
}
