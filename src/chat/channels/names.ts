import { badRequest } from '../../kernel/errors.ts';
import { type Directory, renderMessage } from '../../markdown/render.ts';

export const MAX_CHANNEL_NAME_LENGTH = 60;
export const MAX_DESCRIPTION_LENGTH = 1024;

/** Control characters, halves of characters, and code points that are no characters. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** A channel's name as it is kept. Refuses an empty or overlong one and control characters. */
export function cleanName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest("Channel name can't be empty.");
  const characters = [...name];
  if (characters.length > MAX_CHANNEL_NAME_LENGTH)
    throw badRequest(`Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`);
  const at = characters.findIndex((character) => UNSEEN.test(character));
  if (at >= 0) throw badRequest(`Invalid character in channel name, at position ${at + 1}.`);
  return name;
}

/** A description as it is kept: one line. Refuses an overlong one. */
export function cleanDescription(given: string): string {
  const description = given.trim().replace(/\s*[\r\n]\s*/g, ' ');
  if ([...description].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`description is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`);
  return description;
}

/** A description as HTML. It mentions nobody: whoever may see the channel is not whoever may see what it would name. */
export const renderDescription = (description: string): string => (description === '' ? '' : renderMessage(description, NOBODY).html);

const NOBODY: Directory = {
  usersNamed: () => [],
  userById: () => undefined,
  groupNamed: () => undefined,
  realmEmoji: () => undefined,
  channelNamed: () => undefined,
};
