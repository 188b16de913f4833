import type { User } from '../../people/users/types.ts';
import type { RingingCall } from './memory.ts';
import type { Call } from './types.ts';

/** A call as one of its users sees it. */
export const callFor = ({ message_id, caller_id, user_ids, until, room }: RingingCall, viewer: User): Call => ({
  message_id,
  caller_id,
  user_ids: [...user_ids],
  url: room.urlFor(viewer),
  until,
});
