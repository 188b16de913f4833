import type { TemplateService } from '../types.ts';

/** A list of events. */
export const updown: TemplateService = {
  name: 'updown',
  display_name: 'Updown',
  category: 'monitoring',
  event: '{{ delivery.payload[0].event }}',
  shared: '{% assign first = delivery.payload[0] %}',
  topic: '{{ first.check.alias | default: first.check.url }}',
  events: [
    {
      when: 'first',
      text: `
{% for one in delivery.payload limit: 10 %}
{% assign page = 'https://updown.io/' | append: one.check.token %}
{% assign name = one.check.alias | default: one.check.url %}
{% case one.event %}
{% when 'check.down' %}
:alert: Service {{ name | link: one.check.url }} is down\
{% if one.downtime.error %}: {{ one.downtime.error | bold }}{% endif %}\
{% if one.downtime.started_at %} since {{ one.downtime.started_at | time }}{% endif %}.
{% when 'check.up' %}
:check: Service {{ name | link: one.check.url }} is back up\
{% if one.downtime.duration %} after {{ one.downtime.duration }} s{% endif %}\
{% if one.downtime.error %}; the error was {{ one.downtime.error | bold }}{% endif %}.
{% else %}
{{ one.event | words | sentence_case }}: {{ name | link: one.check.url }}\
{% if one.ssl.cert.subject %} ({{ one.ssl.cert.subject }}, {{ one.ssl.days_before_expiration }} days left){% endif %}.
{% endcase %}
{% if one.downtime.started_at and one.event == 'check.up' %}
* From {{ one.downtime.started_at | time }} to {{ one.downtime.ended_at | time }}
{% endif %}
{% if one.check.last_status %}
* Status: {{ one.check.last_status }}
{% endif %}
{% endfor %}`,
    },
    {
      when: 'event',
      topic: '{{ check.alias | default: check.url }}',
      text: '{{ event | words | sentence_case }}: {{ check.alias | default: check.url | link: check.url }}',
    },
  ],
  samples: [
    {
      payload: [
        {
          event: 'check.down',
          check: { token: 'ab', url: 'https://shop.example.com', last_status: 500 },
          downtime: { error: '500', started_at: '2026-01-02T03:04:05Z' },
        },
      ],
      topic: 'https://shop.example.com',
      text: ':alert: Service [https&#58;//shop.example&#46;com](https://shop.example.com) is down: **500** since <time:2026-01-02T03:04:05.000Z>.\n* Status: 500',
    },
  ],
};
