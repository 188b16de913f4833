import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { changeDoNotDisturb } from './actions.ts';
import { MAX_QUIET_HOURS, QuietHours } from './types.ts';

export const updateDoNotDisturb = endpoint({
  method: 'PATCH',
  path: '/do_not_disturb',
  summary: 'Pause your notifications, now or on a schedule',
  auth: 'human',
  params: {
    until: Maybe(Type.Integer({ minimum: 0 })),
    schedule: Maybe(Type.Array(QuietHours, { maxItems: MAX_QUIET_HOURS })),
  },
  handle: ({ app, user, params }) => changeDoNotDisturb(app, user, params),
});
