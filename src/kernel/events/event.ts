import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { ClientKind } from './client.ts';
import type { Listener } from './queue.ts';

/**
 * The form of one type of event, and which of its recipients get it. `fields` is what is sent besides `id`, `type` and
 * `op`. Pure data: delivery, OpenAPI's `x-events` and the check in tests are derived from it.
 */
export interface EventDeclaration<Data = any> {
  type: string;
  op: string | undefined;
  fields: TProperties;
  /** What a kind of client gets: one object, several (the event is sent once for each), or nothing. */
  shape?: (data: Data, client: ClientKind) => object | readonly object[] | undefined;
  /** What only this recipient gets, e.g. its own flags of a message. */
  personal?: (data: Data, listener: Listener) => object | undefined;
  /**
   * The ids of the channels that the event is about; undefined stands for direct messages. Queues of limited keys
   * receive only events that declare this, and whose channels the key is for.
   */
  channels?: (data: Data) => readonly (number | undefined)[];
  /** It may come up to a second late while the server has much to do: with a later event, or with others that wait. */
  canWait?: boolean;
  /** Whether this queue gets the event at all; checked after the event type. */
  accepts?: (data: Data, listener: Listener) => boolean;
}

/** The declaration of an event that is about no channel and that queues of limited keys receive, too. */
export const NO_CHANNELS = { channels: (): [] => [] };

/** One event, with its data. */
export interface PublishedEvent<Data = any> {
  declaration: EventDeclaration<Data>;
  data: Data;
}

/** The event as clients receive it, and as the specification describes it. */
export type ReceivedEvent<Kind extends string, Op extends string | undefined, Fields extends TProperties> = {
  id: number;
  type: Kind;
} & (Op extends string ? { op: Op } : { op?: undefined }) &
  Static<TObject<Fields>>;

/** Creates one kind of event. `Received` exists only as a type: the web client derives its events from it. */
export interface EventMaker<Data, Received = unknown> {
  (data: Data): PublishedEvent<Data>;
  declaration: EventDeclaration<Data>;
  readonly received?: Received;
}

type Options<Data> = Omit<EventDeclaration<Data>, 'type' | 'op' | 'fields'>;

/** Declares an event whose data is sent unchanged. */
export function event<Kind extends string, Op extends string | undefined, Fields extends TProperties>(
  type: Kind,
  op: Op,
  fields: Fields,
  options?: Options<Static<TObject<Fields>>>,
): EventMaker<Static<TObject<Fields>>, ReceivedEvent<Kind, Op, Fields>> {
  return make({ type, op, fields, ...options });
}

/** Declares an event whose data differs from what is sent: `shape` converts it. Called as `shapedEvent<Data>()(…)`. */
export const shapedEvent =
  <Data>() =>
  <Kind extends string, Op extends string | undefined, Fields extends TProperties>(
    type: Kind,
    op: Op,
    fields: Fields,
    options: Options<Data> & Required<Pick<EventDeclaration<Data>, 'shape'>>,
  ): EventMaker<Data, ReceivedEvent<Kind, Op, Fields>> =>
    make({ type, op, fields, ...options });

function make<Data>(declaration: EventDeclaration<Data>): EventMaker<Data, never> {
  return Object.assign((data: Data) => ({ declaration, data }), { declaration });
}

/** The schema of the whole event as a client receives it. */
export function eventSchema({ type, op, fields }: EventDeclaration): TSchema {
  return Type.Object({
    id: Type.Integer(),
    type: Type.Literal(type),
    ...(op === undefined ? {} : { op: Type.Literal(op) }),
    ...fields,
  });
}
