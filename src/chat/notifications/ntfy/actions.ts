import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { User } from '../../people/users/types.ts';
import { authorizationFor, normalizeAddress, sealAccess, unsealAddress } from './rules.ts';

interface NewAddress {
  url: string;
  token?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  shows_text: boolean;
}

/** Adds an address to which a user's notifications are sent. Returns its ID. */
export function addAddress(app: App, user: User, { url, shows_text, ...credentials }: NewAddress): number {
  const access = { url: normalizeAddress(url), authorization: authorizationFor(credentials) };
  const own = app.ntfy.ofUser(user.id);
  if (own.some((other) => unsealAddress(app, other).url === access.url))
    throw badRequest('You have already added this address');
  if (own.length >= LIMITS.ntfy_addresses_of_user)
    throw badRequest(`You can add at most ${LIMITS.ntfy_addresses_of_user} ntfy addresses. Remove one first`);
  return app.db.write(() => {
    const created = seconds(app.clock);
    app.ntfy.add({ user_id: user.id, ...sealAccess(app, access), shows_text: shows_text ? 1 : 0, created });
    return app.ntfy.ofUser(user.id).at(-1)!.id;
  });
}

/** Chooses whether notifications contain the text of messages. */
export function changeAddress(app: App, user: User, id: number, showsText: boolean): void {
  requireOwnAddress(app, user, id);
  app.db.write(() => app.ntfy.setShowsText(showsText ? 1 : 0, id));
}

/** Removes an address, with all that waits for it. */
export function removeAddress(app: App, user: User, id: number): void {
  requireOwnAddress(app, user, id);
  app.db.write(() => app.ntfy.remove(id));
}

/** Throws for an unknown address and for one of somebody else. */
function requireOwnAddress(app: App, user: User, id: number): void {
  if (app.ntfy.byId(id)?.user_id !== user.id) throw notFound('Unknown ntfy address');
}

/** Removes all addresses of a user. Call it inside `db.write`. */
export function removeAddresses(app: App, user: User): void {
  app.ntfy.removeOf(user.id);
}
