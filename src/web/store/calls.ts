import type { Call } from '../server/types.ts';
import { resource, withEntry } from './resource.ts';

/** The calls that ring for the user, and the one that the user makes, by message. */
export const calls = resource<ReadonlyMap<number, Call>>(
  ({ calls }) => new Map(calls.map((call) => [call.message_id, call])),
  {
    'call/add': (all, { call }) => withEntry(all, call.message_id, call),
    'call/remove': (all, { message_id }) => withEntry(all, message_id, undefined),
  },
);
