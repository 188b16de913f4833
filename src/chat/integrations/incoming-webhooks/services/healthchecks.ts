import { OWN_FIELDS } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The body that an administrator enters in Healthchecks: `$JSON`, or `{"name": "$NAME", "status": "$STATUS", …}`. */
export const healthchecks: TemplateService = {
  name: 'healthchecks',
  display_name: 'Healthchecks',
  category: 'monitoring',
  setup: `*Integrations → Webhooks*, with the method POST, the URL, and this request body for both events: \`$JSON\`.`,
  accepts_text: true,
  shared: `
{% if check | is_object %}
{% assign found = check %}
{% else %}
{% assign found = delivery.payload %}
{% endif %}
{% assign check_name = found.name | default: found.NAME | default: name %}
{% unless check_name %}{% if check | is_text %}{% assign check_name = check %}{% endif %}{% endunless %}
{% assign state = status | default: found.status | default: found.STATUS | downcase %}`,
  event: `{{ status | default: check.status | downcase }}`,
  topic: '{{ check_name | default: title | default: "Healthchecks" }}',
  events: [
    {
      when: 'state != "" or check_name',
      text: `
{% case state %}{% when 'up' %}:check:{% when 'new' or 'paused' or 'started' %}:tools:{% when 'grace' %}:warning:\
{% else %}:alert:{% endcase %} \
{{ check_name | default: 'A check' | link: url | bold }} is {{ state | default: 'changed' }}.
{% if found.tags %}
* Tags: {{ found.tags | join }}
{% endif %}
{% if found.last_ping or now %}
* {% if found.last_ping %}Last ping{% else %}Time{% endif %}: {{ found.last_ping | default: now | time }}
{% endif %}
{% if found.n_pings %}
* Pings: {{ found.n_pings }}
{% endif %}
{% if exit_status or exitstatus %}
* Exit status: {{ exit_status | default: exitstatus }}
{% endif %}
{{ body | default: found.description | default: found.desc | quote }}`,
    },
    { when: 'text', text: '{{ text | slack }}' },
    { when: 'message', text: '{{ message | linked_lines }}' },
    OWN_FIELDS,
  ],
  samples: [
    {
      payload: { name: 'Backup', status: 'down', tags: 'disk', url: 'https://example.com/c' },
      topic: 'Backup',
      text: ':alert: **[Backup](https://example.com/c)** is down.\n* Tags: disk',
    },
    {
      payload: {
        now: '2026-01-02T03:05:00Z',
        check: {
          name: 'Backup',
          tags: 'disk cellar',
          desc: 'Every night',
          n_pings: 7,
          status: 'up',
          last_ping: '2026-01-02T03:04:05Z',
        },
      },
      topic: 'Backup',
      text: ':check: **Backup** is up.\n* Tags: disk cellar\n* Last ping: <time:2026-01-02T03:04:05.000Z>\n* Pings: 7\n\n``` quote\nEvery night\n```',
    },
    { payload: 'Backup is down', topic: 'Healthchecks', text: 'Backup is down' },
  ],
};
