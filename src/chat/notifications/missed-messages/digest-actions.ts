import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { topicUrl } from '../../../markdown/urls.ts';
import { type Unread, unreadMessages } from '../../messages/flags/rules.ts';
import type { User } from '../../people/users/types.ts';
import { sendLater } from '../mail/actions.ts';
import { escapeText } from '../mail/layout.ts';
import { sendsMail, unsubscribeLinks } from '../mail/rules.ts';
import { mailTexts } from '../mail/texts.ts';
import type { Block, Mail, MailContent } from '../mail/types.ts';
import { getSender } from './mail-views.ts';

const DAY = 86_400;
/** Users active within this many days get no digest. */
const GONE = 5 * DAY;
const SPAN = 7 * DAY;
/** The hour (UTC) from which digests are sent on their day. */
const HOUR = 9;
const MOST_CONVERSATIONS = 6;
const LAST = 'digests_sent_on';

/** Once a week, on the organization's day, mails a digest to users who were not active. */
export function sendDigests(app: App): void {
  if (!sendsMail(app) || !app.realm.get('digest_emails_enabled')) return;
  const now = seconds(app.clock);
  const date = new Date(now * 1000);
  const today = date.toISOString().slice(0, 10);
  // The API counts days of the week from Monday.
  const isDay = (date.getUTCDay() + 6) % 7 === app.realm.get('digest_weekday');
  if (!isDay || date.getUTCHours() < HOUR || app.realm.secret(LAST) === today) return;
  app.db.write(() => {
    app.realm.keepSecret(LAST, today);
    for (const user of app.users.active())
      if (wantsDigest(app, user, now)) sendLater(app, { to: user, kind: 'digest' }, 'Digest', { since: now - SPAN });
  });
}

function wantsDigest(app: App, user: User, now: number): boolean {
  if (user.is_bot || !user.settings.enable_digest_emails || user.date_joined > now - GONE) return false;
  const seen = app.presence.of(user.id);
  return (seen?.idle_timestamp ?? 0) < now - GONE;
}

/** How much of the last week is unread, where, and by whom; undefined: nothing. Muted conversations do not count. */
export function digestMail(app: App, { user_id, content }: Mail): MailContent | undefined {
  const user = app.users.byId(user_id!)!;
  if (!user.settings.enable_digest_emails) return undefined;
  const { since } = JSON.parse(content) as { since: number };
  const topics = Map.groupBy(
    unreadMessages(app, user).filter(({ topic_id }) => topic_id !== null),
    ({ topic_id }) => topic_id!,
  );
  const conversations = [...topics.values()]
    .flatMap((messages) => makeConversation(app, user, messages, since) ?? [])
    .sort((a, b) => b.count - a.count);
  if (conversations.length === 0) return undefined;
  const { digest: words, missed } = mailTexts(app, user);
  const blocks: Block[] = [words.intro(conversations.reduce((sum, { count }) => sum + count, 0))];
  for (const { name, url, count, senders } of conversations.slice(0, MOST_CONVERSATIONS)) {
    const summary = words.conversation(count, missed.names(senders));
    blocks.push({
      html: `<p style="margin:0 0 10px"><a href="${escapeText(url)}" style="color:#0b6468;font-weight:600">${escapeText(name)}</a><br>${escapeText(summary)}</p>`,
      text: `${name}\n${summary}\n${url}`,
    });
  }
  blocks.push({ label: missed.openAll(), url: app.config.url });
  const unsubscribe = unsubscribeLinks(app, user, 'digest', words.unsubscribe());
  return { subject: words.subject(app.realm.get('name')), blocks, why: words.why(), unsubscribe };
}

function makeConversation(app: App, user: User, unread: readonly Unread[], since: number) {
  const messages = app.messages
    .byIds(JSON.stringify(unread.slice(-1000).map(({ id }) => id)))
    .filter(({ date_sent }) => date_sent >= since);
  const last = messages.at(-1);
  const channel = last && app.channels.byRecipient(last.recipient_id);
  if (!channel) return undefined;
  const policy = app.userTopics.policy(user.id, channel.id, last.subject);
  if (policy === 1 || (policy === 0 && app.subscriptions.mutedBy(user.id).has(channel.id))) return undefined;
  const { missed } = mailTexts(app, user);
  return {
    name: missed.topic(channel.name, last.subject),
    url: `${app.config.url}${topicUrl(channel, last.subject)}`,
    count: messages.length,
    senders: [...new Set(messages.map((message) => getSender(app, user, message)))],
  };
}
