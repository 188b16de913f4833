import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { Pin } from './types.ts';

/** Where the message is: in a channel, or in the conversation of these users. */
const place = { stream_id: Maybe(Type.Integer()), user_ids: Maybe(Type.Array(Type.Integer())) };

/** For everybody who has the message. Zulip's clients ignore this type of event. */
export const messagePinned = event('pinned_message', 'add', { ...Pin.properties, ...place });
export const messageUnpinned = event('pinned_message', 'remove', { message_id: Type.Integer(), ...place });
