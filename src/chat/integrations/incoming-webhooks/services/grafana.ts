import type { TemplateService } from '../types.ts';

/** Alerts: of Grafana 8 and newer in groups, of older versions by rule. */
export const grafana: TemplateService = {
  name: 'grafana',
  display_name: 'Grafana',
  category: 'monitoring',
  event: '{{ status | default: state }}',
  topic: "{{ alerts[0].labels.alertname | default: ruleName | default: title | default: 'Grafana' }}",
  events: [
    { when: 'alerts and alerts.size == 0' },
    {
      on: ['firing', 'resolved'],
      when: 'alerts',
      text: `
{% for alert in alerts limit: 30 %}
{% assign state = alert.status | default: status %}
{% if state == 'resolved' %}:check:{% else %}:alert:{% endif %} \
{{ alert.labels.alertname | default: 'Alert' | link: alert.generatorURL | bold }}: {{ state }}\
{% if alert.startsAt and state != 'resolved' %} since {{ alert.startsAt | time }}{% endif %}

{{ alert.annotations.description | default: alert.annotations.summary | default: alert.annotations.message | lines }}
{% if alert.annotations.summary and alert.annotations.description %}
{{ alert.annotations.summary }}
{% endif %}
{% for label in alert.labels %}
{% if label[0] != 'alertname' and label[0] != '__alert_rule_uid__' %}
* {{ label[0] }}: {{ label[1] }}
{% endif %}
{% endfor %}
{% for value in alert.values %}
* {{ value[0] }} = {{ value[1] }}
{% endfor %}
{% unless alert.values %}
{{ alert.valueString | code_block }}
{% endunless %}
{% if alert.silenceURL or alert.dashboardURL or alert.panelURL or alert.imageURL %}
{% if alert.silenceURL %}{{ 'Silence' | link: alert.silenceURL }} {% endif %}\
{% if alert.dashboardURL %}{{ 'Dashboard' | link: alert.dashboardURL }} {% endif %}\
{% if alert.panelURL %}{{ 'Panel' | link: alert.panelURL }} {% endif %}\
{% if alert.imageURL %}{{ 'Image' | link: alert.imageURL }}{% endif %}

{% endif %}

{% endfor %}`,
    },
    {
      on: ['ok', 'pending', 'alerting', 'paused', 'no_data', 'keep_state'],
      text: `{% if state == 'ok' %}:check:{% else %}:alert:{% endif %} {{ ruleName | default: title | default: 'Alert' | link: ruleUrl | bold }}: \
{{ state | words }}
{% if message %}
{{ message | lines }}
{% endif %}
{% for match in evalMatches limit: 30 %}
* {{ match.metric | default: 'Value' }}: {{ match.value | default: 'no value' }}
{% endfor %}
{% if imageUrl %}
{{ 'Image' | link: imageUrl }}
{% endif %}`,
    },
    {
      when: 'ruleName or title',
      text: ':alert: {{ ruleName | default: title | link: ruleUrl | bold }}\n{{ message | lines }}',
    },
  ],
  samples: [
    {
      payload: {
        status: 'firing',
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'Hot', instance: 'one' },
            annotations: { description: 'Too hot', summary: 'Heat' },
            generatorURL: 'https://example.com/graph',
            silenceURL: 'https://example.com/silence',
            values: { B: 81.5 },
          },
          { status: 'resolved', labels: { alertname: 'Cold' }, annotations: {}, valueString: '[ value=9 ]' },
        ],
      },
      topic: 'Hot',
      text: ':alert: **[Hot](https://example.com/graph)**: firing\n\nToo hot\nHeat\n* instance: one\n* B = 81.5\n[Silence](https://example.com/silence)\n\n:check: **Cold**: resolved\n\n```\n[ value=9 ]\n```',
    },
    {
      payload: {
        ruleName: 'Disk',
        ruleUrl: 'https://example.com/rule',
        state: 'alerting',
        message: 'Nearly full',
        evalMatches: [{ metric: 'free', value: 9 }],
      },
      topic: 'Disk',
      text: ':alert: **[Disk](https://example.com/rule)**: alerting\nNearly full\n* free: 9',
    },
  ],
};
