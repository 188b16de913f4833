import type { Caller } from '../../declare.ts';

/** The names of clients in which users type their messages, in lower case. All others are scripts and integrations. */
const INTERACTIVE: ReadonlySet<string> = new Set([
  'website',
  'ios',
  'android',
  'snipe',
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
]);

/**
 * Whether a message is read for its sender when the request has no `read_by_sender`. A user who types a message has
 * read it. A message that a script sends with a user's key stays unread, so that the user notices it.
 */
export const isReadBySender = ({ client, isBrowser }: Pick<Caller, 'client' | 'isBrowser'>): boolean =>
  isBrowser || INTERACTIVE.has(client.toLowerCase());
