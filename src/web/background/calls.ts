import { effect } from '@preact/signals';
import { toast } from '../design/layers.tsx';
import { t } from '../i18n/text.ts';
import { inOneWindow } from '../notifications/desktop.ts';
import { closeNotification, showNotification, TAG } from '../notifications/show.ts';
import { ring, startAudio } from '../notifications/sounds.ts';
import { onEvent } from '../server/connection.ts';
import type { Call, ServerEvent } from '../server/types.ts';
import { acceptedCall, expiredCalls, ringing } from '../store/local/calls.ts';
import { permission } from '../store/local/notifications.ts';
import { optional } from '../store/local/optional.ts';
import { clockOffset, store } from '../store/store.ts';
import { displayName, makeHref } from '../text/names.ts';

/** Seconds after which a call whose end did not arrive is no longer shown. */
const GRACE = 3;

/** Follows the calls that ring: shows them, plays a sound in one window, and notifies users who look elsewhere. */
export function startCalls(): void {
  effect(() => {
    const calls = [...store.calls.value.values()].filter(({ message_id }) => !expiredCalls.value.has(message_id));
    const forMe = calls.filter(isForMe);
    for (const call of calls) if (!ringing.known.has(call.message_id)) begin(call);
    if (calls.length > 0) void import('../views/calls/calls.tsx').then(({ showCalls }) => showCalls());
    if (forMe.length > 0) playSound(forMe);
    else ringing.stopSound?.();
  });
  onEvent((event) => {
    if (event.type === 'call' && event.op === 'remove') end(event);
    if (event.type === 'call' && event.op === 'answer') reportAnswer(event);
  });
}

const isForMe = ({ caller_id }: Call): boolean => caller_id !== store.me.peek().id;

const secondsLeft = ({ until }: Call): number => until - Date.now() / 1000 - clockOffset.peek();

function begin(call: Call): void {
  const { message_id } = call;
  ringing.known.set(message_id, call);
  setTimeout(
    () => {
      ringing.known.delete(message_id);
      expiredCalls.value = new Set([...expiredCalls.peek(), message_id]);
      void closeNotification(TAG + message_id);
    },
    Math.max(0, secondsLeft(call) + GRACE) * 1000,
  );
  if (isForMe(call) && !document.hasFocus()) void notify(call);
}

/** Rings until all calls end. Of several windows only one plays: one that the user has used, as browsers demand. */
function playSound(calls: readonly Call[]): void {
  const { enable_sounds, notification_sound } = store.settings.peek();
  if (ringing.stopSound || !enable_sounds || notification_sound === 'none') return;
  const stopped = new AbortController();
  ringing.stopSound = () => {
    stopped.abort();
    ringing.stopSound = undefined;
  };
  const play = async () => {
    const left = Math.max(...calls.map(secondsLeft));
    const audio = await startAudio();
    if (!audio || left <= 0 || stopped.signal.aborted) return;
    const stop = ring(audio, left);
    await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve));
    stop();
  };
  void startAudio().then((audio) => {
    if (!audio || stopped.signal.aborted) return;
    if (!optional(() => navigator.locks)) return play();
    // A window that waits takes over if the one that plays is closed.
    return navigator.locks.request('ringing', { signal: stopped.signal }, play).catch(() => {});
  });
}

/** Shows a notification that stays until the call ends. */
async function notify(call: Call): Promise<void> {
  if (permission.peek() !== 'granted') return;
  await inOneWindow(`call-${call.message_id}`, async () => {
    ringing.notified.add(call.message_id);
    await show(call, t('is calling you'), true);
  });
}

async function show({ message_id, caller_id, user_ids }: Call, body: string, requireInteraction: boolean) {
  const people = user_ids.filter((id) => id !== store.me.peek().id);
  await showNotification({
    title: displayName(caller_id),
    body,
    tag: TAG + message_id,
    address: makeHref({ kind: 'direct', people }, message_id),
    requireInteraction,
  });
}

type CallEvent<Op> = Extract<ServerEvent, { type: 'call'; op: Op }>;

function end({ message_id, outcome }: CallEvent<'remove'>): void {
  const call = ringing.known.get(message_id);
  ringing.known.delete(message_id);
  if (!call) return;
  if (!isForMe(call)) {
    if (outcome === 'missed') toast(t('Nobody answered.'));
    if (outcome === 'accepted' && ringing.madeHere.has(message_id)) acceptedCall.value = call;
    return;
  }
  if (outcome === 'accepted' || outcome === 'declined') return void closeNotification(TAG + message_id);
  toast(t('You missed a call from {name}.', { name: displayName(call.caller_id) }));
  if (ringing.notified.delete(message_id)) void show(call, t('Missed call'), false);
}

function reportAnswer({ user_id, answer }: CallEvent<'answer'>): void {
  const name = displayName(user_id);
  toast(answer === 'accepted' ? t('{name} joined the call.', { name }) : t('{name} declined the call.', { name }));
}
