import type { Delivery, Notice } from '../types.ts';

/** A text to check, and a delivery to render with it. */
export interface RenderTask {
  text: string;
  delivery?: Delivery;
}

/** What is wrong, and in which line of the text; null: the text is right, but does not fit the delivery. */
export interface Problem {
  line: number | null;
  reason: string;
}

/**
 * What is posted about a delivery. `notice`: about all of it; null: nothing. `parts`: a notice for each topic of its
 * entries, where they may have different ones.
 */
export interface Rendered {
  notice: Notice | null;
  parts: readonly Notice[];
}

export type RenderAnswer = Rendered | { problem: Problem };
