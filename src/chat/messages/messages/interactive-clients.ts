import type { Caller } from '../../declare.ts';

/** Names of the clients in which people type their messages, in lower case. All others are scripts and integrations. */
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
 * Whether a message is read for its sender when the request has no `read_by_sender`. Somebody who types a message has
 * read it. A message that a script sends with a person's key stays unread, so that the person notices it.
 */
export const isReadBySender = ({ client, isBrowser }: Pick<Caller, 'client' | 'isBrowser'>): boolean =>
  isBrowser || INTERACTIVE.has(client.toLowerCase());
