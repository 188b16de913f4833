import { Type } from 'typebox';
import { Nullable } from '../../kernel/http/schema.ts';

/** What a backup contains, in the JSON of commands. */
export const CONTENTS = {
  schema: Type.Integer(),
  people: Type.Integer(),
  messages: Type.Integer(),
  newest_message_id: Nullable(Type.Integer()),
};
