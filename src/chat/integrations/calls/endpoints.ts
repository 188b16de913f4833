import { Type } from 'typebox';
import { askService } from '../../../kernel/http/outside-services.ts';
import { LIMITS } from '../../../limits.ts';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { bigBlueButtonRoom, createRoom, zoomMeeting } from './provider-client.ts';
import { requireCallable } from './rules.ts';
import { Answer, Call } from './types.ts';

export const startCall = endpoint({
  method: 'POST',
  path: '/calls',
  summary: 'Call users. They receive a direct message with the link, and their devices ring',
  auth: 'human',
  params: {
    /** The users of the conversation; the caller is always one of them. */
    to: Type.Array(Type.Integer(), { minItems: 1, maxItems: LIMITS.called_users + 1 }),
  },
  returns: { call: Call },
  prepare({ app, user, params }) {
    requireCallable(app, user, params.to);
    return askService(app, { user, rule: 'call_by_user' }, () => createRoom(app, user));
  },
  handle: ({ app, user, params, caller, prepared: room }) => ({
    call: actions.startCall(app, user, { to: params.to, room, client: caller.client }),
  }),
});

export const answerCall = endpoint({
  method: 'POST',
  path: '/calls/{message_id}/answer',
  summary: 'Answer a call, so that it stops ringing on all your devices',
  auth: 'human',
  params: { message_id: Type.Integer(), answer: Answer },
  handle: ({ app, user, params }) => actions.answerCall(app, user, params.message_id, params.answer),
});

export const cancelCall = endpoint({
  method: 'DELETE',
  path: '/calls/{message_id}',
  summary: 'Stop the ringing of a call that you made',
  auth: 'human',
  params: { message_id: Type.Integer() },
  handle: ({ app, user, params }) => actions.cancelCall(app, user, params.message_id),
});

export const createCallLink = endpoint({
  method: 'POST',
  path: '/calls/create',
  summary: 'Get the URL of a new call at the organization’s provider, without calling anybody',
  returns: { url: Type.String() },
  prepare: ({ app, user }) => askService(app, { user, rule: 'call_by_user' }, () => createRoom(app, user)),
  handle: ({ prepared: { url } }) => ({ url }),
});

export const createBigBlueButtonCall = endpoint({
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  summary: 'Get the URL of a new BigBlueButton call',
  params: { meeting_name: Type.String({ minLength: 1 }), voice_only: Type.Boolean({ default: false }) },
  returns: { url: Type.String() },
  prepare: ({ app, user, params }) =>
    askService(app, { user }, () =>
      bigBlueButtonRoom(app, user, { name: params.meeting_name, voiceOnly: params.voice_only }),
    ),
  handle: ({ prepared: { url } }) => ({ url }),
});

export const createZoomCall = endpoint({
  method: 'POST',
  path: '/calls/zoom/create',
  summary: 'Get the URL of a new Zoom call',
  params: { is_video_call: Type.Boolean({ default: true }) },
  returns: { url: Type.String() },
  prepare: ({ app, user, params }) => askService(app, { user }, () => zoomMeeting(app, user, params.is_video_call)),
  handle: ({ prepared: url }) => ({ url }),
});
