import type { TemplateService } from '../types.ts';

const MARK = `{% if level == 'clear' or level == 'info' %}:check:{% elsif level == 'critical' %}:alert:{% else %}:warning:{% endif %} `;

/** Netdata Cloud's deliveries, and those that an agent's `custom_sender` makes of its variables. */
export const netdata: TemplateService = {
  name: 'netdata',
  display_name: 'Netdata',
  category: 'monitoring',
  event:
    '{% if status.text or status.reachable != nil %}reachability{% elsif alarm or alert or name %}alert{% endif %}',
  topic: '{{ node | default: host | default: hostname | default: alarm_name | default: "Netdata" }}',
  shared: `
{% assign alarm_name = alert | default: alarm | default: name %}
{% assign url = alert_url | default: alarm_url | default: url | default: goto_url %}
{% assign places = Rooms | default: rooms | map: 'name' | compact %}
{% assign level = severity | default: status | downcase %}`,
  events: [
    {
      on: 'reachability',
      text: `${MARK}{{ host | link: url | bold }} is {{ status.text | default: 'not reachable' }}.\
{% if message %} {{ message }}{% endif %}`,
    },
    {
      on: 'alert',
      text: `${MARK}{{ alarm_name | link: url | bold }}: {{ level | upcase | default: 'CHANGED' }}\
{% if value_string %} ({{ value_string }}){% endif %}.
{{ message | default: info }}

{% if chart %}
* Chart: {{ chart | code }}{% if context and context != chart %} ({{ context }}){% endif %}
{% endif %}
{% if info and message %}
* {{ info }}
{% endif %}
{% if space %}
* Space: {{ space }}{% if places.size > 0 %}, {{ places | sentence }}{% endif %}
{% endif %}
{% if duration %}
* For: {{ duration }}
{% endif %}
{% if date %}
* Time: {{ date | time }}
{% endif %}
{% if additional_active_critical_alerts > 0 or additional_active_warning_alerts > 0 %}
* Also active: {{ additional_active_critical_alerts | number }} critical, \
{{ additional_active_warning_alerts | number }} warning
{% endif %}`,
    },
    { on: '', needs: ['message'], text: '{{ message | lines }}' },
  ],
  samples: [
    {
      payload: {
        message: 'one is out of memory',
        alert: 'ram_in_use',
        info: 'memory in use',
        chart: 'system.ram',
        context: 'system.ram',
        space: 'Home',
        rooms: [{ name: 'All nodes' }, { name: 'Cellar' }],
        node: 'one',
        severity: 'critical',
        date: '2026-01-02T03:04:05Z',
        duration: '5 minutes',
        additional_active_critical_alerts: 1,
        additional_active_warning_alerts: 0,
        alert_url: 'https://example.com/alert',
      },
      topic: 'one',
      text: ':alert: **[ram_in_use](https://example.com/alert)**: CRITICAL.\none is out of memory\n\n* Chart: `system.ram`\n* memory in use\n* Space: Home, All nodes and Cellar\n* For: 5 minutes\n* Time: <time:2026-01-02T03:04:05.000Z>\n* Also active: 1 critical, 0 warning',
    },
    {
      payload: {
        alarm: 'disk_space',
        severity: 'clear',
        alarm_url: 'https://example.com/disk',
        message: 'Enough again',
      },
      topic: 'disk_space',
      text: ':check: **[disk_space](https://example.com/disk)**: CLEAR.\nEnough again',
    },
    {
      payload: {
        host: 'one',
        url: 'https://example.com/one',
        severity: 'critical',
        message: 'It was last seen at noon.',
        status: { reachable: false, text: 'unreachable' },
      },
      topic: 'one',
      text: ':alert: **[one](https://example.com/one)** is unreachable. It was last seen at noon.',
    },
  ],
};
