import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { both } from '../../../kernel/events/visibility-diff.ts';
import { cannotAdministerChannel, defaultAsPrivate } from '../../errors.ts';
import { changePermission, requirePermissionUpdate } from '../../people/groups/permission-settings.ts';
import type { GroupSettingUpdate } from '../../people/groups/types.ts';
import type { User } from '../../people/users/types.ts';
import { requireCanGivePermission, requireConsistentPrivacy, requireCreator } from './create.ts';
import { channelChanged } from './events.ts';
import { CHANNEL_PERMISSIONS, type ChannelPermission } from './permissions.ts';
import { canAdminister, readAccess, usersWithAccess } from './rules.ts';
import type { Channel } from './types.ts';
import { postPolicy } from './views.ts';
import { withChannelVisibilityDiff } from './visibility.ts';

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
        publishChannelChange(app, changed, name, value, {}, audience);
        if (name === 'can_send_message_group') publishLegacyPolicy(app, changed, oldPolicy, audience);
      }),
    );
  });
}

/** Very old clients know one of four policies instead of a group. */
function publishLegacyPolicy(app: App, channel: Channel, old: number, audience: ReadonlySet<number>): void {
  const policy = postPolicy(app, channel.can_send_message_group);
  if (policy === old) return;
  publishChannelChange(app, channel, 'stream_post_policy', policy, {}, audience);
  publishChannelChange(app, channel, 'is_announcement_only', policy === 2, {}, audience);
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
  if (isOfOtherKind) requireCreator(app, actor, privacy);
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
        'invite_only',
        invite_only,
        { history_public_to_subscribers, is_web_public },
        audience,
      );
    }),
  );
}

interface Beside {
  rendered_description?: string;
  history_public_to_subscribers?: boolean;
  is_web_public?: boolean;
}

/** Publishes a changed property to everyone who can see the channel, or to some of them. */
export function publishChannelChange(
  app: App,
  channel: Channel,
  property: string,
  value: unknown,
  beside: Beside = {},
  audience: ReadonlySet<number> = usersWithAccess(app, channel),
): void {
  const to = channel.is_archived ? ({ to: 'new clients' } as const) : {};
  app.events.publish(
    channelChanged({ stream_id: channel.id, name: channel.name, property, value, ...beside, ...to }),
    audience,
  );
}

/** Throws unless the caller may change the channel. */
export function requireChannelAdministrator(app: App, actor: User, channel: Channel): void {
  if (!canAdminister(app, actor, channel)) throw cannotAdministerChannel();
}

function requireContent(app: App, actor: User, channel: Channel): void {
  if (readAccess(app, actor, channel) === 'none') throw badRequest('Channel content access is required.');
}
