import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { privateAsDefault } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { canAccessMetadata } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';

/** Returns the group with this id. */
export function requireDefaultGroup(app: App, id: number) {
  const group = app.defaultChannels.groupById(id);
  if (!group) throw badRequest(`Default channel group with id '${id}' does not exist.`);
  return group;
}

/** Returns the name as it is stored. Throws for an empty or taken name, and for control characters. */
export function requireDefaultGroupName(app: App, input: string, ownId?: number): string {
  const name = input.trim();
  if (name === '' || /\p{Cc}/u.test(name)) throw badRequest(`Invalid default channel group name '${input}'`);
  const taken = app.defaultChannels.groupNamed(name);
  if (taken && taken.id !== ownId) throw badRequest(`Default channel group '${name}' already exists`);
  return name;
}

/** Returns the channels with these names. Throws for unknown channels and those the actor cannot see. */
export function requireChannels(app: App, actor: User, names: readonly string[]): Channel[] {
  return [...new Set(names)].map((name) => {
    const channel = app.channels.named(name.trim());
    if (!channel || !canAccessMetadata(app, actor, channel)) throw badRequest(`Invalid channel name '${name}'`);
    return channel;
  });
}

/**
 * Throws for channels that new users cannot choose: default channels, which they get anyway, and channels not open to
 * them.
 */
export function requireOptionalChannel(channel: Channel, groupName: string): void {
  if (channel.is_default)
    throw badRequest(`'${channel.name}' is a default channel and cannot be added to '${groupName}'`);
  if (channel.invite_only) throw privateAsDefault();
  if (channel.is_archived) throw badRequest(`Channel '${channel.name}' is archived`);
}
