import type { Channel, ChannelView } from './types.ts';

/** The anonymous group of a permission, and its parts. Changed parts are other lists. */
export interface AnonymousGroup {
  id: number;
  members: readonly number[];
  subgroups: readonly number[];
}

/** The last view of each row, and what it depends on besides. A changed row is another object. */
export class ChannelViews extends WeakMap<Channel, { view: ChannelView; anonymous: readonly AnonymousGroup[] }> {}
