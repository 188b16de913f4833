import type { TemplateService } from '../types.ts';

/** The body that an administrator enters in Healthchecks: `{"name": "$NAME", "status": "$STATUS", …}`. */
export const healthchecks: TemplateService = {
  name: 'healthchecks',
  display_name: 'Healthchecks',
  category: 'monitoring',
  event: '{{ status | downcase }}',
  topic: '{{ name | default: check | default: "Healthchecks" }}',
  events: [
    {
      when: 'status or name',
      text: `{% assign state = status | downcase %}{% if state == 'up' %}:check:{% else %}:alert:{% endif %} \
{{ name | default: check | default: 'A check' | link: url | bold }} is {{ state | default: 'changed' }}.
{% if tags %}
* Tags: {{ tags | join }}
{% endif %}
{% if last_ping or now %}
* {% if last_ping %}Last ping{% else %}Time{% endif %}: {{ last_ping | default: now | time }}
{% endif %}
{{ body | default: description | quote }}`,
    },
    { when: 'text', text: '{{ text | slack }}' },
  ],
  samples: [
    {
      payload: { name: 'Backup', status: 'down', tags: 'disk', url: 'https://example.com/c' },
      topic: 'Backup',
      text: ':alert: **[Backup](https://example.com/c)** is down.\n* Tags: disk',
    },
  ],
};
