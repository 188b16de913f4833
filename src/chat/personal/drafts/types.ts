import { type Static, Type } from 'typebox';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';

const fields = {
  /** '': no recipient yet. */
  type: OneOf('', 'stream', 'private'),
  /** The channel's id, user ids, or nothing. */
  to: Type.Array(Type.Integer()),
  topic: Type.String(),
  content: Type.String(),
};

/** An unfinished message; `timestamp`: when it was last edited, in seconds. */
export const Draft = Type.Object({ id: Type.Integer(), ...fields, timestamp: Type.Integer() });
export type Draft = Static<typeof Draft>;

/** As a client sends it. The server assigns the id. */
export const GivenDraft = Type.Object(
  {
    ...fields,
    content: Type.String({ maxLength: LIMITS.draft_length }),
    id: Maybe(Type.Integer()),
    timestamp: Maybe(Type.Number({ maximum: 253_402_300_799 })),
  },
  { additionalProperties: false },
);
export type GivenDraft = Static<typeof GivenDraft>;
