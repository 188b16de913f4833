import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { Nullable } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { stepsLeft } from './views.ts';

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
