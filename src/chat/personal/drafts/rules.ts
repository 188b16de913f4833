import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { requireChannelAccess } from '../../channels/channels/rules.ts';
import { cleanTopic } from '../../channels/topics/rules.ts';
import { invalidRecipient } from '../../errors.ts';
import { cleanText } from '../../messages/messages/content-rules.ts';
import { canAccessUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { Draft, GivenDraft } from './types.ts';

/** Throws unless the user synchronizes drafts. */
export function requireSynchronized(user: User): void {
  if (!user.settings.enable_drafts_synchronization) throw badRequest('User has disabled synchronizing drafts.');
}

/** Returns one of the user's own drafts. Unknown ones and those of others throw the same error. */
export function requireOwn(app: App, user: User, id: number): Draft {
  const draft = app.drafts.byId(id, user.id);
  if (!draft) throw notFound('Draft does not exist');
  return draft;
}

/**
 * Returns the draft as it is stored. Throws for channels and users the writer cannot see, empty content, and times
 * before 1970.
 */
export function cleanDraft(app: App, user: User, draft: GivenDraft): Omit<Draft, 'id'> {
  const { timestamp = seconds(app.clock) } = draft;
  if (timestamp < 0) throw badRequest('Timestamp must not be negative.');
  const rest = { content: cleanText(draft.content), timestamp: Math.floor(timestamp) };
  if (draft.type === 'stream') {
    if (draft.to.length !== 1) throw badRequest('Must specify exactly 1 channel ID for channel messages');
    requireChannelAccess(app, user, draft.to[0]!);
    return { type: 'stream', to: [draft.to[0]!], topic: cleanTopic(draft.topic), ...rest };
  }
  // A direct message without users has no recipient yet.
  if (draft.type === '' || draft.to.length === 0) return { type: '', to: [], topic: '', ...rest };
  for (const id of draft.to) requirePerson(app, user, id);
  return { type: 'private', to: [...new Set(draft.to)], topic: '', ...rest };
}

function requirePerson(app: App, user: User, id: number): void {
  const person = app.users.byId(id);
  if (!person || !canAccessUser(app, user, person)) throw invalidRecipient(id);
}
