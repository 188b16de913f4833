import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { markReadAfterUnsubscribing } from '../../messages/flags/actions.ts';
import type { User } from '../../people/users/types.ts';
import { archiveWithNotice } from './edit-actions.ts';

/** For so many people a channel is read while everybody else waits: a tenth of a second. */
const AT_ONCE = 1000;

/**
 * Lays a channel to rest; nothing in it waits to be read any more, or it would be the first of what is unread for ever. Thousands have
 * it read a part of them at a time, and others come in between.
 */
export async function archiveInBatches(app: App, actor: User, id: number, atOnce = AT_ONCE): Promise<void> {
  archiveWithNotice(app, actor, id);
  const people = [...app.subscriptions.subscribersOf(id)];
  for (let at = 0; at < people.length && app.channels.byId(id)!.is_archived; at += atOnce) {
    if (at > 0) await turn();
    const readers = people.slice(at, at + atOnce).map((person) => app.users.byId(person)!);
    app.db.write(() =>
      markReadAfterUnsubscribing(app, new Map(readers.map((person) => [person, [app.channels.byId(id)!]]))),
    );
    await app.db.committed();
  }
}
