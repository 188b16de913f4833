import type { EventTemplate } from '../types.ts';

/** For events without a template of their own: their name, and the facts of the payload. */
export const FALLBACK: EventTemplate = {
  text: `{{ delivery.event | words | sentence_case | default: 'An event' | bold }}{{ delivery.payload | facts }}`,
};

/** For bodies that people write themselves, if no other template fits: a text, or the facts of the payload. */
export const OWN_FIELDS: EventTemplate = {
  when: 'delivery.payload | facts',
  text: `{{ message | linked_lines }}{{ delivery.payload | facts: 'message' }}`,
};
