/**
 * People, channels and messages written straight into a data folder that `klatch user create` made, for databases too large to be
 * made through the API. The one place in the benchmarks that knows Klatch's tables. No server may be running on the folder.
 */
import type { Person } from './client.ts';

export interface MessagesSeed {
  channels: readonly number[];
  topicsPerChannel: number;
  senders: readonly Person[];
  count: number;
}

/** Adds active members who have API keys; passwords are not set. */
export function seedPeople(_folder: string, _count: number): Person[] {
  throw new Error('seedPeople waits for schema.sql');
}

/** Adds public channels whose members are subscribed since before the first message; answers their ids. */
export function seedChannels(_folder: string, _names: readonly string[], _members: readonly Person[]): number[] {
  throw new Error('seedChannels waits for schema.sql');
}

/** Adds messages (`sentence(n)` of text.ts, rendered, in the search index), spread evenly over the channels; answers their ids' range. */
export function seedMessages(_folder: string, _seed: MessagesSeed): { first: number; last: number } {
  throw new Error('seedMessages waits for schema.sql');
}
