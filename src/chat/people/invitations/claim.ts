import type { App } from '../../../app.ts';
import { reactivateAccount } from '../users/deactivate.ts';
import { changeEmail } from '../users/email.ts';
import { requireFreeEmail } from '../users/names.ts';
import type { User } from '../users/types.ts';
import { removeInvitation } from './actions.ts';
import { requireUnclaimed } from './rules.ts';

/** Gives a stub to the person with this address, who gets its messages and channels. Throws for other accounts. */
export function claimStub(app: App, stub: User, input: string): User {
  return giveAddress(app, requireUnclaimed(app, stub.id), requireFreeEmail(app, input));
}

/** Gives a stub an address, which is free, and reactivates it. Other invitations to it end. */
export function giveAddress(app: App, stub: User, email: string): User {
  return app.db.write(() => {
    for (const invitation of app.invitations.ofAccount(stub.id)) removeInvitation(app, invitation);
    changeEmail(app, stub, email);
    reactivateAccount(app, undefined, app.users.byId(stub.id)!);
    return app.users.byId(stub.id)!;
  });
}
