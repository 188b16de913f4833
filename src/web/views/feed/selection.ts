import { selected } from '../../store/local/selection.ts';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { feedRows, findRow } from './rows.ts';

/** The row that keyboard shortcuts apply to: the selected message, otherwise the newest on screen. */
const selectedRow = (): HTMLElement | undefined => findRow(selected.peek()) ?? feedRows().at(-1);

/** For shortcuts: runs an action on that message. If there is none, another handler may use the key. */
export const withSelected = (act: (message: Message, row: HTMLElement) => unknown) => (): boolean => {
  const row = selectedRow();
  const message = row && store.messages.peek().all.get(Number(row.dataset.id));
  return message !== undefined && act(message, row!) !== false;
};
