import { canEdit } from '../../permissions/messages.ts';
import { editing } from '../../store/page.ts';
import { store } from '../../store/store.ts';

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
