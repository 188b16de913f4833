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
{% assign duration = alert_friendly_duration | default: alertFriendlyDuration %}
{% assign seconds = alert_duration | default: alertDuration | number %}
{% if seconds > 0 %}{% assign duration = duration | default: seconds | append: ' s' %}{% endif %}
{% assign days = ssl_expiry_days_left | default: sslExpiryDaysLeft %}`,
  topic: '{{ name }}',
  events: [
    {
      when: 'name',
      text: `{% if kind == 'Up' %}:check:{% else %}:alert:{% endif %} {{ name | link: url | bold }} \
{% if days and kind contains 'SSL' %}has a certificate that expires in {{ days }} days\
{% else %}is {{ kind | downcase | default: 'changed' }}{% endif %}\
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
    {
      payload: {
        monitorFriendlyName: 'Shop',
        monitorURL: 'https://shop.example.com',
        alertTypeFriendlyName: 'SSL Expiry',
        alertDetails: 'Renew it',
        sslExpiryDaysLeft: '7',
      },
      topic: 'Shop',
      text: ':alert: **[Shop](https://shop.example.com)** has a certificate that expires in 7 days: **Renew it**.',
    },
    {
      payload: {
        monitorFriendlyName: 'Shop',
        monitorURL: 'https://shop.example.com',
        alertTypeFriendlyName: 'Up',
        alertDuration: '300',
      },
      topic: 'Shop',
      text: ':check: **[Shop](https://shop.example.com)** is up; it was down for 300 s.',
    },
  ],
};
