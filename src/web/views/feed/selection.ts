import { signal } from '@preact/signals';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';

/** The message in the current feed that has the focus or had it last. */
export const selected = signal<number | undefined>(undefined);

/** The selected message by the entry of the browser's history. */
export const selectedAt = new Map<string, number | undefined>();

/** The row that keyboard shortcuts apply to: the selected message, otherwise the newest on screen. */
export const selectedRow = (): HTMLElement | undefined => {
  const rows = [...document.querySelectorAll<HTMLElement>('.feed [data-id]')];
  return rows.find(({ dataset }) => Number(dataset.id) === selected.peek()) ?? rows.at(-1);
};

/** For shortcuts: runs an action on that message. If there is none, another handler may use the key. */
export const withSelected = (act: (message: Message, row: HTMLElement) => unknown) => (): boolean => {
  const row = selectedRow();
  const message = row && store.messages.peek().all.get(Number(row.dataset.id));
  return message !== undefined && act(message, row!) !== false;
};
