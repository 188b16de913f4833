import type { TemplateService } from '../types.ts';

const ALERTS = `
{% assign name = delivery.query.name | default: 'instance' %}
{% assign desc = delivery.query.desc | default: 'alertname' %}
{% assign shown = alerts[0].labels[name] | default: alerts[0].annotations[name] | default: alerts[0].labels.alertname | default: commonLabels.alertname %}
{% assign first = shown %}
{% for alert in alerts limit: 50 %}
{% assign other = alert.labels[name] | default: alert.annotations[name] | default: alert.labels.alertname %}
{% if other and other != first %}{% assign shown = commonLabels.alertname %}{% endif %}
{% endfor %}`;
/** In the URL, `name` and `desc` are the labels or annotations for the topic and for the text. */
const ALERT = `
{% assign text = alert.labels[desc] | default: alert.annotations[desc] | default: alert.labels.alertname \
| default: '(no description)' %}
* {{ text }}\
{% assign summary = alert.annotations.summary | default: alert.annotations.description | default: alert.annotations.message %}\
{% if summary and summary != text %}: {{ summary }}{% endif %}\
{% if alert.annotations.description and alert.annotations.description != summary \
and alert.annotations.description != text %} – {{ alert.annotations.description }}{% endif %}\
{% assign place = alert.labels.instance | default: alert.labels.host | default: alert.labels.node | default: alert.labels.pod %}\
{% unless summary contains place %}{% if place and place != shown and place != text %} on {{ place }}{% endif %}{% endunless %}\
{% for label in alert.labels limit: 20 %}{% assign key = label[0] %}\
{% unless commonLabels == nil or commonLabels[key] or key == 'alertname' or key == '__name__' or key == 'severity' or label[1] == place \
or label[1] == text or label[1] == shown %}, {{ key }}: {{ label[1] }}{% endunless %}{% endfor %}\
{% if alert.labels.severity %} ({{ alert.labels.severity }}){% endif %}\
{% if alert.generatorURL %} ({{ 'graph' | link: alert.generatorURL }}){% endif %}\
{% if alert.annotations.runbook_url %} ({{ 'runbook' | link: alert.annotations.runbook_url }}){% endif %}

`;

/** Prometheus' alerts. */
export const alertmanager: TemplateService = {
  name: 'alertmanager',
  display_name: 'Prometheus Alertmanager',
  category: 'monitoring',
  setup: `Add a receiver to \`alertmanager.yml\`, and use it in a route:

\`\`\`yaml
receivers:
  - name: klatch
    webhook_configs:
      - url: URL
\`\`\``,
  shared: ALERTS,
  topic: "{{ shown | default: 'Alerts' }}",
  split: 'alerts',
  events: [
    { when: 'alerts.size == 0', needs: ['alerts'] },
    {
      needs: ['alerts'],
      text: `
{% assign resolved = alerts | where: 'status', 'resolved' %}
{% assign others = alerts.size | minus: resolved.size %}
{% if others > 0 %}
:alert: **Firing**

{% for alert in alerts limit: 50 %}
{% if alert.labels and alert.status != 'resolved' %}
${ALERT.trim()}

{% endif %}
{% endfor %}
{% endif %}

{% if resolved.size > 0 %}
:check: **Resolved**

{% for alert in resolved limit: 50 %}
${ALERT.trim()}

{% endfor %}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        receiver: 'team',
        status: 'firing',
        commonLabels: { severity: 'critical' },
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'Hot', instance: 'one:9100', severity: 'critical' },
            annotations: { summary: 'Hot', description: 'Too hot' },
            generatorURL: 'https://example.com/graph',
          },
          {
            status: 'firing',
            labels: { alertname: 'Hot', instance: 'one:9100', disk: 'sda', severity: 'critical' },
            annotations: { summary: 'Hot' },
          },
          {
            status: 'resolved',
            labels: { alertname: 'Cold', instance: 'one:9100' },
            annotations: { summary: 'Too cold' },
          },
        ],
      },
      topic: 'one:9100',
      text: ':alert: **Firing**\n\n* Hot – Too hot (critical) ([graph](https://example.com/graph))\n\n* Hot, disk: sda (critical)\n\n:check: **Resolved**\n\n* Cold: Too cold',
    },
    {
      payload: {
        version: '4',
        status: 'firing',
        commonLabels: { alertname: 'Disk full' },
        alerts: [
          {
            status: 'firing',
            labels: { __name__: 'disk_free', alertname: 'Disk full', instance: 'cellar', mount: '/srv' },
            annotations: {},
          },
        ],
      },
      topic: 'cellar',
      text: ':alert: **Firing**\n\n* Disk full, mount: &#47;srv',
    },
  ],
};
