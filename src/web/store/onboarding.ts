import { resource } from './resource.ts';

/** The names of the onboarding steps that the user has not finished. */
export const onboardingSteps = resource<ReadonlySet<string>>(
  ({ onboarding_steps }) => new Set(onboarding_steps.map(({ name }) => name)),
  { onboarding_steps: (_, { onboarding_steps }) => new Set(onboarding_steps.map(({ name }) => name)) },
);

/** The step that stands for the welcome cards in the inbox. */
export const WELCOME = 'intro_inbox_view_modal';
