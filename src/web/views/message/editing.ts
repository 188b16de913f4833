import { signal } from '@preact/signals';
import { canEdit } from '../../permissions/messages.ts';
import { store } from '../../store/store.ts';

/** The ID of the message that is being edited. */
export const editing = signal<number | undefined>(undefined);

/** Edits the user's last message on screen. */
export function editLast(): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.feed [data-id]')];
  const me = store.me.peek().id;
  for (const { dataset } of rows.reverse()) {
    const message = store.messages.peek().all.get(Number(dataset.id));
    if (message?.sender_id !== me) continue;
    if (!canEdit(message)) return false;
    editing.value = message.id;
    return true;
  }
  return false;
}
