import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { both } from '../../../kernel/events/visibility-diff.ts';
import { cannotAdministerChannel, defaultAsPrivate, insufficientPermission } from '../../errors.ts';
import { changePermission, requirePermissionUpdate } from '../../people/groups/permission-actions.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import type { GroupSettingUpdate } from '../../people/groups/types.ts';
import type { User } from '../../people/users/types.ts';
import { EMPTY_TOPIC_NAME } from '../topics/types.ts';
import {
  type Retention,
  requireCanGivePermission,
  requireConsistentPrivacy,
  requireFolder,
  requireRetention,
  storedRetention,
} from './create-actions.ts';
import { channelChanged } from './events.ts';
import {
  canAdminister,
  cleanDescription,
  cleanName,
  readAccess,
  renderDescription,
  requireCanCreate,
  usersWithAccess,
} from './rules.ts';
import { CHANNEL_PERMISSIONS, type Channel, type ChannelPermission, type TopicsPolicy } from './types.ts';
import { postPolicy } from './views.ts';
import { withChannelVisibilityDiff } from './visibility-actions.ts';

/** Gives a channel's permission to another group. Throws for callers who may not, invalid values, and a stale `old`. */
export function setChannelPermission(
  app: App,
  actor: User,
  channel: Channel,
  name: ChannelPermission,
  update: GroupSettingUpdate,
): void {
  requireChannelAdministrator(app, actor, channel);
  if (name === 'can_add_subscribers_group' || name === 'can_subscribe_group') requireContent(app, actor, channel);
  requireCanGivePermission(app, actor, name);
  const old = channel[name];
  requirePermissionUpdate(app, { name, rule: CHANNEL_PERMISSIONS[name], group: old }, update);
  app.db.write(() => {
    const oldPolicy = postPolicy(app, channel.can_send_message_group);
    changePermission(app, old, update, (group, value) =>
      withChannelVisibilityDiff(app, [channel], () => {
        const before = usersWithAccess(app, channel);
        app.channels.set(channel.id, name, group);
        const changed = app.channels.byId(channel.id)!;
        const audience = both(before, usersWithAccess(app, changed));
        publishChannelChange(app, changed, { property: name, value }, audience);
        if (name === 'can_send_message_group') publishLegacyPolicy(app, changed, oldPolicy, audience);
      }),
    );
  });
}

/** Very old clients know one of four policies instead of a group. */
function publishLegacyPolicy(app: App, channel: Channel, old: number, audience: ReadonlySet<number>): void {
  const policy = postPolicy(app, channel.can_send_message_group);
  if (policy === old) return;
  publishChannelChange(app, channel, { property: 'stream_post_policy', value: policy }, audience);
  publishChannelChange(app, channel, { property: 'is_announcement_only', value: policy === 2 }, audience);
}

export interface PrivacyChange {
  is_private?: boolean;
  is_web_public?: boolean;
  history_public_to_subscribers?: boolean;
}

/** Changes a channel's privacy. Throws for callers who may not create such a channel or cannot read this one. */
export function setChannelPrivacy(app: App, actor: User, channel: Channel, change: PrivacyChange): void {
  requireChannelAdministrator(app, actor, channel);
  requireContent(app, actor, channel);
  const invite_only = change.is_private ?? (change.is_web_public ? false : channel.invite_only);
  const is_web_public = change.is_web_public ?? (!invite_only && channel.is_web_public);
  const history_public_to_subscribers =
    change.history_public_to_subscribers ??
    (!invite_only || (channel.invite_only && channel.history_public_to_subscribers));
  const privacy = requireConsistentPrivacy({ invite_only, is_web_public, history_public_to_subscribers });
  if (invite_only && channel.is_default) throw defaultAsPrivate();
  const isOfOtherKind = invite_only !== channel.invite_only || is_web_public !== channel.is_web_public;
  if (!isOfOtherKind && history_public_to_subscribers === channel.history_public_to_subscribers) return;
  if (isOfOtherKind) requireCanCreate(app, actor, privacy);
  app.db.write(() =>
    withChannelVisibilityDiff(app, [channel], () => {
      const before = usersWithAccess(app, channel);
      app.channels.set(channel.id, 'invite_only', invite_only);
      app.channels.set(channel.id, 'is_web_public', is_web_public);
      app.channels.set(channel.id, 'history_public_to_subscribers', history_public_to_subscribers);
      const changed = app.channels.byId(channel.id)!;
      const audience = both(before, usersWithAccess(app, changed));
      publishChannelChange(
        app,
        changed,
        { property: 'invite_only', value: invite_only, history_public_to_subscribers, is_web_public },
        audience,
      );
    }),
  );
}

