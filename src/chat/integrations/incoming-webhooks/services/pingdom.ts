import type { TemplateService } from '../types.ts';

export const pingdom: TemplateService = {
  name: 'pingdom',
  display_name: 'Pingdom',
  category: 'monitoring',
  event: '{{ check_type }}',
  topic: '{{ check_name }} status.',
  events: [
    {
      needs: ['check_name'],
      text: `
{% assign target = check_params.hostname | default: check_params.full_url | default: check_params.ipv4 %}
{% if current_state == 'UP' or current_state == 'SUCCESS' %}:check: {% else %}:alert: {% endif %}\
Service {{ target | default: check_name | link: check_params.full_url }} changed its {{ check_type }} status from \
{{ previous_state }} to {{ current_state | bold }}.\
{{ long_description | default: description | quote }}`,
    },
  ],
  samples: [
    {
      payload: {
        check_name: 'Shop',
        check_type: 'HTTP',
        check_params: { hostname: 'shop.example.com', full_url: 'https://shop.example.com' },
        previous_state: 'UP',
        current_state: 'DOWN',
        long_description: 'Timeout',
      },
      topic: 'Shop status.',
      text: ':alert: Service [shop.example&#46;com](https://shop.example.com) changed its HTTP status from UP to **DOWN**.\n\n``` quote\nTimeout\n```',
    },
  ],
};
