import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { reasonOf } from '../errors/error-text.ts';

export interface Saving<T> {
  /** What is seen: what stands, or what it is to become. */
  shown: T;
  state: 'still' | 'saving' | 'saved' | 'refused';
  /** Why not, in the server's words. */
  wrong: string;
  change(next: T): void;
}

const TOLD = 2500;

/**
 * A value that is saved as it is changed. It is shown at once; if the server refuses, what stood before is there again, and why.
 * `value` is what stands: when the event comes that it changed, that is shown. `before` is what the server has, as far as is known here.
 */
export function useSaving<T>(value: T, save: (next: T, before: T) => Promise<unknown>): Saving<T> {
  const pending = useSignal<{ next: T } | undefined>(undefined);
  const state = useSignal<Saving<T>['state']>('still');
  const wrong = useSignal('');
  const turn = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const standing = JSON.stringify(value);
  const stands = useRef(value);
  useEffect(() => {
    stands.current = value;
    if (state.peek() !== 'saving' || JSON.stringify(pending.peek()?.next) === standing) pending.value = undefined;
  }, [standing]);
  const change = async (next: T) => {
    const mine = ++turn.current;
    const isLast = () => mine === turn.current;
    pending.value = { next };
    state.value = 'saving';
    wrong.value = '';
    // One after the other, lest what was wanted first comes last.
    const saved = before.current.then(async () => {
      if (!isLast()) return;
      await save(next, stands.current);
      // The event of it may come after the next change.
      stands.current = next;
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
      wrong.value = reasonOf(error);
      return;
    }
    setTimeout(() => {
      if (!isLast()) return;
      pending.value = undefined;
      state.value = 'still';
    }, TOLD);
  };
  return {
    shown: pending.value ? pending.value.next : value,
    state: state.value,
    wrong: wrong.value,
    change: (next) => void change(next),
  };
}
