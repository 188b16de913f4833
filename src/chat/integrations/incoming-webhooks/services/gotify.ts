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

{% if extras['client::display'].contentType == 'text/markdown' %}{{ message | markdown }}\
{% else %}{{ message | linked_lines }}{% endif %}
{% if title == nil and url %}
{{ url | link: url }}
{% endif %}
{% assign picture = extras['client::notification'].bigImageUrl %}
{% if picture %}
{{ 'image' | link: picture }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        message: '**It** failed: [log](https://example.com/log)',
        extras: {
          'client::display': { contentType: 'text/markdown' },
          'client::notification': { click: { url: 'https://example.com' } },
        },
      },
      topic: 'Gotify',
      text: '**It** failed: [log](https://example.com/log)\n[https&#58;//example&#46;com](https://example.com)',
    },
    {
      payload: { title: 'Backup', message: 'It failed', priority: 8 },
      topic: 'Backup',
      text: ':alert: **Backup**\n\nIt failed',
    },
  ],
};
