import type { TemplateService } from '../types.ts';

const ALERTS = `
{% assign name = delivery.query.name | default: 'instance' %}
{% assign desc = delivery.query.desc | default: 'alertname' %}`;
/** In the URL, `name` is the label for the topic, and `desc` the label or annotation for the text. */
const ALERT = `
{% assign text = alert.labels[desc] | default: alert.annotations[desc] | default: alert.labels.alertname \
| default: '(no description)' %}
* {{ text }}\
{% assign summary = alert.annotations.summary | default: alert.annotations.description | default: alert.annotations.message %}\
{% if summary and summary != text %}: {{ summary }}{% endif %}\
{% if alert.annotations.description and alert.annotations.description != summary \
and alert.annotations.description != text %} – {{ alert.annotations.description }}{% endif %}\
{% if alert.labels.instance and name != 'instance' and alert.labels.instance != text %} on {{ alert.labels.instance }}{% endif %}\
{% if alert.labels.severity %} ({{ alert.labels.severity }}){% endif %}\
{% if alert.generatorURL %} ({{ 'graph' | link: alert.generatorURL }}){% endif %}\
{% if alert.annotations.runbook_url %} ({{ 'runbook' | link: alert.annotations.runbook_url }}){% endif %}

`;

/** Prometheus' alerts. */
export const alertmanager: TemplateService = {
  name: 'alertmanager',
  display_name: 'Prometheus Alertmanager',
  category: 'monitoring',
  shared: ALERTS,
  topic:
    "{{ alerts[0].labels[name] | default: alerts[0].labels.alertname | default: commonLabels.alertname | default: 'Alerts' }}",
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
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'Hot', instance: 'one:9100', severity: 'critical' },
            annotations: { summary: 'Hot', description: 'Too hot' },
            generatorURL: 'https://example.com/graph',
          },
          {
            status: 'resolved',
            labels: { alertname: 'Cold', instance: 'one:9100' },
            annotations: { summary: 'Too cold' },
          },
        ],
      },
      topic: 'one:9100',
      text: ':alert: **Firing**\n\n* Hot – Too hot (critical) ([graph](https://example.com/graph))\n\n:check: **Resolved**\n\n* Cold: Too cold',
    },
  ],
};
