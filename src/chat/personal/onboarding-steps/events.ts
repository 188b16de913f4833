import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { event } from '../../../kernel/events/event.ts';
import { Nullable } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { ONBOARDING_STEPS, VIDEO } from './types.ts';

/** The steps a user has not seen. Leaves out the video, because there is none. */
export function stepsLeft(app: App, user: User): { type: string; name: string }[] {
  const seen = new Set([VIDEO as string, ...app.onboardingSteps.ofUser(user.id)]);
  return ONBOARDING_STEPS.filter((name) => !seen.has(name)).map((name) => ({ type: 'one_time_notice', name }));
}

const onboarding_steps = Type.Array(Type.Object({ type: Type.String(), name: Type.String() }));

/** All remaining steps. Only the user receives it. */
export const onboardingStepsChanged = event('onboarding_steps', undefined, { onboarding_steps });

export const onboardingSteps = state(
  'onboarding_steps',
  { onboarding_steps, navigation_tour_video_url: Nullable(Type.String()) },
  ({ app, user }) => ({
    onboarding_steps: user && !user.is_bot ? stepsLeft(app, user) : [],
    navigation_tour_video_url: null,
  }),
);
