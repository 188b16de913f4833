import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { VIDEO } from './types.ts';

export const markOnboardingStepAsRead = endpoint({
  method: 'POST',
  path: '/users/me/onboarding_steps',
  summary: 'Say that one has seen an introduction',
  auth: 'human',
  params: {
    onboarding_step: Type.String(),
    // After how many seconds one wants to be reminded of the video: as there is none, of nothing.
    schedule_navigation_tour_video_reminder_delay: Maybe(Type.Integer({ minimum: 0 })),
  },
  handle({ app, user, params }) {
    const delayed = params.schedule_navigation_tour_video_reminder_delay !== undefined;
    if (delayed && params.onboarding_step !== VIDEO) throw badRequest('Only the navigation tour video can be put off.');
    actions.markStepSeen(app, user, params.onboarding_step);
  },
});
