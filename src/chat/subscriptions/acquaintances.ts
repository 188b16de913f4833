import type { App } from '../../app.ts';
import type { Channel } from '../channels/types.ts';
import { introduce, withdraw } from '../users/introductions.ts';
import { accessibleTo, isLimited } from '../users/rules.ts';
import type { User } from '../users/types.ts';

/**
 * Does work that puts people into channels or takes them out. Guests who know only those they share a channel with then
 * hear who came into their sight and who went. Only inside `db.write`.
 */
export function changingAcquaintances(app: App, people: readonly User[], channels: readonly Channel[], work: () => void): void {
  const moved = new Set(people.map(({ id }) => id));
  const concerned = app.users
    .active()
    .filter((user) => isLimited(app, user))
    .filter(({ id }) => moved.has(id) || channels.some((channel) => app.subscriptions.subscribersOf(channel.id).has(id)));
  if (concerned.length === 0) {
    work();
    return;
  }
  const everyone = app.users.all();
  const known = () => new Map(concerned.map((guest) => [guest.id, new Set(accessibleTo(app, guest, everyone).map(({ id }) => id))]));
  const before = known();
  work();
  const after = known();
  for (const person of everyone) {
    const knew = (id: number) => before.get(id)!.has(person.id);
    const knows = (id: number) => after.get(id)!.has(person.id);
    const guests = concerned.map(({ id }) => id);
    const gained = guests.filter((id) => knows(id) && !knew(id));
    const lost = guests.filter((id) => knew(id) && !knows(id));
    if (gained.length > 0) introduce(app, person, gained);
    if (lost.length > 0) withdraw(app, person, lost);
  }
}
