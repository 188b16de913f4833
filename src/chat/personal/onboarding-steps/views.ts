import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { ONBOARDING_STEPS, VIDEO } from './types.ts';

/** The steps a user has not seen. Leaves out the video, because there is none. */
export function stepsLeft(app: App, user: User): { type: string; name: string }[] {
  const seen = new Set([VIDEO as string, ...app.onboardingSteps.ofUser(user.id)]);
  return ONBOARDING_STEPS.filter((name) => !seen.has(name)).map((name) => ({ type: 'one_time_notice', name }));
}
