import { type Static, type TProperties, type TSchema, Type } from 'typebox';
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
  /** Whether this queue gets the event at all; checked after the event type. */
  accepts?: (data: Data, listener: Listener) => boolean;
}

/** One event, with its data. */
export interface PublishedEvent<Data = any> {
  declaration: EventDeclaration<Data>;
  data: Data;
}

export interface EventMaker<Data> {
  (data: Data): PublishedEvent<Data>;
  declaration: EventDeclaration<Data>;
}

/** Declares an event whose data is sent unchanged. */
export function event<Fields extends TProperties>(
  type: string,
  op: string | undefined,
  fields: Fields,
  options?: Omit<EventDeclaration<Static<ReturnType<typeof Type.Object<Fields>>>>, 'type' | 'op' | 'fields'>,
): EventMaker<Static<ReturnType<typeof Type.Object<Fields>>>> {
  return make({ type, op, fields, ...options });
}

/** Declares an event whose data differs from what is sent: `shape` converts it. */
export function shapedEvent<Data>(
  type: string,
  op: string | undefined,
  fields: TProperties,
  options: Omit<EventDeclaration<Data>, 'type' | 'op' | 'fields'> & Required<Pick<EventDeclaration<Data>, 'shape'>>,
): EventMaker<Data> {
  return make({ type, op, fields, ...options });
}

function make<Data>(declaration: EventDeclaration<Data>): EventMaker<Data> {
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
