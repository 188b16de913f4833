import type { TemplateService } from '../types.ts';

export const flock: TemplateService = {
  name: 'flock',
  display_name: 'Flock',
  category: 'customer-support',
  topic: 'Flock notifications',
  events: [
    {
      needs: ['text'],
      text: `{{ text | lines }}{% if notification and notification != text %}
{{ notification | lines }}{% endif %}
{% for attachment in attachments %}
{{ attachment.title | link: attachment.url | bold }}
{{ attachment.description | lines }}
{% endfor %}`,
    },
    { when: 'notification', text: '{{ notification | lines }}' },
    {
      when: 'attachments',
      text: `{% for attachment in attachments %}
{{ attachment.title | link: attachment.url | bold }}
{{ attachment.description | lines }}
{% endfor %}`,
    },
  ],
  samples: [{ payload: { text: 'Hello' }, topic: 'Flock notifications', text: 'Hello' }],
};
