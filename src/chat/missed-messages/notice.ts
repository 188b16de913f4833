import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import { sendLater } from '../mail/actions.ts';
import { sendsMail } from '../mail/rules.ts';
import { received } from '../messages/rules.ts';
import { FACT, FLAG } from '../messages/types.ts';
import type { User } from '../users/types.ts';
import type { News } from './repository.ts';
import { causeOf, isThere, stillMissed } from './rules.ts';

// A send knows nothing of mail. A job looks through what was sent since it last looked, and writes a row for each person who
// wants mail about a message; when their time has come, another makes one mail of all their rows, or none.

/** Looked through at once. */
const MOST = 500;
/** Seconds after which somebody who is there is looked at again. */
const LATER = 60;
const FOLLOWED = 3;

/** Looks at the next messages; whether there may be more. Without mail to send it only keeps up. */
export function noticeNews(app: App): boolean {
  const to = app.missedMessages.noticedTo();
  const last = app.messages.lastId();
  if (to === last) return false;
  if (to === undefined || !sendsMail(app)) {
    app.db.write(() => app.missedMessages.setNoticedTo(last));
    return false;
  }
  const news = app.missedMessages.news(to, MOST);
  const newest = news.length < MOST ? last : news.at(-1)!.id;
  app.db.write(() => {
    const candidates = candidatesAmong(app);
    for (const message of news)
      for (const id of candidates(message)) {
        const user = app.users.byId(id)!;
        if (causeOf(app, user, message) === undefined || !received(app, id, message)) continue;
        app.missedMessages.add(id, message.id, message.date_sent + user.settings.email_notifications_batching_period_seconds);
      }
    app.missedMessages.setNoticedTo(newest);
  });
  return newest < last;
}

/** Whom a message may concern, by ids; what is asked of one channel or topic is asked once. */
function candidatesAmong(app: App): (message: News) => ReadonlySet<number> {
  const generally = app.users.active().filter(({ settings, is_bot }) => !is_bot && settings.enable_stream_email_notifications);
  const ofChannel = new Map<number, readonly number[]>();
  const ofTopic = new Map<string, readonly number[]>();
  return (message) => {
    const channel = app.channels.byRecipient(message.recipient_id);
    if (!channel) return new Set(app.messages.people(message.recipient_id));
    const subscribers = app.subscriptions.subscribersOf(channel.id);
    const mentioned = app.messages.flagHolders(message.id).filter(({ flags }) => flags & (FLAG.mentioned | FLAG.topicWildcard));
    return new Set([
      ...mentioned.map(({ user_id }) => user_id),
      ...(message.facts & FACT.mentionsChannel ? subscribers : []),
      ...known(ofTopic, `${channel.id} ${message.topic_id}`, () =>
        app.userTopics
          .ofTopic(channel.id, message.subject)
          .filter(({ visibility_policy }) => visibility_policy === FOLLOWED)
          .map(({ user_id }) => user_id),
      ),
      ...known(ofChannel, channel.id, () => [
        ...app.missedMessages.mailedSubscribers(channel.id),
        ...generally.filter(({ id }) => subscribers.has(id)).map(({ id }) => id),
      ]),
    ]);
  };
}

function known<K, V>(values: Map<K, V>, key: K, find: () => V): V {
  let value = values.get(key);
  if (value === undefined) values.set(key, (value = find()));
  return value;
}

/** Mails everybody whose time has come what they have still not read. Who is there reads for themselves, and is looked at again. */
export function mailDue(app: App): void {
  for (const id of app.missedMessages.duePeople(seconds(app.clock))) mailTo(app, app.users.byId(id)!);
}

function mailTo(app: App, user: User): void {
  app.db.write(() => {
    if (isThere(app, user)) return app.missedMessages.postpone(seconds(app.clock) + LATER, user.id);
    const missed = stillMissed(app, user, app.missedMessages.ofUser(user.id));
    app.missedMessages.removeOfUser(user.id);
    if (missed.length === 0) return;
    // Only which they are: what they say, and to whom it may still be said, is read when the mail leaves.
    sendLater(app, { to: user, kind: 'missed_messages' }, 'Missed messages', { messages: missed.map(({ message }) => message.id) });
  });
}
