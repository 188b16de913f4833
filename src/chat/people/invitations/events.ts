import { event } from '../../../kernel/events/event.ts';

/** An invitation was created, changed or removed. Its inviter and administrators then fetch the list again. */
export const invitationsChanged = event('invites_changed', undefined, {});
