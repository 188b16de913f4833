import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { type SubscribeRequest, sendNewChannelNotices, sendSubscriptionNotices, subscribe } from './actions.ts';
import { requireUsers } from './rules.ts';
import { type SubscribeResult, subscribeUsers } from './subscribe.ts';

/** This many subscriptions, or first messages of new channels, are handled at once: a tenth of a second. */
const AT_ONCE = { subscriptions: 10_000, channels: 300 };

/**
 * `subscribe` in batches: thousands of subscriptions are made a part at a time, each part completely, with other
 * requests in between; likewise the first messages of many new channels. All errors are thrown by the first batch,
 * before anything has changed. `actorNow` returns the actor's current account in a later batch, or throws if they may
 * not continue.
 */
export async function subscribeInBatches(
  app: App,
  actor: User,
  request: SubscribeRequest,
  {
    atOnce = AT_ONCE,
    actorNow = () => app.users.byId(actor.id)!,
  }: { atOnce?: typeof AT_ONCE; actorNow?: () => User } = {},
) {
  const { subscriptions, principals } = request;
  const size = Math.max(1, Math.floor(atOnce.subscriptions / subscriptions.length));
  if ((principals?.length ?? 1) <= size && subscriptions.length <= atOnce.channels)
    return subscribe(app, actor, request);
  const ids = requireUsers(app, actor, principals).map(({ id }) => id);
  const whole: SubscribeResult = { created: [], added: new Map(), already: new Map(), unauthorized: [] };
  for (let at = 0; at < ids.length; at += size) {
    const part = app.db.write(() =>
      subscribeUsers(app, actorNow(), { ...request, principals: ids.slice(at, at + size) }),
    );
    whole.created.push(...part.created);
    for (const key of ['added', 'already'] as const)
      for (const [person, channels] of part[key]) whole[key].set(person, channels);
    whole.unauthorized = part.unauthorized;
    await nextBatch(app);
  }
  for (let at = 0; at < whole.created.length; at += atOnce.channels) {
    const created = whole.created
      .slice(at, at + atOnce.channels)
      .filter(({ id }) => app.channels.byId(id)?.is_archived === false);
    app.db.write(() => sendNewChannelNotices(app, actorNow(), { created }, request));
    await nextBatch(app);
  }
  return app.db.write(() => sendSubscriptionNotices(app, actorNow(), whole, request));
}

async function nextBatch(app: App): Promise<void> {
  await turn();
  await app.db.committed();
}
