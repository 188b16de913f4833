import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { deleteUnusedAttachments } from '../../files/attachments/actions.ts';
import { purgeMessages, removeMessages } from '../../messages/delete/actions.ts';
import { markReadAfterUnsubscribing } from '../../messages/flags/actions.ts';
import { recordAction } from '../../organization/audit-log/actions.ts';
import { writeRealm } from '../../organization/realm/actions.ts';
import type { User } from '../../people/users/types.ts';
import { archiveWithNotice } from '../channels/actions.ts';
import { channelsVanished } from '../channels/events.ts';
import { usersWithAccess } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { restorableUntil } from './rules.ts';

/** Messages that one turn deletes, so that other requests need not wait long. */
const BATCH = 100;

/** The settings that name a channel. */
const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const;

/**
 * Deletes the archived channels whose time to be restored has passed. A channel that this finds for the first time can
 * be restored from now on as long as any other. `isStopped` ends it between two batches; the next run continues.
 */
export async function deleteArchivedChannels(app: App, isStopped: () => boolean): Promise<void> {
  const now = seconds(app.clock);
  if (app.realm.get('delete_archived_channels')) markChannels(app, now);
  await app.db.committed();
  for (const id of app.archivedChannels.deleting()) if (!(await deleteInBatches(app, id, isStopped))) return;
}

function markChannels(app: App, now: number): void {
  app.db.write(() => {
    for (const channel of app.channels.all()) {
      if (!channel.is_archived) continue;
      app.archivedChannels.add(channel.id, now);
      if (restorableUntil(app, channel, now)! <= now) app.archivedChannels.beginDeleting(channel.id);
    }
  });
}

/** Deletes a channel with everything in it, permanently. Returns whether it is complete. */
async function deleteInBatches(app: App, id: number, isStopped: () => boolean): Promise<boolean> {
  const channel = app.channels.byId(id)!;
  const audience = usersWithAccess(app, channel);
  while (removeSome(app, channel)) {
    await app.db.committed();
    if (isStopped()) return false;
  }
  app.db.write(() => {
    for (const name of CHANNEL_SETTINGS) if (app.realm.get(name) === id) writeRealm(app, { [name]: -1 }, {});
    app.archivedChannels.remove(id, channel.recipient_id);
    app.events.publish(channelsVanished({ stream_ids: [id] }), audience);
    recordAction(app, { kind: 'channel_delete', details: `channel ${id}` }, { address: '', client: 'Klatch' });
  });
  await app.db.committed();
  return true;
}

/** Deletes the next rows of a channel. Returns whether there were any. */
function removeSome(app: App, { id, recipient_id }: Channel): boolean {
  return app.db.write(() => {
    const messages = app.messages.oldest(recipient_id, BATCH);
    if (messages.length > 0) {
      const files = messages.flatMap((message) => app.attachments.ofMessage(message.id).map((file) => file.id));
      removeMessages(app, messages);
      deleteUnusedAttachments(app, files);
      return true;
    }
    const deleted = app.archivedChannels.deletedMessages(recipient_id, BATCH);
    purgeMessages(app, deleted);
    return deleted.length > 0 || app.archivedChannels.removeSome(id, recipient_id);
  });
}

/** A channel is marked as read for this many users at once: a tenth of a second. */
const AT_ONCE = 1000;

/**
 * Archives a channel and marks it as read for its subscribers. Otherwise its messages would stay the first unread ones
 * forever. Thousands of users are handled in batches, with other requests in between.
 */
export async function archiveInBatches(app: App, actor: User, id: number, atOnce = AT_ONCE): Promise<void> {
  archiveWithNotice(app, actor, id);
  const people = [...app.subscriptions.listSubscribers(id)];
  for (let at = 0; at < people.length && app.channels.byId(id)!.is_archived; at += atOnce) {
    if (at > 0) await turn();
    const readers = people.slice(at, at + atOnce).map((person) => app.users.byId(person)!);
    app.db.write(() =>
      markReadAfterUnsubscribing(app, new Map(readers.map((person) => [person, [app.channels.byId(id)!]]))),
    );
    await app.db.committed();
  }
}
