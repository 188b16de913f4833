import { signal } from '@preact/signals';
import type { Conversation } from '../conversation.ts';

/** What became of a slash command. Only this user sees it, until the page is closed. */
export interface CommandNotice {
  id: number;
  conversation: Conversation;
  bot_id: number;
  /** The command as it was written, or its name with a slash. */
  command: string;
  /** HTML of the answer. */
  html?: string;
  /** The bot wanted to answer everybody, and may not post there. */
  couldNotPost?: boolean;
  /** Why there is no answer. */
  failure?: string;
}

/** The oldest ones disappear. */
const MOST = 20;

export const commandNotices = signal<readonly CommandNotice[]>([]);

let last = 0;

/** Shows a notice. Without an answer or a failure, it says that the command is running. Returns its id. */
export function addCommandNotice(notice: Omit<CommandNotice, 'id'>): number {
  last += 1;
  commandNotices.value = [...commandNotices.peek(), { ...notice, id: last }].slice(-MOST);
  return last;
}

export function failCommandNotice(id: number, failure: string): void {
  commandNotices.value = commandNotices.peek().map((one) => (one.id === id ? { ...one, failure } : one));
}

export function removeCommandNotice(id: number): void {
  commandNotices.value = commandNotices.peek().filter((one) => one.id !== id);
}
