import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { errorText } from '../errors/error-text.ts';

export interface Saving<T> {
  /** The displayed value: the saved one, or the one that is being saved. */
  shown: T;
  state: 'still' | 'saving' | 'saved' | 'refused';
  /** The server's error text. */
  wrong: string;
  change(next: T): void;
}

const SAVED_SHOWN_FOR = 2500;

/**
 * A value that is saved when it changes. The new value is displayed at once. If the server rejects it, the old value
 * returns with the error. `value` is the current value and follows events. The `before` of `save` is the last value
 * that the server is known to have.
 */
export function useSaving<T>(value: T, save: (next: T, before: T) => Promise<unknown>): Saving<T> {
  const pending = useSignal<{ next: T } | undefined>(undefined);
  const state = useSignal<Saving<T>['state']>('still');
  const wrong = useSignal('');
  const turn = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const serialized = JSON.stringify(value);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
    if (state.peek() !== 'saving' || JSON.stringify(pending.peek()?.next) === serialized) pending.value = undefined;
  }, [serialized]);
  const change = async (next: T) => {
    const mine = ++turn.current;
    const isLast = () => mine === turn.current;
    pending.value = { next };
    state.value = 'saving';
    wrong.value = '';
    // Saves one after the other, so that the last change is saved last.
    const saved = before.current.then(async () => {
      if (!isLast()) return;
      await save(next, latest.current);
      // The event may arrive only after the next change.
      latest.current = next;
    });
    before.current = saved.catch(() => {});
    try {
      await saved;
      if (!isLast()) return;
      state.value = 'saved';
    } catch (error) {
      if (!isLast()) return;
      pending.value = undefined;
      state.value = 'refused';
      wrong.value = errorText(error);
      return;
    }
    setTimeout(() => {
      if (!isLast()) return;
      pending.value = undefined;
      state.value = 'still';
    }, SAVED_SHOWN_FOR);
  };
  return {
    shown: pending.value ? pending.value.next : value,
    state: state.value,
    wrong: wrong.value,
    change: (next) => void change(next),
  };
}
