import type { TemplateService } from '../types.ts';

/** Alerts: of Grafana 8 and newer in groups, of older versions by rule. */
export const grafana: TemplateService = {
  name: 'grafana',
  display_name: 'Grafana',
  category: 'monitoring',
  setup: '*Alerting → Contact points → Create contact point*, with the integration *Webhook* and the URL.',
  event: '{{ status | default: state }}',
  topic: "{{ alerts[0].labels.alertname | default: ruleName | default: title | default: 'Grafana' }}",
  split: 'alerts',
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
{% if alert.startsAt and state != 'resolved' %} since {{ alert.startsAt | time }}\
{% elsif alert.endsAt and state == 'resolved' %} at {{ alert.endsAt | time }}{% endif %}

{{ alert.annotations.description | default: alert.annotations.summary | default: alert.annotations.message | lines }}
{% if alert.annotations.summary and alert.annotations.description %}
{{ alert.annotations.summary }}
{% endif %}
{% for note in alert.annotations %}
{% assign is_hidden = note[0] | starts_with: '__' %}
{% unless is_hidden or note[1] == '' or note[0] == 'description' or note[0] == 'summary' or note[0] == 'message' %}
* {{ note[0] | words }}: {{ note[1] | link: note[1] }}
{% endunless %}
{% endfor %}
{% for label in alert.labels %}
{% assign is_hidden = label[0] | starts_with: '__' %}
{% unless is_hidden or label[1] == '' or label[0] == 'alertname' %}
* {{ label[0] }}: {{ label[1] }}
{% endunless %}
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
            annotations: {
              description: 'Too hot',
              summary: 'Heat',
              runbook_url: 'https://example.com/runbook',
              __dashboardUid__: 'abc',
            },
            generatorURL: 'https://example.com/graph',
            startsAt: '2026-05-01 10:00:00.123456789 +0000 UTC m=+1.5',
            silenceURL: 'https://example.com/silence',
            values: { B: 81.5 },
          },
          {
            status: 'resolved',
            labels: { alertname: 'Cold' },
            annotations: {},
            valueString: '[ value=9 ]',
            endsAt: '2026-05-01T10:00:00Z',
          },
        ],
      },
      topic: 'Hot',
      text: ':alert: **[Hot](https://example.com/graph)**: firing since <time:2026-05-01T10:00:00.000Z>\n\nToo hot\nHeat\n* runbook url: [https&#58;//example&#46;com/runbook](https://example.com/runbook)\n* instance: one\n* B = 81.5\n[Silence](https://example.com/silence)\n\n:check: **Cold**: resolved at <time:2026-05-01T10:00:00.000Z>\n\n```\n[ value=9 ]\n```',
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
