import { OWN_FIELDS } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

export const uptimekuma: TemplateService = {
  name: 'uptimekuma',
  display_name: 'Uptime Kuma',
  category: 'monitoring',
  setup: `*Settings → Notifications → Setup Notification*, with the type *Webhook*, the URL as its *Post URL*, the method
POST and the body *application/json*. *Test* posts a message; then apply it to your monitors.`,
  event:
    '{% if heartbeat %}heartbeat{% elsif msg contains "Certificate" or msg contains "certificate" %}certificate{% else %}test{% endif %}',
  accepts_text: true,
  shared: `
{% if msg | starts_with: '[' %}
{% assign named = msg | remove_first: '[' | split: ']' | first %}
{% endif %}`,
  topic: '{{ monitor.name | default: monitorJSON.name | default: named | default: Title | default: "Uptime Kuma" }}',
  events: [
    {
      on: 'heartbeat',
      text: `
{% assign target = monitor.url | default: monitor.hostname %}
{% assign what = monitor.name | default: 'A monitor' | link: target | bold %}
{% case heartbeat.status %}{% when 1 %}:check: {{ what }} is up\
{% when 0 %}:alert: {{ what }} is down\
{% when 3 %}:tools: {{ what }} is under maintenance\
{% else %}{{ what }} is pending{% endcase %}\
{% if heartbeat.msg %}: {{ heartbeat.msg }}{% endif %}\
{% if heartbeat.ping %} ({{ heartbeat.ping }} ms){% endif %}.
{% if monitor.hostname %}
* Host: {{ monitor.hostname }}{% if monitor.port %}, port {{ monitor.port }}{% endif %}
{% endif %}
{% if monitor.docker_container %}
* Container: {{ monitor.docker_container }}
{% endif %}
{% if heartbeat.time %}
* Time: {{ heartbeat.localDateTime | default: heartbeat.time }}\
{% if heartbeat.timezone %} ({{ heartbeat.timezone }}){% endif %}
{% endif %}
{% if heartbeat.duration > 0 and heartbeat.status == 1 %}
* After: {{ heartbeat.duration }} s
{% endif %}
{% if monitor.tags.size > 0 %}
* Tags: {{ monitor.tags | map: 'name' | join }}
{% endif %}
{{ monitor.description | quote }}`,
    },
    { when: 'msg or Body or message', text: '{{ msg | default: Body | default: message | linked_lines }}' },
    OWN_FIELDS,
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
    {
      payload: {
        heartbeat: { status: 1, msg: '', duration: 90, time: '2026-01-02 03:04:05' },
        monitor: { name: 'Mail', url: 'https://', hostname: 'mail', port: 25, tags: [{ name: 'cellar', value: '' }] },
        msg: '[Mail] [Up] ',
      },
      topic: 'Mail',
      text: ':check: **Mail** is up.\n* Host: mail, port 25\n* Time: 2026-01-02 03&#58;04&#58;05\n* After: 90 s\n* Tags: cellar',
    },
    { payload: { heartbeat: null, monitor: null, msg: 'Test' }, topic: 'Uptime Kuma', text: 'Test' },
    {
      payload: { heartbeat: null, monitor: null, msg: '[Shop] The certificate expires in 7 days' },
      topic: 'Shop',
      text: '&#91;Shop&#93; The certificate expires in 7 days',
    },
    { payload: { Title: 'Uptime: Shop', Body: 'Shop is down' }, topic: 'Uptime: Shop', text: 'Shop is down' },
  ],
};
