import { elements } from '../../store/local/elements.ts';
import { selected } from '../../store/local/selection.ts';

/** The rendered messages of the feed, oldest first. `data-id` is the ID of the message. */
export const feedRows = (): HTMLElement[] => [
  ...(elements.feed.current?.querySelectorAll<HTMLElement>('[data-id]') ?? []),
];

/** The rendered row of a message. */
export const findRow = (id: number | undefined): HTMLElement | undefined =>
  feedRows().find(({ dataset }) => dataset.id === String(id));

/** The row that is on screen: that of the selected message, otherwise the last one. */
export function visibleRow(): HTMLElement | undefined {
  const box = elements.feed.current?.getBoundingClientRect();
  const visible = feedRows().filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > box!.top + 8 && top < box!.bottom - 8;
  });
  return visible.find(({ dataset }) => Number(dataset.id) === selected.peek()) ?? visible.at(-1);
}