/** A changed property, and those that belong to it. */
interface PropertyChange {
  property: string;
  value: unknown;
  rendered_description?: string;
  history_public_to_subscribers?: boolean;
  is_web_public?: boolean;
}

/** Publishes a changed property to everyone who can see the channel, or to some of them. */
export function publishChannelChange(
  app: App,
  channel: Channel,
  change: PropertyChange,
  audience: ReadonlySet<number> = usersWithAccess(app, channel),
): void {
  const to = channel.is_archived ? ({ to: 'new clients' } as const) : {};
  app.events.publish(channelChanged({ stream_id: channel.id, name: channel.name, ...change, ...to }), audience);
}

/** Throws unless the caller may change the channel. */
export function requireChannelAdministrator(app: App, actor: User, channel: Channel): void {
  if (!canAdminister(app, actor, channel)) throw cannotAdministerChannel();
}

function requireContent(app: App, actor: User, channel: Channel): void {
  if (readAccess(app, actor, channel) === 'none') throw badRequest('Channel content access is required.');
}

/** Renames a channel. The event carries the old name. Throws for the current name and for another channel's name. */
export function renameChannel(app: App, actor: User, channel: Channel, input: string): void {
  requireChannelAdministrator(app, actor, channel);
  const name = cleanName(input);
  if (name === channel.name) throw badRequest('Channel already has that name.');
  const taken = app.channels.named(name);
  if (taken && taken.id !== channel.id) throw badRequest('Channel name already in use.');
  app.db.write(() => {
    app.channels.rename(channel.id, name);
    publishChannelChange(app, channel, { property: 'name', value: name });
  });
}

/** Changes a channel's description. */
export function setChannelDescription(app: App, actor: User, channel: Channel, input: string): void {
  requireChannelAdministrator(app, actor, channel);
  const description = cleanDescription(input);
  if (description === channel.description) return;
  const rendered_description = renderDescription(app, actor, description);
  app.db.write(() => {
    app.channels.set(channel.id, 'description', description);
    app.channels.set(channel.id, 'rendered_description', rendered_description);
    publishChannelChange(app, channel, { property: 'description', value: description, rendered_description });
  });
}

/** Sets how long messages are kept. Throws unless the caller may change it. */
export function setRetention(app: App, actor: User, channel: Channel, days: Retention): void {
  requireChannelAdministrator(app, actor, channel);
  requireRetention(actor, days);
  setProperty(app, channel, 'message_retention_days', storedRetention(days));
}

/** Puts a channel into an active folder, or removes it from its folder. */
export function setFolder(app: App, actor: User, channel: Channel, folderId: number | null): void {
  requireChannelAdministrator(app, actor, channel);
  if (folderId !== null) requireFolder(app, folderId);
  setProperty(app, channel, 'folder_id', folderId);
}

/** Sets a property whose value is published unchanged. Publishes nothing if the value is the same. */
function setProperty<P extends 'message_retention_days' | 'folder_id' | 'topics_policy'>(
  app: App,
  channel: Channel,
  property: P,
  value: Channel[P],
): void {
  if (channel[property] === value) return;
  app.db.write(() => {
    app.channels.set(channel.id, property, value);
    publishChannelChange(app, channel, { property, value });
  });
}

/**
 * Sets a channel's topic policy. Throws for callers who may not, and for `empty_topic_only` if a message is in another
 * topic, even one that the caller cannot read.
 */
export function setTopicsPolicy(app: App, actor: User, channel: Channel, policy: TopicsPolicy): void {
  requireChannelAdministrator(app, actor, channel);
  if (policy === channel.topics_policy) return;
  if (!hasRealmPermission(app, actor, 'can_set_topics_policy_group')) throw insufficientPermission();
  if (policy === 'empty_topic_only' && app.topics.hasNamed(channel.recipient_id) !== undefined)
    throw badRequest(
      `To enable this configuration, all messages in this channel must be in the ${EMPTY_TOPIC_NAME} topic. Consider renaming or deleting other topics.`,
      { empty_topic_display_name: EMPTY_TOPIC_NAME },
    );
  setProperty(app, channel, 'topics_policy', policy);
}
