import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { plainText, userMention } from '../../../markdown/generated.ts';
import { archiveInBatches } from '../../channels/archived-channels/batches.ts';
import { canAdminister, requireReadableChannel } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { requireCanAddOthers } from '../../channels/subscriptions/rules.ts';
import { copySubscribers } from '../../channels/subscriptions/subscribe-actions.ts';
import { requireTopicAllowed } from '../../channels/topics/rules.ts';
import { cannotAdministerChannel } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { organizationWords, postNotice } from '../notices/actions.ts';
import { moveMessages } from './actions.ts';

/** Users that one turn subscribes. */
const AT_ONCE = 200;
/** How often the topics of the channel are listed again. */
const MOST_ROUNDS = 20;

export interface Merge {
  /** The channel that is archived at the end. */
  from: number;
  into: number;
  /** Returns the actor's current account, or throws if they may not continue. */
  actorNow?: () => User;
}

/**
 * Moves the subscribers and all topics of a channel into another one, and archives the emptied channel. Clients receive
 * the same events as for topics that a user moves. Each turn moves one topic, with other requests in between. After an
 * interruption, another call continues. Returns the number of topics that moved.
 */
export async function mergeInBatches(app: App, actor: User, { from, into, actorNow }: Merge): Promise<number> {
  const now = actorNow ?? (() => app.users.byId(actor.id)!);
  const { source, target } = requireMergeable(app, actor, from, into);
  for (const { subject } of app.topics.findNewest(source.recipient_id)) requireTopicAllowed(app, target, subject);
  await moveSubscribers(app, source, target);
  let moved = 0;
  // While topics move, messages can arrive in others.
  for (let round = 0; ; round++) {
    const topics = app.topics.findNewest(source.recipient_id);
    if (topics.length === 0) break;
    if (round === MOST_ROUNDS) throw badRequest('New messages keep arriving in the channel. Try again later.');
    for (const { subject } of topics) {
      requireMergeable(app, now(), from, into);
      moved += moveTopic(app, now(), { source, into, subject });
      await nextTurn(app);
    }
  }
  requireMergeable(app, now(), from, into);
  const { t } = organizationWords(app);
  const text = t('{user} merged {channel} into this channel.', {
    user: userMention(now()),
    channel: plainText(source.name),
  });
  app.db.write(() => postNotice(app, app.channels.byId(into)!, t('channel events'), text));
  // Its first part is in the same turn as the last look for topics, so no message can arrive in between.
  await archiveInBatches(app, now(), from);
  return moved;
}

/** Throws unless the actor administers both channels and can move everything that is in the first one. */
function requireMergeable(app: App, actor: User, from: number, into: number): { source: Channel; target: Channel } {
  const source = requireReadableChannel(app, actor, from);
  const target = requireReadableChannel(app, actor, into);
  if (source === target) throw badRequest('Choose two different channels.');
  for (const channel of [source, target]) {
    if (!canAdminister(app, actor, channel)) throw cannotAdministerChannel();
    if (channel.is_archived) throw badRequest(`The channel ${channel.name} is archived. Unarchive it first.`);
  }
  if (source.invite_only && !source.history_public_to_subscribers)
    throw badRequest('Share the history of the private channel with all its subscribers first.');
  requireCanAddOthers(app, actor, target);
  return { source, target };
}

/** Moves what is in a topic now. Returns the number of moved topics. */
function moveTopic(
  app: App,
  actor: User,
  { source, into, subject }: { source: Channel; into: number; subject: string },
) {
  const topic = app.topics.id(source.recipient_id, subject);
  const newest = topic === undefined ? null : app.topics.newestIn(topic);
  if (newest == null) return 0;
  moveMessages(app, actor, newest, {
    topic: undefined,
    stream_id: into,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  });
  return 1;
}

/** Subscribes everybody first, so that nobody loses access to a topic when it moves. */
async function moveSubscribers(app: App, source: Channel, target: Channel): Promise<void> {
  const inside = app.subscriptions.listSubscribers(target.id);
  const people = [...app.subscriptions.listSubscribers(source.id)].filter((id) => !inside.has(id));
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const some = people.slice(at, at + AT_ONCE);
    const users = some.map((id) => app.users.byId(id)!);
    app.db.write(() => {
      copySubscribers(app, source, target, users);
    });
    await nextTurn(app);
  }
}

async function nextTurn(app: App): Promise<void> {
  await turn();
  await app.db.committed();
}
