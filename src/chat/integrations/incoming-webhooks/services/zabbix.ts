import type { TemplateService } from '../types.ts';

export const zabbix: TemplateService = {
  name: 'zabbix',
  display_name: 'Zabbix',
  category: 'monitoring',
  accepts_text: true,
  shared: `
{% assign title = Subject | default: subject | default: alert_subject %}
{% assign body = Message | default: message | default: alert_message %}`,
  topic: '{{ hostname | default: host | default: event_host | default: title | default: "Zabbix" }}',
  events: [
    {
      when: 'hostname or trigger',
      text: `{% if status == 'OK' or status == 'RESOLVED' %}:check:{% else %}:alert:{% endif %} \
{{ status | default: 'PROBLEM' | bold }}{% if severity %} ({{ severity }}){% endif %} alert on \
{{ hostname | default: 'a host' | link: link }}:
{% if trigger %}
* {{ trigger }}
{% endif %}
{% if item %}
* {{ item }}
{% endif %}
{{ body | quote }}`,
    },
    {
      when: 'title or body',
      text: `{% if title contains 'Resolved' or event_value == '0' %}:check: {% elsif title contains 'Problem' %}:alert: {% endif %}\
{{ title | bold }}

{{ body | linked_lines }}`,
    },
  ],
  samples: [
    {
      payload: { To: 'team', Subject: 'Resolved: Low memory', Message: 'Host: one\nProblem: https://example.com/p/7' },
      topic: 'Resolved: Low memory',
      text: ':check: **Resolved: Low memory**\n\nHost: one\nProblem: https://example.com/p/7',
    },
    {
      payload: { hostname: 'one', status: 'RESOLVED', trigger: 'Low memory' },
      topic: 'one',
      text: ':check: **RESOLVED** alert on one:\n* Low memory',
    },
    {
      payload: {
        hostname: 'one',
        severity: 'High',
        status: 'PROBLEM',
        item: 'Memory: 900 MB',
        trigger: 'Low memory',
        link: 'https://example.com/zabbix',
      },
      topic: 'one',
      text: ':alert: **PROBLEM** (High) alert on [one](https://example.com/zabbix):\n* Low memory\n* Memory: 900 MB',
    },
  ],
};
