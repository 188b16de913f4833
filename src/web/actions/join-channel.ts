import { request } from '../server/request.ts';
import type { Channel } from '../store/channels.ts';

/** Subscribes the user to a channel. */
export const joinChannel = ({ name }: Channel): Promise<unknown> =>
  request('POST /users/me/subscriptions', { subscriptions: [{ name }] });
