import { Messages } from './messages.ts';
import { Organization } from './organization.ts';
import { PersonalObjects } from './personal-objects.ts';

type Json = Record<string, any>;

/** The conversation of an unread message, as a client identifies it. */
interface Place {
  kind: 'pm' | 'huddle' | 'stream';
  /** For channels the id and the topic; for direct messages the participants. */
  of: string;
  mentioned: boolean;
}

/**
 * The state of a simple client. It starts with a response of /register and is updated only by events, with one reducer
 * for each type. `comparable` returns it in a form that does not depend on its history.
 */
export class ClientState {
  readonly #me: number;
  readonly #expectsAll: boolean;
  readonly #users = new Map<number, Json>();
  readonly #streams = new Map<number, Json>();
  readonly #channels = new Map<number, { part: Part; own: Json; subscribers: Set<number> }>();
  readonly #unread = new Map<number, Place>();
  readonly #starred: Set<number>;
  readonly #userTopics = new Map<string, Json>();
  readonly #groups = new Map<number, Json>();
  readonly #folders = new Map<number, Json>();
  #defaultGroups: Json[];
  readonly #conversations = new Map<string, number>();
  /** Known messages: a client must remember them to process deletions. */
  readonly #directMessages = new Map<number, string>();
  /**
   * Conversations with deleted messages, and `status 5` of users who became visible: only the server knows their state.
   */
  readonly uncertain = new Set<string>();
  #defaults: number[];
  readonly #own: Json;
  readonly #objects: PersonalObjects;
  readonly #messages: Messages;
  readonly #organization: Organization;

