import { elements } from '../../store/local/elements.ts';

/** The rendered messages of the feed, oldest first. `data-id` is the ID of the message. */
export const feedRows = (): HTMLElement[] => [
  ...(elements.feed.current?.querySelectorAll<HTMLElement>('[data-id]') ?? []),
];

/** The rendered row of a message. */
export const rowOf = (id: number | undefined): HTMLElement | undefined =>
  feedRows().find(({ dataset }) => dataset.id === String(id));
