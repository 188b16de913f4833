import { stemmer } from 'stemmer';
import type { Channel } from '../../../src/chat/channels/channels/types.ts';
import { changeFlags } from '../../../src/chat/messages/flags/actions.ts';
import { unreadMessages } from '../../../src/chat/messages/flags/rules.ts';
import { canRead, hasMessage, hasReceived } from '../../../src/chat/messages/messages/rules.ts';
import { FACT, FLAG, type StoredMessage } from '../../../src/chat/messages/messages/types.ts';
import type { User } from '../../../src/chat/people/users/types.ts';
import { splitTokens } from '../../../src/markdown/highlight.ts';
import { newTeam, type TestUser } from '../../support/team.ts';

export const TOPICS = ['lunch', 'Tea', '✔ done', '', '東京の天気'];
export const WORDS = ['apple', 'apples', 'running', 'run', 'half-life', '東京都', '日本', 'tea', 'NEAR', 'Ünïcode'];
const CHANNELS = ['general', 'hall', 'web', 'secret', 'vault', 'attic'];

/**
 * A small organization with every event that affects who may read what. The same for the same seed. `silence`: this
 * many messages of other users are sent between its days.
 */
export async function createOrganization(seed: number, silence = 0) {
  const team = newTeam();
  const { app, ada, abe, mia, max, gus } = team;
  const random = randomness(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  const make = (name: string, people: TestUser[], more: object = {}) =>
    ada.post('/channels/create', {
      name,
      subscribers: people.map(({ id }) => id),
      send_new_subscription_messages: false,
      ...more,
    });
  await make('general', [ada, mia, max, gus]);
  await make('hall', [ada, mia]);
  await make('web', [ada, max], { is_web_public: true });
  await make('secret', [ada, mia, max], { invite_only: true, history_public_to_subscribers: true });
  await make('vault', [ada, mia, max, gus], { invite_only: true, history_public_to_subscribers: false });
  await make('attic', [ada, mia, gus]);
  await abe.post('/channels/create', {
    name: 'elsewhere',
    subscribers: [abe.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  for (const group of [[mia], [max], [mia, max], [gus], [ada]])
    await ada.sendDirectMessage(group, `apple for ${group.map(({ name }) => name).join()}`);
  await mia.sendDirectMessage([max], 'tea?');
  await mia.sendDirectMessage([max, gus], 'running');
  const people = [ada, mia, max, gus];
  const conversations = app.db.column<number, []>('SELECT id FROM recipient WHERE user_ids IS NOT NULL')();
  const ids: number[] = [];

  const nextTime = () => Math.floor(app.clock.now() / 1000) + app.messages.lastId() * 3600;
  /** Messages of another server of other times, between those that are sent here. */
  const importOlder = () => {
    for (let count = 0; count < 3; count++) {
      talk(8, () => nextTime() - 30 * 86_400 - random() * 20 * 86_400);
      app.db.write(() => app.imports.addRange(ids.at(-8)!, ids.at(-1)!));
      talk(count);
    }
  };
  const talk = (count: number, time = nextTime) =>
    app.db.write(() => {
      for (let i = 0; i < count; i++) {
        const channel = random() < 0.7 ? app.channels.named(pick(CHANNELS)) : undefined;
        const subject = channel ? pick(TOPICS) : '';
        const spelt = random() < 0.3 ? subject.toUpperCase() : subject;
        const recipient_id = channel?.recipient_id ?? pick(conversations);
        const senders = app.messages.people(recipient_id) ?? people.map(({ id }) => id);
        const content = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(WORDS)).join(' ');
        const facts = pick([0, 0, 0, FACT.link, FACT.image | FACT.link, FACT.attachment, FACT.mentionsChannel]);
        ids.push(
          app.messages.add({
            recipient_id,
            sender_id: pick(senders),
            topic_id: channel ? app.topics.ensure(recipient_id, spelt) : null,
            subject: spelt,
            content,
            rendered_content: `<p>${content}</p>`,
            date_sent: Math.floor(time()),
            client_id: 1,
            facts: channel ? facts : facts & ~FACT.mentionsChannel,
          }),
        );
      }
    });
  const pass = () =>
    app.db.write(() => {
      const { recipient_id } = app.channels.named('elsewhere')!;
      const message = {
        recipient_id,
        sender_id: abe.id,
        topic_id: app.topics.ensure(recipient_id, 'tea'),
        subject: 'tea',
        client_id: 1,
      };
      for (let i = 0; i < silence; i++)
        app.messages.add({
          ...message,
          content: 'apple',
          rendered_content: '<p>apple</p>',
          date_sent: nextTime(),
          facts: 1,
        });
    });
  /** Some messages are moved to another channel, regardless of their recipients. */
  const move = () =>
    app.db.write(() => {
      for (const message of listMessages(app).filter(
        ({ recipient_id }) => app.channels.byRecipient(recipient_id) && random() < 0.15,
      )) {
        if (app.channels.byRecipient(message.recipient_id)!.name === 'elsewhere') continue;
        const { recipient_id } = app.channels.named(pick(CHANNELS))!;
        const subject = pick(TOPICS);
        const origin_id = message.origin_id ?? message.recipient_id;
        app.messages.move({
          ...message,
          recipient_id,
          origin_id: origin_id === recipient_id ? null : origin_id,
          topic_id: app.topics.ensure(recipient_id, subject),
          subject,
          last_moved_timestamp: 2,
        });
      }
    });
  const leave = (person: TestUser, name: string) => person.delete('/users/me/subscriptions', { subscriptions: [name] });

  talk(60);
  pass();
  move();
  await leave(max, 'vault');
  await leave(max, 'secret');
  await leave(mia, 'hall');
  await leave(gus, 'attic');
  importOlder();
  talk(50);
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'vault' }],
    principals: [max.id],
    send_new_subscription_messages: false,
  });
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'secret' }],
    principals: [max.id],
    send_new_subscription_messages: false,
  });
  await leave(gus, 'vault');
  move();
  pass();
  importOlder();
  talk(60);
  for (const person of people) {
    const user = app.users.byId(person.id)!;
    const readable = listMessages(app).filter((message) => canRead(app, user, message));
    const some = () => readable.filter(() => random() < 0.15);
    for (const { id } of some()) changeFlags(app, user, [id], 'add', 'starred');
    for (const { id } of [...some(), ...some()]) changeFlags(app, user, [id], 'add', 'read');
    for (const { id } of some()) changeFlags(app, user, [id], 'remove', 'read');
    app.db.write(() => {
      for (const { id } of some().filter((message) => hasReceived(app, user.id, message)))
        app.messages.addFlags(user.id, id, pick([FLAG.mentioned, FLAG.topicWildcard, FLAG.alertWord]));
      for (const { id } of some().slice(0, 5))
        app.reactions.add({
          message_id: id,
          user_id: user.id,
          reaction_type: 'unicode_emoji',
          emoji_code: '1f44d',
          emoji_name: '+1',
        } as never);
      for (const name of CHANNELS)
        for (const topic of TOPICS)
          if (random() < 0.3) app.userTopics.set(user.id, app.channels.named(name)!.id, topic, pick([1, 2, 3]), 1);
      app.subscriptions.set(user.id, app.channels.named('general')!.id, 'is_muted', true);
    });
  }
  await leave(max, 'web');
  // Messages from that time that he starred are inaccessible again.
  await leave(max, 'secret');
  app.db.write(() => app.channels.set(app.channels.named('attic')!.id, 'is_archived', true));
  app.db.commit();
  return { ...team, people, conversations };
}

