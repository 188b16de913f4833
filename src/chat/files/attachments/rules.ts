import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest, fileNotFound } from '../../../kernel/errors.ts';
import { canRead } from '../../messages/messages/rules.ts';
import { signText } from '../../organization/realm/key-rules.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { LocatedMessage, StoredAttachment } from './types.ts';

/** Whether a user (undefined: a visitor) can read a message; see messages/rules.ts. */
export type CanRead = (app: App, viewer: User | undefined, message: Omit<LocatedMessage, 'date_sent'>) => boolean;

/**
 * Whether a user may read a file now: its owner, and users who can read one of the messages that link to it. The
 * limited key of a bot opens the bot's own files only before they are sent, or where it can read them.
 */
export function canOpen(
  app: App,
  viewer: User | undefined,
  { id, owner_id }: StoredAttachment,
  mayRead: CanRead,
): boolean {
  const isOwn = viewer?.id === owner_id;
  if (isOwn && !viewer.key_limit) return true;
  const messages = app.attachments.listLocatedMessages(id);
  if (isOwn && messages.length === 0) return true;
  return messages.some((message) => mayRead(app, viewer, message));
}

/** Returns one of the user's own files. Unknown ones and those of others throw the same error. */
export function requireOwnAttachment(app: App, user: User, id: number): StoredAttachment {
  const file = app.attachments.byId(id);
  if (file?.owner_id !== user.id) throw badRequest('Invalid attachment');
  return file;
}

/** All files are under the number of the one organization. */
export const REALM_ID = 1;

/** Returns the file if the viewer may read it now. Throws 404 if it does not exist and 403 without access. */
export function requireOpenable(app: App, viewer: User | undefined, realmId: number, path: string): StoredAttachment {
  const file = app.attachments.byPath(`${realmId}/${path}`);
  if (!file) throw fileNotFound();
  if (!canOpen(app, viewer, file, canRead))
    throw new ApiError(403, 'BAD_REQUEST', 'You are not authorized to view this file');
  return file;
}

/** Throws if a user has too many files that no message contains. */
export const requireRoomForFile = (app: App, user: User): void => requireRoom(app, 'attachment', ONE_ROW, user.id);

/** Throws REALM_UPLOAD_QUOTA if the file would exceed the organization's quota. */
export function requireSpace(app: App, size: number): void {
  const { uploadQuotaMib } = app.config.choices;
  if (uploadQuotaMib !== undefined && app.attachments.spaceUsed()! + size > uploadQuotaMib * 2 ** 20)
    throw new ApiError(400, 'REALM_UPLOAD_QUOTA', 'Upload would exceed your organization’s upload quota.');
}

/** Longer than file systems allow, and short enough for an address. */
const LONGEST = 100;

/** The name of a file in its address: letters, digits, dots, dashes and underscores, with its extension. */
export function nameInPath(input: string): string {
  const name = nameShown(input)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  if (/^\.*$/.test(name)) return 'uploaded-file';
  const characters = [...name];
  if (characters.length <= LONGEST) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, LONGEST - [...ending].length).join('') + ending;
}

/** Control characters and direction overrides: with these, `gpj.exe` could look like an image. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The name as its owner sees it: the last part of a possible path, without invisible characters. */
export const nameShown = (input: string): string =>
  [
    ...input
      .toWellFormed()
      .replace(/^.*[/\\]/s, '')
      .replace(UNSEEN, '')
      .trim(),
  ]
    .slice(0, 200)
    .join('') || 'uploaded-file';

const LASTS = 60;

/** The URL is part of it, because the copy of an organization has the same key. */
const signature = (app: App, text: string): string =>
  signText(app, 'temporary_file_key', `${app.config.choices.publicUrl ?? ''} ${text}`).toString('base64url');

/** Creates a token that opens one file of this organization for a minute, for anyone, in each of its processes. */
export function tokenFor(app: App, id: number): string {
  const text = `${id}-${seconds(app.clock) + LASTS}`;
  return `${text}-${signature(app, text)}`;
}

/** Returns the file of a token. Throws 403 for an unknown or expired token. */
export function requireToken(app: App, token: string): number {
  const [, text, id, until, signed] = /^((\d{1,15})-(\d{1,15}))-([\w-]{43})$/.exec(token) ?? [];
  const genuine = text !== undefined && timingSafeEqual(Buffer.from(signature(app, text)), Buffer.from(signed!));
  if (!genuine || Number(until) < seconds(app.clock)) throw new ApiError(403, 'BAD_REQUEST', 'Invalid token');
  return Number(id);
}
