import type { TemplateService } from '../types.ts';

export const uptimekuma: TemplateService = {
  name: 'uptimekuma',
  display_name: 'Uptime Kuma',
  category: 'monitoring',
  event:
    '{% if heartbeat %}heartbeat{% elsif msg contains "Certificate" or msg contains "certificate" %}certificate{% else %}test{% endif %}',
  topic: '{{ monitor.name | default: monitorJSON.name | default: "Uptime Kuma" }}',
  events: [
    {
      on: 'heartbeat',
      text: `
{% assign target = monitor.url | default: monitor.hostname %}
{% case heartbeat.status %}{% when 1 %}:check: {{ monitor.name | link: target | bold }} is up\
{% when 0 %}:alert: {{ monitor.name | link: target | bold }} is down\
{% when 3 %}:tools: {{ monitor.name | link: target | bold }} is under maintenance\
{% else %}{{ monitor.name | link: target | bold }} is pending{% endcase %}\
{% if heartbeat.msg %}: {{ heartbeat.msg }}{% endif %}\
{% if heartbeat.ping %} ({{ heartbeat.ping }} ms){% endif %}.
{% if monitor.hostname %}
* Host: {{ monitor.hostname }}{% if monitor.port %}, port {{ monitor.port }}{% endif %}

{% endif %}
{% if heartbeat.time %}
* Time: {{ heartbeat.localDateTime | default: heartbeat.time }}\
{% if heartbeat.timezone %} ({{ heartbeat.timezone }}){% endif %}

{% endif %}
{% if heartbeat.duration > 0 and heartbeat.status == 1 %}
* After: {{ heartbeat.duration }} s
{% endif %}`,
    },
    { needs: ['msg'], text: '{{ msg | lines }}' },
  ],
  samples: [
    {
      payload: {
        heartbeat: { status: 0, msg: 'timeout', time: '2026-01-02 03:04:05', important: true },
        monitor: { name: 'Shop', url: 'https://shop.example.com' },
        msg: '[Shop] [Down] timeout',
      },
      topic: 'Shop',
      text: ':alert: **[Shop](https://shop.example.com)** is down: timeout.\n* Time: 2026-01-02 03&#58;04&#58;05',
    },
    { payload: { heartbeat: null, monitor: null, msg: 'Test' }, topic: 'Uptime Kuma', text: 'Test' },
  ],
};
