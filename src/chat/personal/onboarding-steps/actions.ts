import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { onboardingStepsChanged, stepsLeft } from './events.ts';
import { ONBOARDING_STEPS } from './types.ts';

/** Marks an onboarding step as seen. Throws for an unknown one. */
export function markStepSeen(app: App, user: User, name: string): void {
  if (!(ONBOARDING_STEPS as readonly string[]).includes(name)) throw badRequest(`Unknown onboarding_step: ${name}`);
  app.db.write(() => {
    const { changes } = app.onboardingSteps.add(user.id, name, seconds(app.clock));
    if (changes > 0) app.events.publish(onboardingStepsChanged({ onboarding_steps: stepsLeft(app, user) }), [user.id]);
  });
}
