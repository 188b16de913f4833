import type { App } from '../../app.ts';
import { archiveChannel } from '../../chat/channels/channels/actions.ts';
import type { ChannelOptions } from '../../chat/channels/channels/types.ts';
import { addSubscribers, createChannelWithSubscribers } from '../../chat/channels/subscriptions/subscribe-actions.ts';
import { changeFlags } from '../../chat/messages/flags/actions.ts';
import { addReaction } from '../../chat/messages/reactions/actions.ts';
import { sendChannelMessage, sendDirectMessage } from '../../chat/messages/send/actions.ts';
import { insertUser } from '../../chat/people/users/actions.ts';
import { createUser } from '../../chat/people/users/management-actions.ts';
import type { User } from '../../chat/people/users/types.ts';
import { ROLES, type Role } from '../../shared/roles.ts';
import { EMOJI, EXTRAS, FIRST_NAMES, LAST_NAMES, OPENINGS, REPLIES, THOUGHTS, TOPICS } from './sample-text.ts';
import { SeededRandom } from './seeded-random.ts';

export interface Size {
  seed: number;
  users: number;
  messages: number;
  /**
   * When the server's clock starts, and thus when the last message was sent; undefined: the real time, and long ago.
   */
  now?: number | undefined;
  frozen?: boolean | undefined;
}

/** When the last message is sent, and how long before that the first one was. */
const NEWEST = Date.UTC(2026, 0, 30, 17, 0, 0);
const SPAN = 14 * 86_400_000;

/** A clock that seeding sets. It then continues with the real time, or from another time, or stands still. */
export class SeedClock {
  ms: number | undefined;
  #ahead = 0;

  /** `newest`: when the last message is to be sent. */
  constructor(newest = NEWEST) {
    this.ms = newest - SPAN;
  }

  now = (): number => this.ms ?? Date.now() + this.#ahead;

  /** After seeding; `at` undefined: the real time. */
  goOn(at: number | undefined, frozen: boolean): void {
    this.#ahead = at === undefined ? 0 : at - Date.now();
    this.ms = frozen ? (at ?? Date.now()) : undefined;
  }
}

/**
 * Fills a new organization by calling the same actions as users. One seed always gives the same result. Returns its
 * users, the owner first.
 */
export function seed(app: App, clock: SeedClock, { seed, users, messages, now, frozen = false }: Size): User[] {
  const random = new SeededRandom(seed);
  app.db.write(() => {
    app.realm.set('name', 'Klatch at play');
    app.realm.set('uuid', `00000000-0000-4000-8000-${random.hex(12)}`);
    app.realm.set('enable_spectator_access', true);
  });
  const people = createUsers(app, random, Math.max(users, ACCOUNTS.length));
  const channels = foundChannels(app, random, people);
  const bot = addBot(app, random, people[0]!, channels);
  talk(app, clock, random, { people: [...people, bot], channels, messages, newest: now ?? NEWEST });
  clock.goOn(now, frozen);
  return [...people, bot];
}

const ACCOUNTS: readonly [login: string, role: Role][] = [
  ['owner', ROLES.owner],
  ['administrator', ROLES.administrator],
  ['moderator', ROLES.moderator],
  ['guest', ROLES.guest],
  ['member1', ROLES.member],
  ['member2', ROLES.member],
];

function createUsers(app: App, random: SeededRandom, count: number): User[] {
  const firstNames = random.some(FIRST_NAMES, FIRST_NAMES.length);
  return Array.from({ length: count }, (_, at) => {
    const [login, role] = ACCOUNTS[at] ?? [`member${at - 3}`, ROLES.member];
    const full_name = `${firstNames[at % firstNames.length]} ${random.pick(LAST_NAMES)}`;
    return createUser(app, { email: `${login}@example.com`, full_name, role, api_key: random.hex(32) });
  });
}

type Name = keyof typeof TOPICS;
interface Plan {
  description: string;
  options: ChannelOptions;
  /** How many of ten users, except the guest, are subscribed from the start. */
  share: number;
  guest?: true;
}
const CHANNELS: Record<Name, Plan> = {
  general: {
    description: 'For everyone, about everything',
    options: { is_default_stream: true },
    share: 10,
    guest: true,
  },
  announcements: { description: 'What everybody should know', options: { is_default_stream: true }, share: 10 },
  design: { description: 'How things look', options: {}, share: 5 },
  engineering: { description: 'How things **work**', options: {}, share: 6 },
  garden: {
    description: 'Private, with shared history',
    options: { invite_only: true, history_public_to_subscribers: true },
    share: 4,
  },
  board: {
    description: 'Private: those who join later read what comes later',
    options: { invite_only: true },
    share: 3,
  },
  leads: {
    description: 'Private, protected history, with a guest',
    options: { invite_only: true, history_public_to_subscribers: false },
    share: 3,
    guest: true,
  },
  help: { description: 'Open to the whole web', options: { is_web_public: true }, share: 5 },
  moving: { description: 'We have moved; kept for the record', options: {}, share: 6 },
};

