import type { App } from '../../../app.ts';
import { canAccessMetadata, readAccess, type Viewer } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { keyLimited, keyReachesDirectMessages } from '../../people/users/key-limit-rules.ts';
import { atAddress, canAccessUser } from '../../people/users/rules.ts';
import { isGuest, type User } from '../../people/users/types.ts';
import { canRead, canReadConversation } from '../messages/rules.ts';
import { badNarrow, type Term } from './terms.ts';
import { type Condition, conditions } from './types.ts';

/** Which messages a query selects from before its terms apply: all that the viewer can read now, or only their own. */
export interface Scope {
  recipients: ReadonlySet<number>;
  /** True for messages of these recipients that are in the scope; undefined: true for all. */
  own: Condition | undefined;
}

/**
 * Without a channel term: messages that the viewer received or made their own, and can still read. With one: what they
 * can read in that channel. `channels:public`: all public channels, for users who may join them. Personal `is:` terms
 * keep only the viewer's own.
 */
export function makeScope(app: App, viewer: Viewer, terms: readonly Term[]): Scope {
  const open = (channel: Channel) => readAccess(app, viewer, channel) === 'all';
  const named = terms.find(({ operator, negated }) => operator === 'channel' && !negated);
  if (!viewer) return wholeScope(app.channels.all().filter(open));
  const personal = terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved');
  if (named) {
    const channel = findChannel(app, viewer, named.operand as string | number);
    const within = channel ? readAccess(app, viewer, channel) : 'none';
    if (!channel || within === 'none') return wholeScope([]);
    if (within === 'all' && !personal) return wholeScope([channel]);
    return ownScope(app, viewer, new Set([channel.recipient_id]));
  }
  const everything = terms.some(
    ({ operator, operand, negated }) => operator === 'channels' && operand === 'public' && !negated,
  );
  if (everything && !personal && !isGuest(viewer))
    return wholeScope(app.channels.all().filter((channel) => isPublic(channel) && open(channel)));
  return ownScope(app, viewer);
}

/** Throws for a key that is limited to channels if a term asks for direct messages. */
export function requireTermsOfKey(viewer: Viewer, terms: readonly Term[]): void {
  if (keyReachesDirectMessages(viewer)) return;
  const isDirect = ({ operator, operand }: Term) =>
    DIRECT_OPERATORS.has(operator) || (operator === 'is' && operand === 'dm');
  if (terms.some((term) => isDirect(term) && !term.negated)) throw keyLimited();
}
const DIRECT_OPERATORS: ReadonlySet<string> = new Set(['dm', 'dm-including', 'group-pm-with']);

/** All messages with these ids that the viewer can read, received or not. */
export function scopeOfIds(app: App, viewer: Viewer, ids: readonly number[]): Scope & { ids: number[] } {
  const readable = app.messages.byIds(JSON.stringify(ids)).filter((message) => canRead(app, viewer, message));
  return {
    recipients: new Set(readable.map(({ recipient_id }) => recipient_id)),
    own: undefined,
    ids: readable.map(({ id }) => id),
  };
}

const wholeScope = (channels: readonly Channel[]): Scope => ({
  recipients: new Set(channels.map(({ recipient_id }) => recipient_id)),
  own: undefined,
});

/** The viewer's own messages, of all conversations or of some. */
function ownScope(app: App, viewer: User, among?: ReadonlySet<number>): Scope {
  const includes = (recipient: number) => among?.has(recipient) ?? true;
  // A received message may have been moved to a channel where the viewer never was.
  const places = new Set([
    ...app.subscriptions.listAllPeriods(viewer.id).map(({ recipient_id }) => recipient_id),
    ...app.narrow.movedInto(),
  ]);
  const recipients = new Set(
    [...places].filter((recipient) => includes(recipient) && withinReach(app, viewer, recipient)),
  );
  const copies = app.messages
    .listCopies(viewer.id)
    .filter((message) => includes(message.recipient_id) && canRead(app, viewer, message))
    .map(({ id, recipient_id }) => {
      recipients.add(recipient_id);
      return id;
    });
  return { recipients, own: conditions.own(viewer.id, copies) };
}

function withinReach(app: App, viewer: User, recipient: number): boolean {
  const channel = app.channels.byRecipient(recipient);
  // A recipient without channel and people remains of a deleted channel whose messages were moved.
  if (!channel) return canReadConversation(app, viewer, recipient);
  return readAccess(app, viewer, channel) !== 'none';
}

/**
 * `with` replaces the terms that name a conversation by the conversation of its message. A message the viewer cannot
 * read leaves them unchanged.
 */
export function withConversation(app: App, viewer: Viewer, terms: readonly Term[]): readonly Term[] {
  const target = terms.find(({ operator }) => operator === 'with');
  if (!target) return terms;
  const others = terms.filter((term) => term !== target);
  const message = app.messages.byId(target.operand as number);
  if (!message || !canRead(app, viewer, message)) {
    const hasOther = (name: string) => others.some(({ operator, negated }) => operator === name && !negated);
    if (hasOther('dm') || (hasOther('channel') && hasOther('topic'))) return others;
    throw badNarrow("Invalid 'with' operator");
  }
  const channel = app.channels.byRecipient(message.recipient_id);
  const conversation: Term[] = channel
    ? [
        { operator: 'channel', operand: channel.id, negated: false },
        { operator: 'topic', operand: message.subject, negated: false },
      ]
    : [{ operator: 'dm', operand: app.messages.people(message.recipient_id)!, negated: false }];
  return [
    ...conversation,
    ...others.filter(({ operator }) => operator !== 'channel' && operator !== 'topic' && operator !== 'dm'),
  ];
}

export const isPublic = (channel: Channel): boolean => !channel.invite_only;

/**
 * The channel a term names, or undefined if it does not exist or the user cannot see it. Both select no messages, so
 * nobody can find out which channels exist. Throws BAD_NARROW for visitors without an account.
 */
export function findChannel(app: App, viewer: Viewer, operand: string | number): Channel | undefined {
  const channel = typeof operand === 'number' ? app.channels.byId(operand) : app.channels.named(operand);
  if (channel && canAccessMetadata(app, viewer, channel)) return channel;
  if (!viewer) throw badNarrow(`unknown web-public channel ${operand}`);
  if (viewer.key_limit) throw keyLimited();
  return undefined;
}

/** The account a term names: by id, or by an address that the viewer can see. */
export function findUser(app: App, viewer: Viewer, operand: string | number): User | undefined {
  const user = typeof operand === 'number' ? app.users.byId(operand) : atAddress(app, viewer, operand.trim());
  return user && canAccessUser(app, viewer, user) ? user : undefined;
}
