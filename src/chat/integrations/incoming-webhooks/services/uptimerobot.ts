import type { TemplateService } from '../types.ts';

export const uptimerobot: TemplateService = {
  name: 'uptimerobot',
  display_name: 'UptimeRobot',
  category: 'monitoring',
  event: '{{ alert_type_friendly_name | default: alertTypeFriendlyName | downcase }}',
  shared: `
{% assign name = monitor_friendly_name | default: monitorFriendlyName %}
{% assign url = monitor_url | default: monitorURL %}
{% assign kind = alert_type_friendly_name | default: alertTypeFriendlyName %}
{% assign details = alert_details | default: alertDetails %}
{% assign duration = alert_friendly_duration | default: alertFriendlyDuration %}`,
  topic: '{{ name }}',
  events: [
    {
      when: 'name',
      text: `{% if kind == 'Up' %}:check:{% else %}:alert:{% endif %} {{ name | link: url | bold }} is {{ kind | downcase | default: 'changed' }}\
{% if kind == 'Up' and duration %}; it was down for {{ duration }}{% endif %}\
{% if details %}: {{ details | bold }}{% endif %}.`,
    },
  ],
  samples: [
    {
      payload: {
        monitor_friendly_name: 'Shop',
        monitor_url: 'https://shop.example.com',
        alert_type_friendly_name: 'Down',
        alert_details: 'Timeout',
      },
      topic: 'Shop',
      text: ':alert: **[Shop](https://shop.example.com)** is down: **Timeout**.',
    },
  ],
};
