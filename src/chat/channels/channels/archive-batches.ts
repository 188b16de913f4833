import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { markReadAfterUnsubscribing } from '../../messages/flags/actions.ts';
import type { User } from '../../people/users/types.ts';
import { archiveWithNotice } from './edit-actions.ts';

/** A channel is marked as read for this many users at once: a tenth of a second. */
const AT_ONCE = 1000;

/**
 * Archives a channel and marks it as read for its subscribers. Otherwise its messages would stay the first unread ones
 * forever. Thousands of users are handled in batches, with other requests in between.
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
