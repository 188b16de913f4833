import type { TemplateService } from '../types.ts';

export const insping: TemplateService = {
  name: 'insping',
  display_name: 'Insping',
  category: 'monitoring',
  shared: '{% assign monitor = webhook_event_data %}',
  topic: '{{ monitor.check_name | default: monitor.application_name | default: "Insping" }}',
  events: [
    {
      needs: ['webhook_event_data'],
      text: `
{% assign state = monitor.check_state_name %}
{% if state == 'Available' %}:check: {% else %}:alert: {% endif %}State changed to {{ state | default: 'unknown' | bold }}
* URL: {{ monitor.request_url | link: monitor.request_url }}
* Response time: {{ monitor.response_time }} ms
* Time: {{ monitor.request_start_time | time }}
{% if monitor.http_status_code %}
* Status: {{ monitor.http_status_code }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        webhook_event_data: {
          check_name: 'Shop',
          check_state_name: 'Available',
          request_url: 'https://shop.example.com',
          response_time: 302,
          request_start_time: '2026-01-02T03:04:05Z',
        },
      },
      topic: 'Shop',
      text: ':check: State changed to **Available**\n* URL: [https&#58;//shop.example&#46;com](https://shop.example.com)\n* Response time: 302 ms\n* Time: <time:2026-01-02T03:04:05.000Z>',
    },
  ],
};
