import { type Static, Type } from 'typebox';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import type { StoredMessage } from '../messages/types.ts';

type Kept =
  | 'id'
  | 'recipient_id'
  | 'origin_id'
  | 'sender_id'
  | 'subject'
  | 'content'
  | 'rendered_content'
  | 'date_sent';

/** A deleted message as it is stored. */
export interface StoredDeletedMessage extends Pick<StoredMessage, Kept> {
  /** Increases with every deletion. */
  deletion: number;
  /** s */
  deleted: number;
  /** null: by the message retention. */
  deleted_by: number | null;
}

/** A deleted message as an administrator sees it; times are seconds. */
export const DeletedMessage = Type.Object({
  id: Type.Integer(),
  /** Increases with every deletion; `before` continues a list there. */
  deletion_id: Type.Integer(),
  type: OneOf('private', 'stream'),
  stream_id: Maybe(Type.Integer()),
  /** The participants of a direct message. */
  user_ids: Maybe(Type.Array(Type.Integer())),
  topic: Type.String(),
  sender_id: Type.Integer(),
  /** Markdown source. */
  content: Type.String(),
  /** HTML. */
  rendered_content: Type.String(),
  timestamp: Type.Integer(),
  deleted: Type.Integer(),
  /** null: by the message retention. */
  deleted_by: Nullable(Type.Integer()),
  /** When it is deleted permanently. */
  restorable_until: Type.Integer(),
});
export type DeletedMessage = Static<typeof DeletedMessage>;
