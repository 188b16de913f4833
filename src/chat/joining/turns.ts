import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { requirePeople } from '../subscriptions/rules.ts';
import { type Joined, joinChannels } from '../subscriptions/subscribe.ts';
import type { User } from '../users/types.ts';
import { answer, type Subscribing, subscribe, tellOfNew } from './actions.ts';

/** So many subscriptions are made while everybody else waits: a tenth of a second. */
const AT_ONCE = 10_000;

/**
 * `subscribe`, where thousands who join many channels do so a part of them at a time, each part whole, and others come in between.
 * What may be refused is refused with the first, and nothing has happened.
 */
export async function subscribeInTurns(app: App, actor: User, request: Subscribing, atOnce = AT_ONCE) {
  const { subscriptions, principals = [] } = request;
  const size = Math.max(1, Math.floor(atOnce / subscriptions.length));
  if (principals.length <= size) return subscribe(app, actor, request);
  const ids = requirePeople(app, actor, principals).map(({ id }) => id);
  const whole: Joined = { created: [], added: new Map(), already: new Map(), unauthorized: [] };
  for (let at = 0; at < ids.length; at += size) {
    const part = app.db.write(() => {
      const joined = joinChannels(app, app.users.byId(actor.id)!, { ...request, principals: ids.slice(at, at + size) });
      tellOfNew(app, actor, joined, request);
      return joined;
    });
    for (const key of ['added', 'already'] as const) for (const [person, channels] of part[key]) whole[key].set(person, channels);
    whole.unauthorized = part.unauthorized;
    await turn();
    await app.db.settled();
  }
  return app.db.write(() => answer(app, actor, whole, request));
}
