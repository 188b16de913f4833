import type { TemplateService } from '../types.ts';

/** The JSON that Apprise sends for changedetection.io and others. */
export const changedetection: TemplateService = {
  name: 'changedetection',
  display_name: 'changedetection.io',
  category: 'monitoring',
  event: '{{ type }}',
  topic: '{{ title | default: "changedetection.io" }}',
  events: [
    {
      when: 'message or body',
      text: '{{ message | default: body | lines }}{% if url %}\n{{ url | link: url }}{% endif %}',
    },
  ],
  samples: [
    {
      payload: { version: '1.0', title: 'Prices', message: '-1\n+2', type: 'info' },
      topic: 'Prices',
      text: '&#45;1\n&#43;2',
    },
  ],
};
