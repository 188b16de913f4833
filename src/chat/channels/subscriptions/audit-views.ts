import type { App } from '../../../app.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import type { User } from '../../people/users/types.ts';

/** Above this many pairs of a user and a channel, an entry has numbers instead. */
const MOST_PAIRS = 100;

/**
 * Looks which of these channels exist before an action creates the others. The result returns the entries about those
 * that the action has created.
 */
export function watchNewChannels(app: App, wanted: readonly { name: string }[]): () => AuditedAction[] {
  const missing = wanted.map(({ name }) => name.trim()).filter((name) => !app.channels.named(name));
  return () =>
    [...new Set(missing.map((name) => app.channels.named(name)))]
      .filter((channel) => channel !== undefined)
      .map(({ id }) => ({ kind: 'channel_create', stream_id: id }));
}

/** The entries about users whom somebody else added to channels or removed from them, by their ids and the names. */
export function membershipRecords(
  app: App,
  actor: User,
  kind: 'channel_members_add' | 'channel_members_remove',
  namesByUser: Readonly<Record<string, readonly string[]>>,
): AuditedAction[] {
  const others = Object.entries(namesByUser).filter(([id]) => Number(id) !== actor.id);
  const pairs = others.flatMap(([id, names]) => names.map((name) => ({ user_id: Number(id), name })));
  if (pairs.length > MOST_PAIRS) {
    const channels = new Set(pairs.map(({ name }) => name)).size;
    return [{ kind, details: `${others.length} users, ${channels} channels` }];
  }
  return pairs.map(({ user_id, name }) => ({ kind, user_id, stream_id: app.channels.named(name)?.id }));
}
