import { event } from '../../../kernel/events/event.ts';

/** An invitation came, went or changed: for its inviter and administrators, who ask anew. */
export const invitationsChanged = event('invites_changed', undefined, {});
