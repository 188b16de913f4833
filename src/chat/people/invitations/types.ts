import { type Static, Type } from 'typebox';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import type { Role } from '../../../shared/roles.ts';
import { RoleNumber } from '../users/types.ts';

/** An invitation as it is stored. */
export interface Invitation {
  id: number;
  /** Set for reusable links; null: it was mailed to one person. */
  key: string | null;
  /** null: a reusable link. */
  email: string | null;
  /**
   * The invitation only confirms the address of a user who came by a reusable link (`link_id`) or without an
   * invitation.
   */
  confirms: boolean;
  link_id: number | null;
  invited_by: number;
  invited_as: Role;
  invited: number;
  /** null: never. */
  expiry_date: number | null;
  channel_ids: number[];
  group_ids: number[];
  /** Whether the default channels are included. */
  include_defaults: boolean;
  notify_referrer_on_join: boolean;
  /** null: the organization's default. */
  welcome_text: string | null;
  /** The account without an address that becomes theirs; null: they get a new one. */
  account_id: number | null;
}

/** An invitation as its inviter and administrators see it. */
export const InvitationView = Type.Object({
  id: Type.Integer(),
  invited_by_user_id: Type.Integer(),
  invited: Type.Integer(),
  expiry_date: Nullable(Type.Integer()),
  invited_as: RoleNumber,
  email: Maybe(Type.String()),
  notify_referrer_on_join: Type.Boolean(),
  link_url: Maybe(Type.String()),
  is_multiuse: Type.Boolean(),
  /** The account that was imported without an address, which becomes theirs. */
  user_id: Maybe(Type.Integer()),
});
export type InvitationView = Static<typeof InvitationView>;

/** Who came by an invitation, as its inviter and administrators see it. */
export const AcceptedInvitation = Type.Object({
  user_id: Type.Integer(),
  invited_by_user_id: Type.Integer(),
  /** The invitation that is the reusable link, or was before it ended; null: the invitation was mailed. */
  link_id: Nullable(Type.Integer()),
  accepted: Type.Integer(),
});
export type AcceptedInvitation = Static<typeof AcceptedInvitation>;
