import { request } from '../server/request.ts';
import type { Step } from '../store/onboarding.ts';

/** Marks an onboarding step as seen, in all of the user's clients. */
export const finishStep = (onboarding_step: Step): Promise<unknown> =>
  request('POST /users/me/onboarding_steps', { onboarding_step });
