import type { Channel } from '../../channels/channels/types.ts';
import type { PropagateMode } from '../edit/events.ts';

/** The target of a move, and whether notices are sent. */
export interface MovePlan {
  from: Channel;
  to: Channel;
  oldTopic: string;
  newTopic: string;
  mode: PropagateMode;
}
