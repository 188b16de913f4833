import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';

/** An archived channel, and when it is deleted permanently. */
export const ArchivedChannelView = Type.Object({
  stream_id: Type.Integer(),
  /** When it is deleted permanently; null: it is kept. */
  restorable_until: Nullable(Type.Integer()),
});
