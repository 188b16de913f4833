import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { notInFuture, nullBytes } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { MAX_NOTE_LENGTH, type StoredReminder } from './types.ts';

/**
 * Returns one of the user's own reminders. Unknown ones, those already sent and those of others throw the same error.
 */
export function requireOwn(app: App, user: User, id: number): StoredReminder {
  const reminder = app.reminders.byId(id, user.id);
  if (!reminder) throw notFound('Reminder does not exist');
  return reminder;
}

/** Throws for a time in the past. */
export function requireFuture(app: App, timestamp: number): void {
  if (timestamp <= seconds(app.clock)) throw notInFuture();
}

/** Returns a note as it is stored. Throws if it is too long. */
export function cleanNote(input: string): string {
  const note = input.replaceAll('\r\n', '\n').trim();
  if ([...note].length > MAX_NOTE_LENGTH)
    throw badRequest(`Maximum reminder note length: ${MAX_NOTE_LENGTH} characters`);
  if (note.includes('\0')) throw nullBytes();
  return note;
}
