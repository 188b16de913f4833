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

/** null: nothing is posted about the delivery. */
export type RenderAnswer = { notice: Notice | null } | { problem: Problem };
