import { canEdit } from '../../permissions/messages.ts';
import { editing } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { feedRows } from '../feed/rows.ts';

/** Edits the user's last message on screen. */
export function editLast(): boolean {
  const me = store.me.peek().id;
  for (const { dataset } of feedRows().reverse()) {
    const message = store.messages.peek().all.get(Number(dataset.id));
    if (message?.sender_id !== me) continue;
    if (!canEdit(message)) return false;
    editing.value = message.id;
    return true;
  }
  return false;
}
