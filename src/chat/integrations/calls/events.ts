import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { Answer, Call, Outcome } from './types.ts';
import { callFor } from './views.ts';

/** A call begins to ring, for the caller and those who are called. Zulip's clients ignore this type of event. */
export const callAdded = event('call', 'add', { call: Call });

/** For the caller: somebody has answered. */
export const callAnswered = event('call', 'answer', {
  message_id: Type.Integer(),
  user_id: Type.Integer(),
  answer: Answer,
});

/** A call no longer rings for this user. */
export const callRemoved = event('call', 'remove', { message_id: Type.Integer(), outcome: Outcome });

export const calls = state('calls', { calls: Type.Array(Call) }, ({ app, user }) => ({
  calls: user ? app.memory.ringingCalls.ofUser(user.id).map((call) => callFor(call, user)) : [],
}));
