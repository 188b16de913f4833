import { signal } from '@preact/signals';

/** Whether to offer notifications now: a message just notified the user, who did not see it elsewhere. */
export const isOfferShown = signal(false);
