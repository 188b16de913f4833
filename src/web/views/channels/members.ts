import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { onEvent } from '../../server/connection.ts';
import { request } from '../../server/request.ts';
import { registrations, store } from '../../store/store.ts';

/** The subscribers of a channel while it is open; undefined until loaded. */
export function useMembers(channel: number): Signal<ReadonlySet<number> | undefined> {
  const members = useSignal<ReadonlySet<number> | undefined>(undefined);
  useEffect(() => {
    const fetchThem = () =>
      void request('GET /streams/{stream_id}/members', { stream_id: channel }).then(
        ({ subscribers }) => (members.value = new Set(subscribers)),
        () => (members.value ??= new Set()),
      );
    const put = (ids: readonly number[], isIn: boolean) => {
      if (!members.peek()) return;
      const next = new Set(members.peek());
      for (const id of ids) isIn ? next.add(id) : next.delete(id);
      members.value = next;
    };
    const unwatch = onEvent(({ type, op, stream_ids, user_ids, subscriptions }) => {
      if (type !== 'subscription') return;
      if ((op === 'peer_add' || op === 'peer_remove') && stream_ids.includes(channel)) put(user_ids, op === 'peer_add');
      const isMine =
        (op === 'add' || op === 'remove') &&
        (subscriptions as { stream_id: number }[]).some((one) => one.stream_id === channel);
      if (isMine) put([store.me.peek().id], op === 'add');
    });
    // Fetches now, and again after each registration.
    const stop = registrations.subscribe(fetchThem);
    return () => {
      stop();
      unwatch();
    };
  }, [channel]);
  return members;
}
