import type { TemplateService } from '../types.ts';

export const flock: TemplateService = {
  name: 'flock',
  display_name: 'Flock',
  category: 'customer-support',
  topic: 'Flock notifications',
  events: [
    {
      when: 'text or notification or attachments',
      text: `{{ text | default: notification | lines }}
{% for attachment in attachments limit: 10 %}
{% assign body = attachment.views.flockml | from_html %}
{{ attachment.title | link: attachment.url | bold }}
{{ attachment.description | default: body | lines }}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        text: '',
        notification: 'Mia added a to-do',
        attachments: [{ id: 'todo', views: { flockml: '<flockml>Buy milk</flockml>' } }],
      },
      topic: 'Flock notifications',
      text: 'Mia added a to-do\n\nBuy milk',
    },
    { payload: { text: 'Hello' }, topic: 'Flock notifications', text: 'Hello' },
  ],
};