  /**
   * `beside`: responses of other endpoints that a client requests when it registers. `expectsAll`: an inaccessible user
   * is still listed, without details (clients without `user_list_incomplete`).
   */
  constructor(snapshot: Json, { messages, files, invites }: OtherResponses, expectsAll: boolean) {
    this.#expectsAll = expectsAll;
    this.#me = snapshot.user_id;
    this.#own = pick(snapshot, [
      'is_admin',
      'is_owner',
      'is_guest',
      'is_moderator',
      'full_name',
      'email',
      'delivery_email',
    ]);
    for (const user of snapshot.realm_users) this.#users.set(user.user_id, { ...user, is_active: true });
    for (const user of snapshot.realm_non_active_users) this.#users.set(user.user_id, { ...user, is_active: false });
    for (const stream of snapshot.streams) this.#streams.set(stream.stream_id, { ...stream });
    for (const part of PARTS)
      for (const { subscribers, ...own } of snapshot[part])
        this.#channels.set(own.stream_id, { part, own, subscribers: new Set(subscribers as number[]) });
    this.#starred = new Set(snapshot.starred_messages);
    for (const topic of snapshot.user_topics) this.#userTopics.set(topicKey(topic), topic);
    for (const group of snapshot.realm_user_groups) this.#groups.set(group.id, structuredClone(group));
    for (const { user_ids, max_message_id } of snapshot.recent_private_conversations) {
      this.#conversations.set(conversation(user_ids), max_message_id);
      this.#directMessages.set(max_message_id, conversation(user_ids));
    }
    for (const folder of snapshot.channel_folders) this.#folders.set(folder.id, { ...folder });
    this.#defaults = snapshot.realm_default_streams;
    this.#defaultGroups = snapshot.realm_default_stream_groups;
    this.#takeUnread(snapshot.unread_msgs);
    this.#objects = new PersonalObjects(snapshot);
    this.#messages = new Messages(messages, files);
    this.#organization = new Organization(snapshot, invites);
  }

  #takeUnread({ pms, huddles, streams, mentions }: Json): void {
    const mentioned = new Set<number>(mentions);
    const take = (kind: Place['kind'], of: string, ids: number[]) => {
      for (const id of ids) this.#unread.set(id, { kind, of, mentioned: mentioned.has(id) });
    };
    for (const { other_user_id, unread_message_ids } of pms) take('pm', String(other_user_id), unread_message_ids);
    for (const { user_ids_string, unread_message_ids } of huddles) take('huddle', user_ids_string, unread_message_ids);
    for (const { stream_id, topic, unread_message_ids } of streams)
      take('stream', getTopic(stream_id, topic), unread_message_ids);
  }

  apply(event: Json): void {
    const name = event.op === undefined ? event.type : `${event.type}/${event.op}`;
    const parts = [this.#reducers, this.#objects.reducers, this.#messages.reducers, this.#organization.reducers];
    const reducers = parts.flatMap((part) => part[name] ?? []);
    if (reducers.length === 0) throw new Error(`A client does not know what to do with ${name}`);
    for (const reduce of reducers) reduce(event);
  }

  readonly #reducers: Record<string, (event: Json) => void> = {
    heartbeat: () => {},
    'typing/start': () => {},
    'typing/stop': () => {},
    presence: () => {},
    muted_topics: () => {},

    'realm_user/add': ({ person }) => {
      this.#users.set(person.user_id, person);
      // Their earlier status is not sent.
      this.uncertain.add(`status ${person.user_id}`);
    },
    'realm_user/remove': ({ person: { user_id } }) => {
      if (this.#expectsAll) this.#users.set(user_id, { user_id, full_name: UNKNOWN });
      else this.#users.delete(user_id);
    },
    'realm_user/update': ({ person }) => this.#updateUser(person),

    'stream/create': ({ streams }) => streams.forEach((stream: Json) => this.#addVisibleUser(stream)),
    'stream/delete': ({ stream_ids }) => {
      for (const id of stream_ids) {
        this.#streams.delete(id);
        this.#channels.delete(id);
      }
    },
    'stream/update': ({ stream_id, property, value, type: _, op: _op, name: _name, ...beside }) => {
      const change = { [property]: value, ...beside };
      Object.assign(this.#known(stream_id), change);
      Object.assign(this.#channel(stream_id).own, change);
    },
    default_streams: ({ default_streams }) => {
      this.#defaults = default_streams;
    },

    'subscription/add': ({ subscriptions }) => {
      for (const { subscribers, ...own } of subscriptions as Json[]) {
        const before = this.#channels.get(own.stream_id);
        const all = new Set<number>(subscribers ?? before?.subscribers);
        this.#channels.set(own.stream_id, { part: 'subscriptions', own, subscribers: all.add(this.#me) });
      }
    },
    'subscription/remove': ({ subscriptions }) => {
      for (const { stream_id } of subscriptions) {
        const channel = this.#channel(stream_id);
        channel.part = 'unsubscribed';
        channel.subscribers.delete(this.#me);
      }
    },
    'subscription/update': ({ stream_id, property, value }) => {
      this.#channel(stream_id).own[property] = value;
    },
    'subscription/peer_add': ({ stream_ids, user_ids }) => {
      for (const id of stream_ids) for (const user of user_ids) this.#channel(id).subscribers.add(user);
    },
    'subscription/peer_remove': ({ stream_ids, user_ids }) => {
      for (const id of stream_ids) for (const user of user_ids) this.#channel(id).subscribers.delete(user);
    },

    message: ({ message, flags }) => {
      const people =
        message.type === 'private' ? message.display_recipient.map(({ id }: Json) => id as number) : undefined;
      if (people) {
        const key = conversation(people.filter((id: number) => id !== this.#me));
        this.#conversations.set(key, Math.max(message.id, this.#conversations.get(key) ?? -1));
        this.#directMessages.set(message.id, key);
        this.uncertain.delete(key);
      }
      if (flags.includes('read')) return;
      const mentioned = MENTIONS.some((flag) => flags.includes(flag));
      this.#unread.set(message.id, { ...getPlace(message.stream_id, message.subject, people, this.#me), mentioned });
    },
    delete_message: ({ message_ids, message_id }) => {
      for (const id of message_ids ?? [message_id]) {
        this.#unread.delete(id);
        this.#starred.delete(id);
        const key = this.#directMessages.get(id);
        if (key !== undefined) this.uncertain.add(key);
      }
    },
    update_message: ({
      message_id,
      message_ids,
      stream_id,
      new_stream_id = stream_id,
      orig_subject,
      subject = orig_subject,
      flags,
    }) => {
      const edited = this.#unread.get(message_id);
      if (edited) edited.mentioned = MENTIONS.some((flag) => flags.includes(flag));
      if (orig_subject === undefined) return;
      for (const id of message_ids) {
        const unread = this.#unread.get(id);
        if (unread) Object.assign(unread, { of: getTopic(new_stream_id, subject) });
      }
    },
    'update_message_flags/add': ({ flag, messages, all }) => {
      if (flag === 'read' && all) this.#unread.clear();
      for (const id of messages) {
        if (flag === 'read') this.#unread.delete(id);
        if (flag === 'starred') this.#starred.add(id);
      }
    },
    'update_message_flags/remove': ({ flag, messages, message_details }) => {
      for (const id of messages) {
        if (flag === 'starred') this.#starred.delete(id);
        if (flag !== 'read') continue;
        const { stream_id, topic, user_ids, mentioned = false } = message_details[id];
        const people = user_ids && [...user_ids, this.#me];
        this.#unread.set(id, { ...getPlace(stream_id, topic, people, this.#me), mentioned });
      }
    },

    user_topic: ({ type: _, ...topic }) => {
      if (topic.visibility_policy === 0) this.#userTopics.delete(topicKey(topic));
      else this.#userTopics.set(topicKey(topic), topic);
    },

    'user_group/add': ({ group }) => void this.#groups.set(group.id, structuredClone(group)),
    'user_group/remove': ({ group_id }) => void this.#groups.delete(group_id),
    'user_group/update': ({ group_id, data }) => Object.assign(this.#groups.get(group_id)!, data),
    'user_group/add_members': ({ group_id, user_ids }) => {
      const group = this.#groups.get(group_id)!;
      group.members = [...new Set([...group.members, ...user_ids])];
    },
    'user_group/add_subgroups': ({ group_id, direct_subgroup_ids }) => {
      const group = this.#groups.get(group_id)!;
      group.direct_subgroup_ids = [...group.direct_subgroup_ids, ...direct_subgroup_ids];
    },
    'user_group/remove_subgroups': ({ group_id, direct_subgroup_ids }) => {
      const group = this.#groups.get(group_id)!;
      group.direct_subgroup_ids = group.direct_subgroup_ids.filter((id: number) => !direct_subgroup_ids.includes(id));
    },
    'channel_folder/add': ({ channel_folder }) => void this.#folders.set(channel_folder.id, { ...channel_folder }),
    'channel_folder/update': ({ channel_folder_id, data }) =>
      Object.assign(this.#folders.get(channel_folder_id)!, data),
    'channel_folder/reorder': ({ order }) => {
      for (const [place, id] of (order as number[]).entries()) this.#folders.get(id)!.order = place;
    },
    default_stream_groups: ({ default_stream_groups }) => {
      this.#defaultGroups = default_stream_groups;
    },
    'user_group/remove_members': ({ group_id, user_ids }) => {
      const group = this.#groups.get(group_id)!;
      group.members = group.members.filter((id: number) => !user_ids.includes(id));
    },
  };

  #updateUser({
    user_id,
    role,
    new_email,
    custom_profile_field: field,
    avatar_source,
    avatar_url_medium,
    ...change
  }: Json): void {
    const user = this.#users.get(user_id);
    if (!user) throw new Error(`An update of user ${user_id}, who is not known`);
    const named = new_email === undefined ? change : { ...change, email: new_email };
    const roles = role === undefined ? {} : { is_admin: role <= 200, is_owner: role === 100, is_guest: role === 600 };
    Object.assign(user, named, roles, role === undefined ? {} : { role });
    if (field) user.profile_data = { ...user.profile_data, [field.id]: field };
    // No event says that a deactivated user left the groups; it follows from the deactivation.
    if (change.is_active === false)
      for (const group of this.#groups.values()) group.members = group.members.filter((id: number) => id !== user_id);
    if (user_id !== this.#me) return;
    for (const key in this.#own) if (key in named) this.#own[key] = named[key];
    Object.assign(this.#own, roles, role === undefined ? {} : { is_moderator: role <= 300 });
  }

  #addVisibleUser(stream: Json): void {
    this.#streams.set(stream.stream_id, { ...stream });
    if (!this.#channels.has(stream.stream_id))
      this.#channels.set(stream.stream_id, { part: 'never_subscribed', own: { ...stream }, subscribers: new Set() });
  }

  #known(id: number): Json {
    const stream = this.#streams.get(id);
    if (!stream) throw new Error(`An event about channel ${id}, which is not known`);
    return stream;
  }

  #channel(id: number) {
    const channel = this.#channels.get(id);
    if (!channel) throw new Error(`An event about channel ${id}, which is not known`);
    return channel;
  }

  /** The whole state, sorted, without the entries of `unsure`. */
  comparable(fresh: ClientState, unsure: ReadonlySet<string> = this.uncertain): Json {
    const fields = this.#organization.fieldIds;
    return {
      organization: this.#organization.comparable(fresh.#organization),
      messages: this.#messages.comparable(fresh.#messages),
      own: this.#own,
      users: sorted(this.#users, (user) => (user.full_name === UNKNOWN ? UNKNOWN : withProfile(user, fields))),
      streams: sorted(this.#streams),
      channels: sorted(this.#channels, ({ part, own, subscribers }) => ({
        // "Left" and "never subscribed" differ only in own settings, which a client does not need without a
        // subscription.
        subscribed: part === 'subscriptions',
        own: part === 'subscriptions' ? own : pick(own, Object.keys(this.#streams.get(own.stream_id) ?? {})),
        subscribers: [...subscribers].sort((a, b) => a - b),
      })),
      unread: sorted(this.#unread),
      starred: [...this.#starred].sort((a, b) => a - b),
      user_topics: sorted(this.#userTopics),
      groups: sorted(this.#groups, (group) => ({
        ...group,
        members: group.members.toSorted(ascending),
        direct_subgroup_ids: group.direct_subgroup_ids.toSorted(ascending),
      })),
      conversations: Object.fromEntries([...this.#conversations].filter(([key]) => !unsure.has(key)).sort()),
      folders: sorted(this.#folders),
      defaultGroups: this.#defaultGroups,
      objects: this.#objects.comparable((id) => this.#users.get(id)?.is_active && !unsure.has(`status ${id}`)),
      defaults: [...this.#defaults].sort((a, b) => a - b),
    };
  }
}

/** What a client requests besides /register. */
export interface OtherResponses {
  messages: Json[];
  /** The response of GET /attachments. */
  files: Json;
  invites: Json[];
}

/** A user's profile, limited to the existing fields. */
function withProfile(user: Json, fields: ReadonlySet<string>): Json {
  const said = Object.entries((user.profile_data ?? {}) as Record<string, Json>).filter(
    ([id, { value }]) => fields.has(id) && value !== null,
  );
  return {
    ...user,
    profile_data: Object.fromEntries(said.map(([id, { value, rendered_value }]) => [id, [value, rendered_value]])),
  };
}

const PARTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;
type Part = (typeof PARTS)[number];
const UNKNOWN = 'Unknown user';
const MENTIONS = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];

function getPlace(
  streamId: number | undefined,
  topic: string,
  people: number[] | undefined,
  me: number,
): Omit<Place, 'mentioned'> {
  if (!people) return { kind: 'stream', of: getTopic(streamId!, topic) };
  const all = [...new Set(people)].sort((a, b) => a - b);
  if (all.length > 2) return { kind: 'huddle', of: all.join(',') };
  return { kind: 'pm', of: String(all.find((id) => id !== me) ?? me) };
}

const getTopic = (streamId: number, topic: string): string => `${streamId} ${topic.toLowerCase()}`;
const topicKey = ({ stream_id, topic_name }: Json): string => getTopic(stream_id, topic_name);
const conversation = (ids: number[]): string => ids.toSorted((a, b) => a - b).join(',');
const pick = (from: Json, keys: string[]): Json =>
  Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]]));

function sorted<V>(
  map: Map<number | string, V> | Map<number, V> | Map<string, V>,
  as: (value: V) => unknown = (value) => value,
): Json {
  return Object.fromEntries(
    [...map].map(([key, value]) => [String(key), as(value)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const ascending = (a: number, b: number): number => a - b;
