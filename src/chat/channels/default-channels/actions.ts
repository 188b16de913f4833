import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { ROLES } from '../../../shared/roles.ts';
import { invalidChannel, privateAsDefault } from '../../errors.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { publishDefaultChannels, requireDefaultRoom } from '../channels/create-actions.ts';
import { requireChannelAccess } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { defaultChannelGroups, defaultGroupsChanged } from './events.ts';
import { requireChannels, requireDefaultGroup, requireDefaultGroupName, requireOptionalChannel } from './rules.ts';

/** Makes a channel a default channel for new users, or an ordinary one. Throws for private and archived channels. */
export function setDefault(app: App, actor: User, channelId: number, isDefault: boolean): void {
  const channel = requireChannelAccess(app, actor, channelId);
  if (isDefault && channel.invite_only) throw privateAsDefault();
  if (isDefault && channel.is_archived) throw invalidChannel();
  if (channel.is_default === isDefault) return;
  if (isDefault) requireDefaultRoom(app, 1);
  app.db.write(() => {
    app.channels.set(channel.id, 'is_default', isDefault);
    publishDefaultChannels(app);
    if (isDefault) removeFromAllDefaultGroups(app, channel);
  });
}

/** Creates a default channel group. */
export function createDefaultGroup(
  app: App,
  actor: User,
  draft: { name: string; description: string; channels: readonly string[] },
): void {
  const name = requireDefaultGroupName(app, draft.name);
  const channels = requireChannels(app, actor, draft.channels);
  for (const channel of channels) requireOptionalChannel(channel, name);
  requireRoom(app, 'default_channel_group', { added: [[name, draft.description.trim()]] });
  // A new group has no channels yet.
  requireRoom(app, 'default_channel_group_channel', { added: channels.map(() => []) }, 0);
  app.db.write(() => insertDefaultGroup(app, { name, description: draft.description.trim() }, channels));
}

/** Stores a default channel group without checking it. Returns its id. Call it inside `db.write`. */
export function insertDefaultGroup(
  app: App,
  { name, description }: { name: string; description: string },
  channels: readonly Channel[],
): number {
  const { id } = app.defaultChannels.addGroup(name, description);
  for (const channel of channels) app.defaultChannels.put(id, channel.id);
  publishDefaultGroups(app);
  return id;
}

/** Changes a group's name or description. */
export function updateDefaultGroup(app: App, id: number, change: { name?: string; description?: string }): void {
  const group = requireDefaultGroup(app, id);
  if (change.name === undefined && change.description === undefined)
    throw badRequest('You must pass "new_description" or "new_group_name".');
  const name = change.name === undefined ? group.name : requireDefaultGroupName(app, change.name, id);
  const description = change.description?.trim() ?? group.description;
  if (name === group.name && description === group.description) return;
  const replaced = [[group.name, group.description]];
  requireRoom(app, 'default_channel_group', { added: [[name, description]], replaced });
  app.db.write(() => {
    app.defaultChannels.updateGroup(name, description, id);
    publishDefaultGroups(app);
  });
}

export function removeDefaultGroup(app: App, id: number): void {
  requireDefaultGroup(app, id);
  app.db.write(() => {
    app.defaultChannels.removeGroup(id);
    publishDefaultGroups(app);
  });
}

/** Adds channels to a group. Throws for those that are in it already. */
export function addToDefaultGroup(app: App, actor: User, id: number, names: readonly string[]): void {
  const group = requireDefaultGroup(app, id);
  const inside = app.defaultChannels.listChannels(id);
  const channels = requireChannels(app, actor, names);
  for (const channel of channels) {
    requireOptionalChannel(channel, group.name);
    if (inside.includes(channel.id))
      throw badRequest(`Channel '${channel.name}' is already present in default channel group '${group.name}'`);
  }
  requireRoom(app, 'default_channel_group_channel', { added: channels.map(() => []) }, id);
  app.db.write(() => {
    for (const channel of channels) app.defaultChannels.put(id, channel.id);
    publishDefaultGroups(app);
  });
}

/** Removes channels from a group. Throws for those that are not in it. */
export function removeFromDefaultGroup(app: App, actor: User, id: number, names: readonly string[]): void {
  const group = requireDefaultGroup(app, id);
  const inside = app.defaultChannels.listChannels(id);
  const channels = requireChannels(app, actor, names);
  for (const channel of channels)
    if (!inside.includes(channel.id))
      throw badRequest(`Channel '${channel.name}' is not present in default channel group '${group.name}'`);
  app.db.write(() => {
    for (const channel of channels) app.defaultChannels.take(id, channel.id);
    publishDefaultGroups(app);
  });
}

/** Removes a channel that can no longer be chosen (archived, private, or a default channel) from all groups. */
export function removeFromAllDefaultGroups(app: App, { id }: Channel): void {
  app.db.write(() => {
    if (app.defaultChannels.takeEverywhere(id).changes > 0) publishDefaultGroups(app);
  });
}

/** Publishes the default channel groups to everyone but guests. */
function publishDefaultGroups(app: App): void {
  const members = app.users.active().filter(({ role }) => role < ROLES.guest);
  app.events.publish(
    defaultGroupsChanged({ default_stream_groups: defaultChannelGroups(app) }),
    members.map(({ id }) => id),
  );
}
