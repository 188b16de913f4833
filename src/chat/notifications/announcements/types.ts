import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Nullable, OneOf } from '../../../kernel/http/schema.ts';

/** To whom an announcement goes: all members, or those with a role, in a user group or in a channel. */
export const AUDIENCES = ['everyone', 'role', 'group', 'channel'] as const;
export type AudienceKind = (typeof AUDIENCES)[number];

/** `id`: a role, or the id of a user group or channel; null for everyone. */
export interface Audience {
  kind: AudienceKind;
  id: number | null;
}

/** What an administrator writes. */
export interface AnnouncementDraft {
  subject: string;
  /** Markdown. */
  content: string;
  audience: Audience;
}

/** A row of the table. */
export interface StoredAnnouncement {
  id: number;
  sender_id: number;
  created: number;
  audience: AudienceKind;
  audience_id: number | null;
  subject: string;
  html: string;
  text: string;
  recipients: number;
  queued: number;
  last_user_id: number;
  finished: number | null;
}

/** An announcement as the API returns it. */
export const AnnouncementView = Type.Object({
  id: Type.Integer(),
  subject: Type.String(),
  sender_id: Type.Integer(),
  created: Type.Integer(),
  audience: OneOf(...AUDIENCES),
  /** A role, or the id of a user group or channel. */
  audience_id: Nullable(Type.Integer()),
  /** The number of recipients. */
  recipients: Type.Integer(),
  /** How many mails were handed to the mail queue. */
  queued: Type.Integer(),
  is_finished: Type.Boolean(),
});
export type AnnouncementView = Static<typeof AnnouncementView>;
