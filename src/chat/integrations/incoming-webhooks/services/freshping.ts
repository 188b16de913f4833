import type { TemplateService } from '../types.ts';

export const freshping: TemplateService = {
  name: 'freshping',
  display_name: 'Freshping',
  category: 'monitoring',
  shared: '{% assign found = webhook_event_data %}',
  topic: '{{ found.check_name | default: "Freshping" }}',
  events: [
    {
      when: 'webhook_type == "test" or found.application_name == nil and found.check_name == nil',
      text: 'The webhook of Freshping works.',
    },
    {
      text: `
{% assign state = found.check_state_name %}
{% if state == 'Available' %}:check: {% else %}:alert: {% endif %}\
{{ found.request_url | default: found.check_name | link: found.request_url }} is {{ state | words | bold }}\
{% if found.http_status_code %} (error code {{ found.http_status_code }}){% endif %}\
{% if found.response_summary %}: {{ found.response_summary }}{% endif %}.`,
    },
  ],
  samples: [
    {
      payload: {
        webhook_event_data: {
          check_name: 'Shop',
          application_name: 'Shop',
          check_state_name: 'Not Responding',
          http_status_code: 521,
          request_url: 'https://shop.example.com',
        },
      },
      topic: 'Shop',
      text: ':alert: [https&#58;//shop.example&#46;com](https://shop.example.com) is **not responding** (error code 521).',
    },
  ],
};
