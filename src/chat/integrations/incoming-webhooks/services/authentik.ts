import type { TemplateService } from '../types.ts';

export const authentik: TemplateService = {
  name: 'authentik',
  display_name: 'authentik',
  category: 'monitoring',
  event: '{{ severity | default: "notice" }}',
  topic: 'authentik',
  events: [
    {
      when: 'body or text',
      text: `{% if severity == 'alert' or severity == 'warning' %}:alert: {% endif %}{{ body | default: text | lines }}
{% if event_user_username or user_username %}
* User: {{ event_user_username | default: user_username }}{% if event_user_email or user_email %} \
({{ event_user_email | default: user_email }}){% endif %}

{% endif %}`,
    },
  ],
  samples: [
    {
      payload: { body: 'login failed: mia', severity: 'warning', user_username: 'mia' },
      topic: 'authentik',
      text: ':alert: login failed: mia\n* User: mia',
    },
  ],
};
