import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { VIDEO } from './types.ts';

export const markOnboardingStepAsRead = endpoint({
  method: 'POST',
  path: '/users/me/onboarding_steps',
  summary: 'Mark an onboarding step as read',
  auth: 'human',
  params: {
    onboarding_step: Type.String(),
    // When to remind the user of the video, in seconds. Ignored, because there is no video.
    schedule_navigation_tour_video_reminder_delay: Maybe(Type.Integer({ minimum: 0 })),
  },
  handle({ app, user, params }) {
    const delayed = params.schedule_navigation_tour_video_reminder_delay !== undefined;
    if (delayed && params.onboarding_step !== VIDEO) throw badRequest('Only the navigation tour video can be put off.');
    actions.markStepSeen(app, user, params.onboarding_step);
  },
});
