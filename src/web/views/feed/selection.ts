import { signal } from '@preact/signals';
import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';

/** The message that has, or had last, the focus in the feed on the screen. */
export const selected = signal<number | undefined>(undefined);

/** Which message that was, by the entry of the browser's history. */
export const selectedAt = new Map<string, number | undefined>();

/** The element of the message keys are about: the selected one, else the newest on the screen. */
export const selectedRow = (): HTMLElement | undefined => {
  const rows = [...document.querySelectorAll<HTMLElement>('.feed [data-id]')];
  return rows.find(({ dataset }) => Number(dataset.id) === selected.peek()) ?? rows.at(-1);
};

/** For shortcuts: does something with the message keys are about; where there is none, another may handle the key. */
export const withSelected = (act: (message: Message, row: HTMLElement) => unknown) => (): boolean => {
  const row = selectedRow();
  const message = row && store.messages.peek().all.get(Number(row.dataset.id));
  return message !== undefined && act(message, row!) !== false;
};