function foundChannels(app: App, random: SeededRandom, people: readonly User[]): Map<Name, number> {
  const [owner] = people as [User];
  const guest = people.find(({ role }) => role === ROLES.guest)!;
  const staff = people.filter((person) => person !== guest && person !== owner);
  return new Map(
    Object.entries(CHANNELS).map(([name, { description, options, share, guest: withGuest }]) => {
      const members = [
        owner,
        ...random.some(staff, Math.ceil((staff.length * share) / 10)),
        ...(withGuest ? [guest] : []),
      ];
      const { created } = createChannelWithSubscribers(
        app,
        owner,
        { name, description, ...options },
        members.map(({ id }) => id),
      );
      return [name as Name, created[0]!.id];
    }),
  );
}

function addBot(app: App, random: SeededRandom, owner: User, channels: ReadonlyMap<Name, number>): User {
  const bot = insertUser(app, {
    email: 'build-bot@example.com',
    full_name: 'Build Bot',
    role: ROLES.member,
    bot_type: 1,
    bot_owner_id: owner.id,
    api_key: random.hex(32),
  });
  addSubscribers(app, [bot], [app.channels.byId(channels.get('engineering')!)!]);
  return bot;
}

interface Talk {
  people: readonly User[];
  channels: ReadonlyMap<Name, number>;
  messages: number;
  newest: number;
}

function talk(app: App, clock: SeedClock, random: SeededRandom, { people, channels, messages, newest }: Talk): void {
  const read = new Map<User, number[]>();
  let reads = 0;
  const markRead = () => {
    for (const [reader, ids] of read) changeFlags(app, reader, ids, 'add', 'read');
    read.clear();
    reads = 0;
    app.db.commit();
  };
  for (let at = 0; at < messages; at++) {
    clock.ms = newest - SPAN + Math.floor((SPAN * (at + random.next())) / messages);
    const id = random.chance(0.25) ? sayDirectly(app, random, people) : sayInChannel(app, random, channels);
    // Recent messages are mostly unread.
    for (const reader of receiveAndReact(app, random, id))
      if (random.chance(1.3 - at / messages)) {
        append(read, reader, id);
        reads += 1;
      }
    // Half-way through, the archived channel closes and a user joins the channel with protected history.
    if (at === messages >> 1) halfTime(app, people, channels);
    // A turn keeps its events in memory.
    if (reads > MOST_READS) markRead();
    else if (at % COMMITTED_TOGETHER === 0) app.db.commit();
  }
  markRead();
}

/** What is collected in memory before it is written. */
const MOST_READS = 1_000_000;
const COMMITTED_TOGETHER = 200;

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const how = { client: 'website' };

function sayInChannel(app: App, random: SeededRandom, channels: ReadonlyMap<Name, number>): number {
  const open = [...channels].filter(([, id]) => !app.channels.byId(id)!.is_archived);
  const [name, id] = random.pick(open);
  const sender = app.users.byId(random.pick([...app.subscriptions.listSubscribers(id)]))!;
  const others = [...app.subscriptions.listSubscribers(id)].filter((other) => other !== sender.id);
  const mention =
    random.chance(0.1) && others.length > 0 ? `@**${app.users.byId(random.pick(others))!.full_name}** ` : '';
  return sendChannelMessage(
    app,
    sender,
    { channel: id, topic: random.pick(TOPICS[name]) },
    mention + sentence(random),
    how,
  ).id;
}

function sayDirectly(app: App, random: SeededRandom, people: readonly User[]): number {
  // A guest sees only users who share a channel with them, which may not be all.
  const speakers = people.filter(({ is_bot, role }) => !is_bot && role !== ROLES.guest);
  // Most users write to few others: the first half of all.
  const circle = random.chance(0.7) ? speakers.slice(0, Math.ceil(speakers.length / 2)) : speakers;
  const [sender, ...others] = random.some(circle, random.chance(0.2) ? 3 : 2);
  return sendDirectMessage(
    app,
    sender!,
    others.map(({ id }) => id),
    sentence(random),
    how,
  ).id;
}

function sentence(random: SeededRandom): string {
  if (random.chance(0.25)) return random.pick(REPLIES);
  const opening = random.chance(0.5) ? `${random.pick(OPENINGS)} ` : '';
  return (
    opening + random.some(THOUGHTS, 1 + random.below(2)).join(' ') + (random.chance(0.2) ? random.pick(EXTRAS) : '')
  );
}

/** Some recipients star a message or react to it. Returns all recipients except its sender and bots. */
function receiveAndReact(app: App, random: SeededRandom, id: number): User[] {
  const { recipient_id, sender_id } = app.messages.byId(id)!;
  const receivers = app.subscriptions
    .receivers(recipient_id, id, id)
    .sort((a, b) => a - b)
    .map((user) => app.users.byId(user)!)
    .filter((user) => user.id !== sender_id && !user.is_bot);
  // However many people read a message, few react to it.
  const few = Math.min(1, 50 / receivers.length);
  for (const user of receivers) {
    if (random.chance(0.02 * few)) changeFlags(app, user, [id], 'add', 'starred');
    if (random.chance(0.04 * few)) addReaction(app, user, id, { emoji_name: random.pick(EMOJI) });
  }
  return receivers;
}

function halfTime(app: App, people: readonly User[], channels: ReadonlyMap<Name, number>): void {
  archiveChannel(app, people[0]!, app.channels.byId(channels.get('moving')!)!);
  const board = app.channels.byId(channels.get('board')!)!;
  const newUser = people.find(
    ({ id, role, is_bot }) => role === ROLES.member && !is_bot && !app.subscriptions.listSubscribers(board.id).has(id),
  );
  if (newUser) addSubscribers(app, [newUser], [board]);
}
