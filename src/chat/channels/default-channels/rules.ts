import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { canAccessMetadata } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';

/** The group with this id. */
export function requireDefaultGroup(app: App, id: number) {
  const group = app.defaultChannels.groupById(id);
  if (!group) throw badRequest(`Default channel group with id '${id}' does not exist.`);
  return group;
}

/** The name as it is kept. Refuses an empty one, control characters, and one that is taken. */
export function requireDefaultGroupName(app: App, given: string, ownId?: number): string {
  const name = given.trim();
  if (name === '' || /\p{Cc}/u.test(name)) throw badRequest(`Invalid default channel group name '${given}'`);
  const taken = app.defaultChannels.groupNamed(name);
  if (taken && taken.id !== ownId) throw badRequest(`Default channel group '${name}' already exists`);
  return name;
}

/** The channels of these names. Refuses one that is not there or not the actor's to know. */
export function requireChannels(app: App, actor: User, names: readonly string[]): Channel[] {
  return [...new Set(names)].map((name) => {
    const channel = app.channels.named(name.trim());
    if (!channel || !canAccessMetadata(app, actor, channel)) throw badRequest(`Invalid channel name '${name}'`);
    return channel;
  });
}

/** Refuses what new people cannot choose: default channels, which they get anyway, and those not open to them. */
export function requireOptionalChannel(channel: Channel, groupName: string): void {
  if (channel.is_default)
    throw badRequest(`'${channel.name}' is a default channel and cannot be added to '${groupName}'`);
  if (channel.invite_only) throw badRequest('Private channels cannot be made default.');
  if (channel.is_archived) throw badRequest(`Channel '${channel.name}' is archived`);
}
