import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { noticesIn } from '../../../texts/notices.ts';
import { setRead } from '../../messages/flags/read-actions.ts';
import { flagsAdded } from '../../messages/messages/events.ts';
import { sendDirectMessage } from '../../messages/send/actions.ts';
import type { User } from '../../people/users/types.ts';
import { callAdded, callAnswered, callRemoved } from './events.ts';
import type { RingingCall, Room } from './memory.ts';
import { calledUsers, mayRing, requireCallable, requireOwnCall, requireRinging } from './rules.ts';
import type { Answer, Call, Outcome } from './types.ts';
import { callFor } from './views.ts';

/** Seconds after which a call counts as missed. */
const RINGS_FOR = 45;

interface Calling {
  to: readonly number[];
  room: Room;
  /** The name of the caller's client. */
  client: string;
}

/**
 * Calls users: sends them a message with the link to the room, and lets the devices of those who can be disturbed ring.
 * An earlier call of the caller stops ringing. Throws the errors of `requireCallable`.
 */
export function startCall(app: App, caller: User, { to, room, client }: Calling): Call {
  const people = requireCallable(app, caller, to);
  const others = calledUsers(app, caller, people);
  return app.db.write(() => {
    for (const call of app.memory.ringingCalls.ofUser(caller.id))
      if (call.caller_id === caller.id) endCall(app, call, 'canceled');
    const text = noticesIn(caller.settings.default_language).t('Join video call');
    const { id } = sendDirectMessage(app, caller, people, `📞 [${text}](${room.url})`, { client });
    const ringing = others.filter((user) => mayRing(app, caller, user));
    const call: RingingCall = {
      message_id: id,
      caller_id: caller.id,
      user_ids: people,
      room,
      until: seconds(app.clock) + RINGS_FOR,
      waiting: new Set(others.map((user) => user.id)),
      ringing: new Set(ringing.map((user) => user.id)),
      isAccepted: false,
    };
    app.memory.ringingCalls.add(call);
    for (const user of [caller, ...ringing]) app.events.publish(callAdded({ call: callFor(call, user) }), [user.id]);
    for (const user of ringing) app.memory.callPushes.push({ user_id: user.id, message_id: id });
    return callFor(call, caller);
  });
}

/**
 * Answers a call that rings for the user: it stops ringing on all their devices, and its message is read. Throws if it
 * does not ring.
 */
export function answerCall(app: App, user: User, id: number, answer: Answer): void {
  const call = requireRinging(app, user, id);
  app.db.write(() => {
    const changed = setRead(app, user, app.messages.byIds(JSON.stringify([id])), true);
    if (changed.length > 0) app.events.publish(flagsAdded({ flag: 'read', messages: changed }), [user.id]);
    app.events.publish(callAnswered({ message_id: id, user_id: user.id, answer }), [call.caller_id]);
    app.events.publish(callRemoved({ message_id: id, outcome: answer }), [user.id]);
    call.waiting.delete(user.id);
    call.ringing.delete(user.id);
    call.isAccepted ||= answer === 'accepted';
    if (call.waiting.size === 0) endCall(app, call, 'declined');
  });
}

/** Stops the ringing of a call that the user made. Throws if it has ended. */
export function cancelCall(app: App, user: User, id: number): void {
  const call = requireOwnCall(app, user, id);
  app.db.write(() => endCall(app, call, 'canceled'));
}

/** Ends the calls that nobody answered in time. */
export function endMissedCalls(app: App): void {
  const missed = app.memory.ringingCalls.dueAt(seconds(app.clock));
  if (missed.length > 0) app.db.write(() => missed.forEach((call) => endCall(app, call, 'missed')));
}

/** Ends a call for everybody. `outcome`: how it ended if nobody has accepted it. Call it inside `db.write`. */
function endCall(app: App, call: RingingCall, outcome: Outcome): void {
  const { message_id, caller_id, ringing, isAccepted } = call;
  app.memory.ringingCalls.remove(call);
  app.events.publish(callRemoved({ message_id, outcome: isAccepted ? 'accepted' : outcome }), [caller_id]);
  if (ringing.size > 0) app.events.publish(callRemoved({ message_id, outcome }), ringing);
}
