import type { TemplateService } from '../types.ts';

export const zabbix: TemplateService = {
  name: 'zabbix',
  display_name: 'Zabbix',
  category: 'monitoring',
  topic: '{{ hostname }}',
  events: [
    {
      needs: ['hostname', 'trigger'],
      text: `{% if status == 'OK' or status == 'RESOLVED' %}:check:{% else %}:alert:{% endif %} {{ status | bold }} \
({{ severity }}) alert on {{ hostname | link: link }}:
* {{ trigger }}
* {{ item }}`,
    },
  ],
  samples: [
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
