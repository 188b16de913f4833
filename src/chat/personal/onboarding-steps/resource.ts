import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { onboardingStepRepository } from './repository.ts';

export const onboardingSteps = resource({
  repositories: { onboardingSteps: onboardingStepRepository },
  parts: [endpoints, events],
});
