import type { TemplateService } from '../types.ts';

/** Newer notifications are free templates with the fields of New Relic's suggestion; older ones have fixed fields. */
export const newrelic: TemplateService = {
  name: 'newrelic',
  display_name: 'New Relic',
  category: 'monitoring',
  shared: `
{% assign id = incident_id | default: issueId | default: id %}
{% assign url = incident_url | default: issueUrl | default: violation_url %}
{% assign now = current_state | default: state | default: status | downcase %}
{% assign name = condition_name | default: title | default: alertConditionNames[0] %}`,
  topic:
    '{{ alertPolicyNames[0] | default: policy_name | default: name | default: "New Relic" }}{% if id %} ({{ id }}){% endif %}',
  events: [
    {
      when: 'now or name or id',
      text: `
{% if now == 'closed' %}:check: {% elsif now != 'acknowledged' %}:alert: {% endif %}\
{{ 'Incident ' | append: id | strip | link: url }} {{ now | default: 'opened' | words | bold }}\
{% if name %}: {{ name | bold }}{% endif %}{% if severity or priority %} ({{ severity | default: priority | downcase }}){% endif %}\
{% if owner %}, owner {{ owner }}{% endif %}.
{{ details | default: message | lines }}
{% if impactedEntities.size > 0 or targets.size > 0 %}
* Affected: {% if impactedEntities %}{{ impactedEntities | join }}{% else %}\
{{ targets | map: 'name' | join }}{% endif %}

{% endif %}
{% if totalIncidents %}
* Incidents: {{ totalIncidents }}
{% endif %}
{% if timestamp or createdAt %}
* Time: {{ timestamp | default: createdAt | time }}
{% endif %}
{% if violation_chart_url or violationChartUrl %}
{% assign chart = violation_chart_url | default: violationChartUrl %}
* {{ 'Chart' | link: chart }}
{% endif %}
{% if incident_acknowledge_url or issueAckUrl %}
{% assign acknowledge = incident_acknowledge_url | default: issueAckUrl %}
* {{ 'Acknowledge' | link: acknowledge }}
{% endif %}
{% if runbook_url %}
* {{ 'Runbook' | link: runbook_url }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        incident_id: 7,
        incident_url: 'https://example.com/7',
        condition_name: 'Load',
        current_state: 'open',
        severity: 'CRITICAL',
        details: 'Load > 5',
      },
      topic: 'Load (7)',
      text: ':alert: [Incident 7](https://example.com/7) **open**: **Load** (critical).\nLoad &gt; 5',
    },
  ],
};
