import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { MapOf } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { DoNotDisturb } from './types.ts';
import { doNotDisturbFor } from './views.ts';

/** A user changed when they want no notifications. Users who can see them receive it. */
export const doNotDisturbChanged = event('do_not_disturb', undefined, {
  user_id: Type.Integer(),
  do_not_disturb: DoNotDisturb,
});

export const doNotDisturb = state('do_not_disturb', { do_not_disturb: MapOf(DoNotDisturb) }, ({ app, user }) => ({
  do_not_disturb: user ? doNotDisturbFor(app, user) : {},
}));
