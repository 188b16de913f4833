import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { hashOf, newToken } from '../sign-in/accounts.ts';
import type { User } from '../users/types.ts';
import { mailInvitation, publishInvitations, removeInvitation, requireDailyLimit, requireDraft } from './actions.ts';
import { invitationError } from './addresses.ts';
import { requireCanInvite, requireUnclaimed } from './rules.ts';

interface AccountInvitation {
  /** The address of the person. */
  email: string;
  /** undefined: ten days; null: no expiry. */
  invite_expires_in_minutes?: number | null | undefined;
}

/**
 * Invites the person of an account that was imported without an address. Accepting the invitation makes the account
 * theirs, with its messages. An earlier invitation to the account ends. Throws for other accounts, and for addresses
 * that cannot be invited.
 */
export function inviteToAccount(
  app: App,
  actor: User,
  id: number,
  { email: input, invite_expires_in_minutes }: AccountInvitation,
): void {
  requireCanInvite(app, actor, 'can_invite_users_group');
  const account = requireUnclaimed(app, id);
  const email = input.trim();
  const error = invitationError(app, actor, email)?.[0];
  if (error) throw badRequest(error[1]);
  const draft = requireDraft(
    app,
    actor,
    {
      invite_as: account.role,
      invite_expires_in_minutes,
      // The account is in its channels and groups already.
      stream_ids: [],
      group_ids: [],
      include_realm_default_subscriptions: false,
    },
    true,
  );
  requireDailyLimit(app, draft.invited, 1);
  const key = newToken();
  const invitation = { ...draft, email, confirms: false, link_id: null, key: null, account_id: account.id };
  app.db.write(() => {
    for (const earlier of app.invitations.ofAccount(account.id)) removeInvitation(app, earlier);
    app.invitations.add({ ...invitation, key_hash: hashOf(key) });
    mailInvitation(app, actor, invitation, key);
    publishInvitations(app, actor.id);
  });
}
