import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { Directory } from '../../../markdown/directory.ts';
import { renderMessage } from '../../../markdown/render.ts';
import { linksIn } from '../../organization/linkifiers/matching.ts';
import { canAccessUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { Channel } from './types.ts';

export const MAX_CHANNEL_NAME_LENGTH = LIMITS.channel_name_length;
export const MAX_DESCRIPTION_LENGTH = LIMITS.channel_description_length;

const STRAY = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * The position (from 1) of the first character that a one-line text must not have: a control character, a lone
 * surrogate, or a noncharacter.
 */
export function findInvalidCharacter(text: string): number | undefined {
  if (!STRAY.test(text)) return undefined;
  return [...text].findIndex((character) => STRAY.test(character)) + 1;
}

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim() === '';

/** Returns a channel's name as it is stored. Throws for empty and too long names, and for control characters. */
export function cleanName(input: string): string {
  const name = input.trim().normalize('NFC');
  if (isBlank(name)) throw badRequest("Channel name can't be empty.");
  if ([...name].length > MAX_CHANNEL_NAME_LENGTH)
    throw badRequest(`Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`);
  const at = findInvalidCharacter(name);
  if (at !== undefined) throw badRequest(`Invalid character in channel name, at position ${at}.`);
  return name;
}

/**
 * Joins the lines of a text by one blank each. Takes time linear in the text, unlike a pattern with blanks on both
 * sides.
 */
const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Returns a description as it is stored, in one line. Throws if it is too long. */
export function cleanDescription(input: string): string {
  const description = inOneLine(input);
  if ([...description].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`description is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`);
  return description;
}

/** The users and groups that an author may mention. */
export const mentionableNames = (
  app: App,
  author: User | undefined,
): Pick<Directory, 'usersNamed' | 'userById' | 'groupNamed'> => ({
  usersNamed: (name) => app.users.named(name).filter((user) => canAccessUser(app, author, user)),
  userById(id) {
    const user = app.users.byId(id);
    return user && canAccessUser(app, author, user) ? user : undefined;
  },
  groupNamed(name) {
    const group = app.groups.named(name);
    return group && { id: group.id, name, deactivated: group.deactivated };
  },
});

/**
 * Renders a description or profile text as HTML. It mentions only users whom its author can see, without notifying
 * them, and links only to public channels, since its readers may not see more.
 */
export function renderDescription(app: App, author: User | undefined, description: string): string {
  if (description === '') return '';
  const linkifiers = app.linkifiers.compiled();
  const known = (channel: Channel | undefined) =>
    channel && !channel.invite_only && !channel.is_archived ? channel : undefined;
  const directory: Directory = {
    ...mentionableNames(app, author),
    realmEmoji: (name) => app.realmEmoji.named(name),
    channelNamed: (name) => known(app.channels.named(name)),
    channelById: (id) => known(app.channels.byId(id)),
    origin: app.config.url,
    default_code_language: app.realm.get('default_code_block_language'),
    ...(linkifiers.length > 0 && { linksIn: (text: string) => linksIn(text, linkifiers) }),
  };
  return renderMessage(description, directory).html;
}
