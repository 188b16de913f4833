import type { TemplateService } from '../types.ts';

/** Messages for Gotify's clients. */
export const gotify: TemplateService = {
  name: 'gotify',
  display_name: 'Gotify-compatible webhook',
  category: 'communication',
  topic: '{{ title | default: "Gotify" }}',
  events: [
    {
      needs: ['message'],
      text: `
{% assign number = priority | number %}
{% assign url = extras['client::notification'].click.url %}
{% if number >= 8 %}:alert: {% endif %}{% if title %}{{ title | link: url | bold }}{% endif %}

{{ message | lines }}`,
    },
  ],
  samples: [
    {
      payload: { title: 'Backup', message: 'It failed', priority: 8 },
      topic: 'Backup',
      text: ':alert: **Backup**\n\nIt failed',
    },
  ],
};
