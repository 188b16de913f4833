import { type Static, Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';

/** A folder of the channel list as clients see it. */
export const ChannelFolder = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String(),
  date_created: Nullable(Type.Integer()),
  creator_id: Nullable(Type.Integer()),
  order: Type.Integer(),
  is_archived: Type.Boolean(),
});
export type ChannelFolder = Static<typeof ChannelFolder>;

export interface FolderChange {
  name?: string;
  description?: string;
  is_archived?: boolean;
}