export type Organization = Awaited<ReturnType<typeof createOrganization>>;

function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

export const listMessages = (app: Organization['app']): StoredMessage[] =>
  app.db.all<StoredMessage, []>('SELECT * FROM message ORDER BY id')();

export interface PlainTerm {
  operator: string;
  operand: string | number | number[];
  negated: boolean;
}

/**
 * The definition of a narrow in its simplest form: it checks every message. `anyReadable`: also readable messages that
 * the user did not receive.
 */
export function inNarrow(
  app: Organization['app'],
  viewer: User | undefined,
  terms: readonly PlainTerm[],
  anyReadable = false,
): (message: StoredMessage) => boolean {
  const unread = new Set(viewer ? unreadMessages(app, viewer).map(({ id }) => id) : []);
  const channelNamed = (operand: unknown): Channel | undefined =>
    typeof operand === 'number' ? app.channels.byId(operand) : app.channels.named(operand as string);
  const named = terms.some(({ operator, negated }) => operator === 'channel' && !negated);
  const everything =
    viewer?.role !== 600 &&
    terms.some(({ operator, operand, negated }) => operator === 'channels' && operand === 'public' && !negated);
  const personal = terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved');
  const history = !viewer || anyReadable || (!personal && (named || everything));

  return (message) => {
    if (!canRead(app, viewer, message)) return false;
    if (!history && !hasMessage(app, viewer!.id, message)) return false;
    return terms.every((term) => holds(term, message) !== term.negated);
  };

  function holds({ operator, operand }: PlainTerm, message: StoredMessage): boolean {
    const channel = app.channels.byRecipient(message.recipient_id);
    const people = app.messages.people(message.recipient_id);
    const flags = viewer ? (app.messages.getFlags(viewer.id, message.id) ?? 0) : 0;
    const policy = viewer && channel ? app.userTopics.policy(viewer.id, channel.id, message.subject) : 0;
    const muted = () =>
      policy === 1 ||
      (policy === 0 &&
        channel !== undefined &&
        app.subscriptions.of(viewer!.id, channel.id)?.active === true &&
        app.subscriptions.of(viewer!.id, channel.id)!.is_muted);
    switch (
      `${operator}:${operator === 'is' || operator === 'has' || operator === 'in' || operator === 'channels' ? operand : ''}`
    ) {
      case 'channel:':
        return channel !== undefined && channel === channelNamed(operand);
      case 'channels:public':
        return channel?.invite_only === false;
      case 'channels:web-public':
        return channel?.is_web_public === true && !channel.is_archived;
      case 'topic:':
        return (
          channel !== undefined &&
          message.subject.toLowerCase() === (operand === 'general chat' ? '' : String(operand).toLowerCase())
        );
      case 'sender:':
        return message.sender_id === operand;
      case 'dm:':
        return people?.join() === [...new Set([...(operand as number[]), viewer!.id])].sort((a, b) => a - b).join();
      case 'dm-including:':
        return people?.includes(operand as number) ?? false;
      case 'group-pm-with:':
        return people !== undefined && people.length > 2 && people.includes(operand as number);
      case 'id:':
        return message.id === operand;
      case 'before:':
        return getDay(message) < operand!;
      case 'on:':
        return getDay(message) === operand;
      case 'after:':
        return getDay(message) > operand!;
      case 'is:dm':
        return !channel;
      case 'is:starred':
        return (flags & FLAG.starred) !== 0;
      case 'is:unread':
        return unread.has(message.id);
      case 'is:mentioned':
        return (
          (flags & (FLAG.mentioned | FLAG.topicWildcard)) !== 0 ||
          ((message.facts & FACT.mentionsChannel) !== 0 && hasReceived(app, viewer!.id, message))
        );
      case 'is:alerted':
        return (flags & FLAG.alertWord) !== 0;
      case 'is:resolved':
        return message.subject.startsWith('✔ ');
      case 'is:followed':
        return policy === 3;
      case 'is:muted':
        return muted();
      case 'in:home':
        return !muted();
      case 'has:link':
        return (message.facts & FACT.link) !== 0;
      case 'has:image':
        return (message.facts & FACT.image) !== 0;
      case 'has:attachment':
        return (message.facts & FACT.attachment) !== 0;
      case 'has:reaction':
        return app.reactions.ofMessages(JSON.stringify([message.id])).length > 0;
      case 'search:':
        return isFound(operand as string, [message.subject, message.content]);
      default:
        throw new Error(`no meaning of ${operator}:${operand}`);
    }
  }
}

/** The day on which a message was sent, in UTC. */
export const getDay = ({ date_sent }: StoredMessage): string => new Date(date_sent * 1000).toISOString().slice(0, 10);

/** Matches single words by their stems, quoted phrases exactly, and compound words by the stems in sequence. */
function isFound(query: string, texts: string[]): boolean {
  const stem = (word: string) => (word.length < 3 ? word : stemmer(word));
  const parts = [...query.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([part, quoted]) => ({
    words: splitTokens(quoted ?? part),
    exact: quoted?.trim(),
  }));
  const wanted = parts.filter(({ words }) => words.length > 0);
  return (
    wanted.length > 0 &&
    wanted.every(({ words, exact }) => {
      if (exact !== undefined) return texts.some((text) => hasLiterally(text, exact));
      const form = stem;
      return texts.some((text) => {
        const tokens = splitTokens(text).map(form);
        return tokens.some((_, at) => words.every((word, i) => tokens[at + i] === form(word)));
      });
    })
  );
}

function hasLiterally(text: string, phrase: string): boolean {
  const escaped = phrase.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iv').test(text);
}
