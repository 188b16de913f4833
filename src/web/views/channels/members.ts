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
    const unwatch = onEvent((event) => {
      if (event.type !== 'subscription') return;
      if (event.op === 'peer_add' || event.op === 'peer_remove') {
        if (event.stream_ids.includes(channel)) put(event.user_ids, event.op === 'peer_add');
      } else if (event.op === 'add' || event.op === 'remove') {
        const isMine = event.subscriptions.some(({ stream_id }) => stream_id === channel);
        if (isMine) put([store.me.peek().id], event.op === 'add');
      }
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
