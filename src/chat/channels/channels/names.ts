import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { type Directory, renderMessage } from '../../../markdown/render.ts';
import { linksIn } from '../../organization/linkifiers/matching.ts';
import { canAccessUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { Channel } from './types.ts';

export const MAX_CHANNEL_NAME_LENGTH = LIMITS.channel_name_length;
export const MAX_DESCRIPTION_LENGTH = LIMITS.channel_description_length;

const STRAY = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Where, from 1, a text of one line has what is no character of it: a control character, half of one, or a code point that is none. */
export function findInvalidCharacter(text: string): number | undefined {
  if (!STRAY.test(text)) return undefined;
  return [...text].findIndex((character) => STRAY.test(character)) + 1;
}

/** Whether there is nothing to be seen of it. */
export const isBlank = (text: string): boolean => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim() === '';

/** A channel's name as it is kept. Refuses an empty or overlong one and control characters. */
export function cleanName(given: string): string {
  const name = given.trim();
  if (isBlank(name)) throw badRequest("Channel name can't be empty.");
  if ([...name].length > MAX_CHANNEL_NAME_LENGTH)
    throw badRequest(`Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`);
  const at = findInvalidCharacter(name);
  if (at !== undefined) throw badRequest(`Invalid character in channel name, at position ${at}.`);
  return name;
}

/** A text with its lines joined by one blank each. Takes time linear in the text, which a pattern with blanks on both sides would not. */
const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** A description as it is kept: one line. Refuses an overlong one. */
export function cleanDescription(given: string): string {
  const description = inOneLine(given);
  if ([...description].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`description is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`);
  return description;
}

/** The people and groups that somebody may name in what they write. */
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
 * A description, or what somebody says in their profile, as HTML. It names people whom its author may know, who hear nothing of it, and
 * public channels alone: whoever may see it is not whoever may see all that it would name.
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
