import { type Static, Type } from 'typebox';

/** An uploaded file as its owner sees it; times are milliseconds. */
export const Attachment = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Its URL is `/user_uploads/<path_id>`. */
  path_id: Type.String(),
  size: Type.Integer(),
  create_time: Type.Integer(),
  /** The messages that link to it, as far as the owner can read them. */
  messages: Type.Array(Type.Object({ id: Type.Integer(), date_sent: Type.Integer() })),
});
export type Attachment = Static<typeof Attachment>;

/** The fields of a message that decide who can read it. */
export interface LocatedMessage {
  id: number;
  recipient_id: number;
  origin_id: number | null;
  date_sent: number;
}

/** The stored form; times are seconds. */
export interface StoredAttachment {
  id: number;
  path_id: string;
  file_name: string;
  file_key: string;
  content_type: string;
  size: number;
  owner_id: number;
  create_time: number;
  /** null: a message links to it. */
  unclaimed_since: number | null;
  /** null: no image; `none`: this machine makes no thumbnails, so the image is shown itself. */
  thumbnails: 'due' | 'made' | 'failed' | 'none' | null;
  attempts: number;
  width: number | null;
  height: number | null;
  frames: number | null;
}
