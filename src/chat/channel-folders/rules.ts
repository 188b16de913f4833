import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { ChannelFolder } from './types.ts';

/** Control characters, halves of characters, and code points that are no characters. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The name as it is kept. Refuses one that is empty, cannot be seen, or is another folder's that is in use. */
export function requireFolderName(app: App, given: string, ownId?: number): string {
  const name = given.trim();
  if (name === '') throw badRequest("Channel folder name can't be empty.");
  const at = [...name].findIndex((character) => UNSEEN.test(character));
  if (at >= 0) throw badRequest(`Invalid character in channel folder name, at position ${at + 1}.`);
  const key = name.toLowerCase();
  if (app.channelFolders.names().some((other) => other.id !== ownId && other.name.toLowerCase() === key))
    throw badRequest('Channel folder name already in use');
  return name;
}

/** The folder with this id, archived or not. */
export function requireFolder(app: App, id: number): ChannelFolder {
  const folder = app.channelFolders.byId(id);
  if (!folder) throw badRequest('Invalid channel folder ID');
  return folder;
}
