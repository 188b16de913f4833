import { type Static, Type } from 'typebox';
import { MapOf, Maybe, OneOf } from '../../../kernel/http/schema.ts';

/** `active`: the user uses the device; `idle`: the device is only connected. */
export const Status = OneOf('active', 'idle');
export type Status = Static<typeof Status>;

/** When the user was last seen, in seconds. */
export const ModernPresence = Type.Object({ active_timestamp: Type.Integer(), idle_timestamp: Type.Integer() });
export type ModernPresence = Static<typeof ModernPresence>;

/** The same by client, as older clients read it. */
export const ClientPresence = Type.Object({
  client: Type.String(),
  status: Status,
  timestamp: Type.Integer(),
  /** Absent from the aggregate. */
  pushable: Maybe(Type.Boolean()),
});
export type ClientPresence = Static<typeof ClientPresence>;
export type LegacyPresence = Record<string, ClientPresence>;

/** Keyed by user id (modern) or by the API's e-mail address (legacy). */
export const Presences = MapOf(Type.Union([ModernPresence, MapOf(ClientPresence)]));
export type Presences = Static<typeof Presences>;
