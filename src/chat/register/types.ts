import { type Static, type TObject, Type } from 'typebox';
import { ClientCapabilities } from '../../kernel/events/client.ts';
import { Maybe, Nullable } from '../../kernel/http/schema.ts';
import { LIMITS } from '../../limits.ts';
import { NarrowTerm } from '../messages/messages/types.ts';

const EventTypes = Maybe(Nullable(Type.Array(Type.String())));

export const registerParams = {
  apply_markdown: Type.Boolean({ default: false }),
  /** By default true for users and false for visitors. */
  client_gravatar: Maybe(Type.Boolean()),
  include_subscribers: Type.Unsafe<'true' | 'false' | 'partial'>({
    type: 'string',
    enum: ['true', 'false', 'partial'],
    default: 'false',
  }),
  slim_presence: Type.Boolean({ default: false }),
  presence_history_limit_days: Type.Integer({ default: 14, minimum: 0 }),
  /** Absent: all. */
  event_types: EventTypes,
  /** Absent: `event_types`. */
  fetch_event_types: EventTypes,
  /** False by default, or the bot's configured value; likewise `narrow`. */
  all_public_streams: Maybe(Type.Boolean()),
  client_capabilities: Maybe(ClientCapabilities),
  /** The client has all capabilities that this server knows, as the web client has, which comes from the server. */
  all_client_capabilities: Type.Boolean({ default: false }),
  narrow: Type.Array(NarrowTerm, { default: [] }),
  /** The `id` of each slice that the client has from earlier replies. Absent: the reply does not describe slices. */
  known_slices: Maybe(Type.Array(Type.String({ maxLength: 22 }), { maxItems: LIMITS.known_slices })),
};
export type RegisterParams = Static<TObject<typeof registerParams>>;
