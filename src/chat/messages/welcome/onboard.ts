import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { User } from '../../people/users/types.ts';
import { setRead, type Unread } from '../flags/read-state.ts';
import { lastSentBefore } from '../narrow/spans.ts';
import { announceNewUser } from '../notices/actions.ts';
import { welcome, welcomeByMail } from './actions.ts';

/** New users receive this many recent messages of the public channels they join, and the newest of them are unread. */
const RECENT = 1000;
const UNREAD = 20;
const LATELY = 7 * 86_400;

/**
 * Onboards a user who just joined their first channels: they receive recent messages, the welcome message and mail, and
 * the organization gets a notice if it wants one. `ownWords` replaces the organization's own welcome text. Call it
 * inside `db.write`.
 */
export function onboardUser(app: App, user: User, ownWords?: string): void {
  if (user.is_bot) return;
  findRecent(app, user);
  welcomeNewUser(app, user, ownWords);
}

/** Sends the welcome message and mail, and the organization's notice. Call it inside `db.write`. */
export function welcomeNewUser(app: App, user: User, ownWords?: string): void {
  welcome(app, user, ownWords);
  welcomeByMail(app, user);
  announceNewUser(app, user);
}

/** As if the user had been subscribed then. */
function findRecent(app: App, user: User): void {
  const after = lastSentBefore(app, seconds(app.clock) - LATELY);
  const channels = app.subscriptions.ofUser(user.id).map(({ channel_id }) => app.channels.byId(channel_id)!);
  const recent = channels
    .filter(({ invite_only }) => !invite_only)
    .flatMap(({ recipient_id }) => newestOf(app, recipient_id, after))
    .sort((a, b) => b.id - a.id)
    .slice(0, RECENT);
  for (const [recipient, found] of Map.groupBy(recent, ({ recipient_id }) => recipient_id))
    app.subscriptions.beginEarlier(found.at(-1)!.id - 1, user.id, recipient);
  setRead(app, user, recent.slice(UNREAD), true);
}

function newestOf(app: App, recipient_id: number, after: number): Unread[] {
  const found: Unread[] = [];
  for (const [id, sender_id, topic_id, facts] of app.messages.between(recipient_id, after, Number.MAX_SAFE_INTEGER)) {
    found.push({ id, recipient_id, origin_id: null, sender_id, topic_id, facts });
    if (found.length >= RECENT) break;
  }
  return found;
}
