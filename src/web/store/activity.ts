import type { DoNotDisturb, EventNamed, LastSeen, MessageView, Snapshot } from '../server/types.ts';
import { directKey, getConversation, others, topicKey } from './conversation.ts';
import { mutableCopy, resource, withEntry } from './resource.ts';

/** When each user was last seen. */
export type Presences = ReadonlyMap<number, LastSeen>;

/** Empty until the server has answered the user's first report of presence. */
export const presences = resource<Presences>(() => new Map(), {
  presence: (all, { presences = {} }) => withPresences(all, presences),
});

export function withPresences(all: Presences, news: Record<string, LastSeen>): Presences {
  const next = mutableCopy(all);
  for (const [id, seen] of Object.entries(news)) next.set(Number(id), seen);
  return next;
}

/** Everybody who was not offline at one time, still as active at a later one. The times are in seconds. */
export function withContinued(all: Presences, before: number, now: number, offline: number): Presences {
  const next = mutableCopy(all);
  for (const [id, seen] of all) {
    const status = getPresence(seen, before, offline);
    if (status === 'offline') continue;
    next.set(id, {
      active_timestamp: status === 'active' ? Math.max(now, seen.active_timestamp) : seen.active_timestamp,
      idle_timestamp: Math.max(now, seen.idle_timestamp),
    });
  }
  return next;
}

/** `now` is in seconds; after `offline` seconds without activity a user counts as offline. */
export function getPresence(seen: LastSeen | undefined, now: number, offline = 140): 'active' | 'idle' | 'offline' {
  if (!seen) return 'offline';
  if (now - seen.active_timestamp < offline) return 'active';
  return now - seen.idle_timestamp < offline ? 'idle' : 'offline';
}

type SentStatus = Snapshot['user_status'][string];
/** A user's status: a text, an emoji, or both. */
export interface UserStatus {
  text: string;
  emoji?: Required<Pick<SentStatus, 'emoji_name' | 'emoji_code' | 'reaction_type'>>;
  /** When it ends by itself, in seconds. */
  end?: number;
}
export type Statuses = ReadonlyMap<number, UserStatus>;

export const statuses = resource<Statuses>(
  ({ user_status }) => {
    const all = new Map<number, UserStatus>();
    for (const [id, status] of Object.entries(user_status)) {
      const parsed = statusIn(status, undefined);
      if (parsed) all.set(Number(id), parsed);
    }
    return all;
  },
  // Fields that an event omits stay unchanged; an empty string clears a field.
  { user_status: (all, event) => withEntry(all, event.user_id, statusIn(event, all.get(event.user_id))) },
);

function statusIn(
  { status_text, emoji_name, emoji_code, reaction_type, scheduled_end_time }: SentStatus,
  before: UserStatus | undefined,
): UserStatus | undefined {
  const text = status_text ?? before?.text ?? '';
  const emoji =
    emoji_name === undefined
      ? before?.emoji
      : emoji_name === '' || emoji_code === undefined || reaction_type === undefined
        ? undefined
        : { emoji_name, emoji_code, reaction_type };
  const end = scheduled_end_time ?? before?.end;
  return text || emoji ? { text, ...(emoji && { emoji }), ...(end && { end }) } : undefined;
}

/** When the user wants no notifications. */
export const doNotDisturb = resource<DoNotDisturb>(({ do_not_disturb }) => do_not_disturb, {
  'do_not_disturb/own': (_, { do_not_disturb }) => do_not_disturb,
});

const endsById = (ends: Record<string, number>): [number, number][] =>
  Object.entries(ends).map(([id, end]) => [Number(id), end]);

/** When do not disturb of users ends, in seconds. It may be over. */
export const quietUsers = resource<ReadonlyMap<number, number>>(({ quiet_users }) => new Map(endsById(quiet_users)), {
  'do_not_disturb/users': (all, { quiet_users }) => new Map([...all, ...endsById(quiet_users)]),
});

/** Who is typing where: the conversation's key, then the user and the expiry time in milliseconds. */
export interface Typing {
  me: number;
  in: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

const TYPING_TIMEOUT = 15_000;

export const typing = resource<Typing>(({ user_id }) => ({ me: user_id, in: new Map() }), {
  'typing/start': (state, event) =>
    withTyping(state, getPlace(state, event), event.sender.user_id, Date.now() + TYPING_TIMEOUT),
  'typing/stop': (state, event) => withTyping(state, getPlace(state, event), event.sender.user_id, undefined),
  // A message from a user ends that user's typing state.
  message: (state, { message }) => withTyping(state, keyOfMessage(state, message), message.sender_id, undefined),
});

type TypingEvent = EventNamed<'typing/start' | 'typing/stop'>;
function getPlace({ me }: Typing, { recipients, stream_id, topic }: TypingEvent): string {
  if (!recipients) return topicKey(stream_id!, topic!);
  const users = recipients.map(({ user_id }) => user_id);
  return directKey(others(users, me));
}

function keyOfMessage({ me }: Typing, message: MessageView): string {
  const conversation = getConversation(message, me);
  return conversation.kind === 'topic'
    ? topicKey(conversation.channel, conversation.topic)
    : directKey(conversation.people);
}

function withTyping(state: Typing, key: string, person: number, until: number | undefined): Typing {
  if (person === state.me || (until === undefined && !state.in.get(key)?.has(person))) return state;
  const writers = withEntry(state.in.get(key) ?? new Map<number, number>(), person, until);
  return { ...state, in: withEntry(state.in, key, writers.size === 0 ? undefined : writers) };
}

/** Removes expired typing states. */
export function withoutExpired(state: Typing, now: number): Typing {
  const left = [...state.in].flatMap(([key, writers]) => {
    const still = new Map([...writers].filter(([, until]) => until > now));
    return still.size === 0 ? [] : [[key, still] as const];
  });
  const count = (all: Iterable<ReadonlyMap<number, number>>) => [...all].reduce((sum, { size }) => sum + size, 0);
  const remaining = new Map(left);
  return count(remaining.values()) === count(state.in.values()) ? state : { ...state, in: remaining };
}

/** Direct message conversations by key, with their participants and newest message. */
export interface DirectConversations {
  me: number;
  all: ReadonlyMap<string, { people: readonly number[]; newest: number }>;
}

export const directConversations = resource<DirectConversations>(
  ({ recent_private_conversations, user_id: me }) => ({
    me,
    all: new Map(
      recent_private_conversations.map(({ user_ids, max_message_id }) => {
        const people = others(user_ids, me);
        return [directKey(people), { people, newest: max_message_id }];
      }),
    ),
  }),
  {
    message: (state, { message }) => {
      const conversation = getConversation(message, state.me);
      if (conversation.kind !== 'direct') return state;
      const { people } = conversation;
      return { ...state, all: withEntry(state.all, directKey(people), { people, newest: message.id }) };
    },
  },
);
