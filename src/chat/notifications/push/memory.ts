import type { PushRegistration } from './types.ts';

/** The registration that was opened last. The sealed text tells whether it is still the stored one. */
export interface OpenedRegistration {
  sealed?: string;
  registration?: PushRegistration;
}
