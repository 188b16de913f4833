import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { publishChannelChange, requireChannelAdministrator } from './change-permissions.ts';
import { type Retention, requireFolder, requireRetention, storedRetention } from './create.ts';
import { cleanDescription, cleanName, renderDescription } from './names.ts';
import type { Channel } from './types.ts';

/** Renames a channel. The event carries the old name. Throws for the current name and for another channel's name. */
export function renameChannel(app: App, actor: User, channel: Channel, input: string): void {
  requireChannelAdministrator(app, actor, channel);
  const name = cleanName(input);
  if (name === channel.name) throw badRequest('Channel already has that name.');
  const taken = app.channels.named(name);
  if (taken && taken.id !== channel.id) throw badRequest('Channel name already in use.');
  app.db.write(() => {
    app.channels.rename(channel.id, name);
    publishChannelChange(app, channel, 'name', name);
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
    publishChannelChange(app, channel, 'description', description, { rendered_description });
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
export function setProperty<P extends 'message_retention_days' | 'folder_id' | 'topics_policy'>(
  app: App,
  channel: Channel,
  property: P,
  value: Channel[P],
): void {
  if (channel[property] === value) return;
  app.db.write(() => {
    app.channels.set(channel.id, property, value);
    publishChannelChange(app, channel, property, value);
  });
}
