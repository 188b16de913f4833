import type { App } from '../../../app.ts';
import { type ApiError, badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { notForGuests } from '../../errors.ts';
import { keyReachesChannel } from '../../people/users/key-limit-rules.ts';
import { isGuest, type User } from '../../people/users/types.ts';
import { createChannel, requireCreatable } from '../channels/create-actions.ts';
import { channelsAppeared, subscribersAdded } from '../channels/events.ts';
import { canAccessMetadata, cleanName } from '../channels/rules.ts';
import type { Channel, ChannelDraft, ChannelOptions } from '../channels/types.ts';
import { channelView } from '../channels/views.ts';
import { subscribed, subscriptionChanged } from './events.ts';
import { publishPeerChanges, withUserVisibilityDiff } from './peer-actions.ts';
import type { SubscriptionProperty } from './repository.ts';
import { canSubscribeOrStay, cleanColor, freeColor, requireCanAddOthers, requireUser, requireUsers } from './rules.ts';
import type { Principals, PropertyChange, WantedChannel } from './types.ts';
import { subscriptionView } from './views.ts';

/** The result of subscribing. */
export interface SubscribeResult {
  /** Channels that were created. */
  created: Channel[];
  /** Who is newly subscribed to which channel. */
  added: Map<User, Channel[]>;
  /** Who was subscribed already. */
  already: Map<User, Channel[]>;
  /** Names of channels that the actor may not join. */
  unauthorized: string[];
}

export interface SubscribeOptions extends ChannelOptions {
  subscriptions: WantedChannel[];
  /** The users to subscribe; the actor if none are named. */
  principals?: Principals | undefined;
  /** Reject everything if the actor may not join one of the channels. */
  authorization_errors_fatal: boolean;
}

const noAccess = ({ name }: Channel): ApiError => badRequest(`Unable to access channel (${name}).`);

/** Subscribes the actor or others to channels by name, and creates missing channels. An error changes nothing. */
export function subscribeUsers(app: App, actor: User, request: SubscribeOptions): SubscribeResult {
  if (isGuest(actor)) throw notForGuests();
  const people = requireUsers(app, actor, request.principals);
  return app.db.write(() => {
    const created = new Set<Channel>();
    const unauthorized: string[] = [];
    const colors = new Map<Channel, string>();
    for (const requested of request.subscriptions) {
      const name = cleanName(requested.name);
      const existing = app.channels.named(name);
      const channel = existing ?? createChannel(app, actor, { ...request, name, description: requested.description });
      if (!existing) created.add(channel);
      if (created.has(channel) || canSubscribeOrStay(app, actor, channel))
        colors.set(channel, requested.color === undefined ? '' : cleanColor(requested.color));
      else if (request.authorization_errors_fatal) throw noAccess(channel);
      else unauthorized.push(channel.name);
    }
    const channels = [...colors.keys()];
    if (people.some(({ id }) => id !== actor.id))
      for (const channel of channels) requireCanAddOthers(app, actor, channel);
    return { created: [...created], unauthorized, ...addSubscribers(app, people, channels, colors) };
  });
}

/**
 * Throws what `subscribeUsers` would throw for one of the channels, except whether the actor may add others to new
 * channels.
 */
export function requireSubscribable(app: App, actor: User, request: SubscribeOptions): void {
  if (isGuest(actor)) throw notForGuests();
  const addsOthers = requireUsers(app, actor, request.principals).some(({ id }) => id !== actor.id);
  const created = new Map<string, ChannelDraft>();
  for (const { name: wanted, description, color } of request.subscriptions) {
    const name = cleanName(wanted);
    if (color !== undefined) cleanColor(color);
    const channel = app.channels.named(name);
    if (!channel) created.set(name.toLowerCase(), { ...request, name, description });
    else if (canSubscribeOrStay(app, actor, channel)) {
      if (addsOthers) requireCanAddOthers(app, actor, channel);
    } else if (request.authorization_errors_fatal) throw noAccess(channel);
  }
  if (created.size > LIMITS.new_channels_per_request)
    throw badRequest(`Too many new channels (limit: ${LIMITS.new_channels_per_request})`);
  requireCreatable(app, actor, [...created.values()]);
}

/** Creates a channel with its first subscribers. */
export function createChannelWithSubscribers(
  app: App,
  actor: User,
  draft: ChannelDraft,
  subscribers: readonly number[],
): SubscribeResult {
  if (isGuest(actor)) throw notForGuests();
  const people = [...new Set(subscribers)].map((id) => requireUser(app, actor, id));
  return app.db.write(() => {
    const channel = createChannel(app, actor, draft);
    if (people.some(({ id }) => id !== actor.id)) requireCanAddOthers(app, actor, channel);
    return { created: [channel], unauthorized: [], ...addSubscribers(app, people, [channel]) };
  });
}

/**
 * Subscribes users to channels without checking permissions, and publishes it to everyone affected. For the color '',
 * one is chosen.
 */
export function addSubscribers(
  app: App,
  people: readonly User[],
  channels: readonly Channel[],
  colors: ReadonlyMap<Channel, string> = new Map(),
): Pick<SubscribeResult, 'added' | 'already'> {
  const added = new Map<User, Channel[]>();
  const already = new Map<User, Channel[]>();
  const changes = new Map<Channel, Set<number>>();
  app.db.write(() => {
    for (const channel of channels) {
      const inside = app.subscriptions.listSubscribers(channel.id);
      const newSubscribers = people.filter(({ id }) => !inside.has(id));
      for (const person of people) append(inside.has(person.id) ? already : added, person, channel);
      if (newSubscribers.length === 0) continue;
      changes.set(channel, new Set(newSubscribers.map(({ id }) => id)));
      showTo(app, channel, newSubscribers);
    }
    withUserVisibilityDiff(app, people, channels, () => {
      const used = getColors(app, people);
      for (const [channel, newSubscribers] of changes)
        enter(app, [...newSubscribers], channel, colors.get(channel) ?? '', used);
    });
    publishSubscribed(app, added);
    publishPeerChanges(app, subscribersAdded, changes);
  });
  return { added, already };
}

/** Users who could not see the channel receive it before their subscription. */
function showTo(app: App, channel: Channel, people: readonly User[]): void {
  const unaware = people.filter((person) => !canAccessMetadata(app, person, channel)).map(({ id }) => id);
  if (unaware.length > 0) app.events.publish(channelsAppeared({ streams: [channelView(app, channel)] }), unaware);
}

/** The colors of each user's channels, by user. */
type Colors = Map<number, string[]>;

function getColors(app: App, people: readonly User[]): Colors {
  const colors: Colors = new Map();
  for (const { user_id, color } of app.subscriptions.getColors(JSON.stringify(people.map(({ id }) => id))))
    append(colors, user_id, color);
  return colors;
}

/** There may be thousands of users, so one statement inserts all. Former subscribers keep their color. */
function enter(app: App, people: readonly number[], channel: Channel, color: string, used: Colors): void {
  const former = new Map(
    app.subscriptions.colorsIn(channel.id, JSON.stringify(people)).map((was) => [was.user_id, was.color]),
  );
  const colored = people.map(
    (id) => [id, color || (former.get(id) ?? freeColor(used.get(id) ?? [], channel.id))] as const,
  );
  for (const [id, chosen] of colored) append(used, id, chosen);
  app.subscriptions.add(channel.id, colored);
  app.subscriptions.openPeriods(channel.recipient_id, app.messages.lastId(), people);
}

/** Publishes to users their new subscriptions, with the other subscribers. */
export function publishSubscribed(app: App, joined: ReadonlyMap<User, readonly Channel[]>, returning = false): void {
  const channels = new Set([...joined.values()].flat());
  // All who join share one list: it may have thousands of ids, and as many users receive it.
  const others = new Map([...channels].map((channel) => [channel, [...app.subscriptions.listSubscribers(channel.id)]]));
  for (const [person, theirs] of joined) {
    if (!app.queues.isListening(person.id)) continue;
    const reached = theirs.filter(({ id }) => keyReachesChannel(person, id));
    const subscriptions = reached.map((channel) => ({
      ...subscriptionView(app, channel, app.subscriptions.of(person.id, channel.id)!),
      subscribers: others.get(channel)!,
    }));
    app.events.publish(subscribed({ subscriptions, settings: person.settings, returning }), [person.id]);
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Changes the user's own settings of channels: all of them, or none if one is rejected. */
export function changeProperties(app: App, user: User, changes: readonly PropertyChange[]): void {
  app.db.write(() => {
    for (const change of changes) changeProperty(app, user, change);
  });
}

function changeProperty(app: App, user: User, { stream_id, property, value }: PropertyChange): void {
  if (!app.subscriptions.of(user.id, stream_id)?.active) throw badRequest(`Not subscribed to channel id ${stream_id}`);
  if (property === 'color') {
    if (typeof value !== 'string') throw badRequest('color is not a string');
    setProperty(app, user, stream_id, 'color', cleanColor(value));
  } else {
    if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`);
    if (property === 'in_home_view') setProperty(app, user, stream_id, 'is_muted', !value);
    else setProperty(app, user, stream_id, property, value);
  }
}

/** Stores a setting, which is valid, and publishes it. Call it inside `db.write`. */
export function setProperty(
  app: App,
  user: User,
  stream_id: number,
  property: SubscriptionProperty,
  value: boolean | string,
): void {
  app.subscriptions.set(user.id, stream_id, property, value);
  tell(property, value);
  // Older clients know muting by its opposite.
  if (property === 'is_muted') tell('in_home_view', !value);

  function tell(property: string, value: boolean | string): void {
    const { is_archived } = app.channels.byId(stream_id)!;
    app.events.publish(subscriptionChanged({ stream_id, property, value, is_archived }), [user.id]);
  }
}

/**
 * Subscribes subscribers of a channel to another one. They keep color, mute, pin and notification settings. Call it
 * inside `db.write`.
 */
export function copySubscribers(app: App, source: Channel, target: Channel, users: readonly User[]): void {
  app.subscriptions.copySettings(
    source.id,
    target.id,
    users.map(({ id }) => id),
  );
  addSubscribers(app, users, [app.channels.byId(target.id)!]);
}
