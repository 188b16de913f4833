import { effect } from '@preact/signals';
import { getEnd } from '../../shared/do-not-disturb.ts';
import { request } from '../server/request.ts';
import { doNotDisturbUntil } from '../store/local/do-not-disturb.ts';
import { store } from '../store/store.ts';

// While do not disturb holds, the server sends no mobile notifications and mails, and nothing plays or pops up here.

const MOMENT = 15_000;

/** When a user's do not disturb ends, in seconds; 0 if it is off. */
export function doNotDisturbEnd(id: number): number {
  if (id === store.me.value.id) return ownEnd();
  const end = store.quietUsers.value.get(id) ?? 0;
  return end > Date.now() / 1000 ? end : 0;
}

const ownEnd = (): number =>
  getEnd(store.doNotDisturb.value, store.users.value.get(store.me.value.id)?.timezone ?? '', Date.now() / 1000);

export const isDoNotDisturb = (): boolean => ownEnd() > 0;

/** Turns on do not disturb until this time in seconds; 0 turns it off, also while the schedule holds. */
export const setDoNotDisturb = (until: number): Promise<unknown> => request('PATCH /do_not_disturb', { until });

/** Keeps the signal up to date: the schedule begins and ends without an event. */
export function followDoNotDisturb(): void {
  const update = () => {
    doNotDisturbUntil.value = ownEnd();
  };
  effect(update);
  // A timer until the next change would stop while the machine sleeps.
  setInterval(update, MOMENT);
}

/** Tomorrow at eight in the browser's time zone, in seconds. */
export function tomorrow(now = new Date()): number {
  const day = now.getDate() + (now.getHours() < 5 ? 0 : 1);
  return new Date(now.getFullYear(), now.getMonth(), day, 8).getTime() / 1000;
}
