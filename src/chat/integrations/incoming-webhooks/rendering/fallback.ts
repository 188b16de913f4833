import type { EventTemplate } from '../types.ts';

/** For events without a template of their own: their name, and the facts of the payload. */
export const FALLBACK: EventTemplate = {
  text: `{{ delivery.event | words | sentence_case | default: 'An event' | bold }}{{ delivery.payload | facts }}`,
};
