import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { invalidChannelFolder } from '../../errors.ts';
import { findInvalidCharacter, isBlank } from '../channels/rules.ts';
import type { ChannelFolder } from './types.ts';

/** Returns the name as it is stored. Throws if it is empty, invisible, or taken by an active folder. */
export function requireFolderName(app: App, input: string, ownId?: number): string {
  const name = input.trim();
  if (isBlank(name)) throw badRequest("Channel folder name can't be empty.");
  const at = findInvalidCharacter(name);
  if (at !== undefined) throw badRequest(`Invalid character in channel folder name, at position ${at}.`);
  const key = name.toLowerCase();
  if (app.channelFolders.names().some((other) => other.id !== ownId && other.name.toLowerCase() === key))
    throw badRequest('Channel folder name already in use');
  return name;
}

/** Returns the folder with this id, archived or not. */
export function requireFolder(app: App, id: number): ChannelFolder {
  const folder = app.channelFolders.byId(id);
  if (!folder) throw invalidChannelFolder();
  return folder;
}
