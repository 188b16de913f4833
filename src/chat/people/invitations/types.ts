import { type Static, Type } from 'typebox';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { Role } from '../users/types.ts';

/** An invitation as it is stored. */
export interface Invitation {
  id: number;
  /** Of a link for many; null: it was mailed to one person. */
  key: string | null;
  /** null: whoever has the link. */
  email: string | null;
  /** It only shows that the address is theirs, of somebody who came by a link for many (`link_id`) or without any invitation. */
  confirms: boolean;
  link_id: number | null;
  invited_by: number;
  invited_as: Role;
  invited: number;
  /** null: never. */
  expiry_date: number | null;
  channel_ids: number[];
  group_ids: number[];
  /** The default channels too. */
  include_defaults: boolean;
  notify_referrer_on_join: boolean;
  /** null: what the organisation says. */
  welcome_text: string | null;
}

/** An invitation as its inviter and administrators see it. */
export const InvitationView = Type.Object({
  id: Type.Integer(),
  invited_by_user_id: Type.Integer(),
  invited: Type.Integer(),
  expiry_date: Nullable(Type.Integer()),
  invited_as: Role,
  email: Maybe(Type.String()),
  notify_referrer_on_join: Type.Boolean(),
  link_url: Maybe(Type.String()),
  is_multiuse: Type.Boolean(),
});
export type InvitationView = Static<typeof InvitationView>;
