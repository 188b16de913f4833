import type { TemplateService } from '../types.ts';

/** Newer notifications are free templates with the fields of New Relic's suggestion; older ones have fixed fields. */
export const newrelic: TemplateService = {
  name: 'newrelic',
  display_name: 'New Relic',
  category: 'monitoring',
  shared: `
{% assign id = incident_id | default: incidentId | default: issueId | default: id %}
{% assign url = incident_url | default: incidentUrl | default: issueUrl | default: issuePageUrl | default: violation_url %}
{% assign now = current_state | default: currentState | default: state | default: status | downcase %}
{% assign name = condition_name | default: title | default: issueTitle | default: alertConditionNames[0] \
| default: accumulations.conditionName[0] %}
{% assign policy = alertPolicyNames[0] | default: policy_name | default: accumulations.policyName[0] %}
{% assign affected = impactedEntities | default: targets | default: entitiesData.entities %}`,
  topic: '{{ policy | default: name | default: "New Relic" }}{% if id %} ({{ id }}){% endif %}',
  events: [
    {
      when: 'now or name or id',
      text: `
{% if now == 'closed' %}:check: {% elsif now != 'acknowledged' %}:alert: {% endif %}\
{{ 'Incident ' | append: id | strip | link: url }} {{ now | default: 'opened' | words | bold }}\
{% if name %}: {{ name | bold }}{% endif %}{% if severity or priority %} ({{ severity | default: priority | downcase }}){% endif %}\
{% if owner %}, owner {{ owner }}{% endif %}.
{% if details or message %}
{{ details | default: message | lines }}
{% endif %}
{% if affected.size > 0 %}
* Affected: {% if impactedEntities %}{{ affected | join }}{% else %}{{ affected | map: 'name' | join }}{% endif %}
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
    {
      payload: {
        issueId: '7',
        issueTitle: 'Disk full',
        issuePageUrl: 'https://example.com/7',
        priority: 'HIGH',
        state: 'ACTIVATED',
        accumulations: { policyName: ['Shop'] },
        entitiesData: { entities: [{ name: 'shop-db' }] },
      },
      topic: 'Shop (7)',
      text: ':alert: [Incident 7](https://example.com/7) **activated**: **Disk full** (high).\n* Affected: shop-db',
    },
    {
      payload: {
        currentState: 'open',
        details: '99 % are full',
        incidentId: '7',
        incidentUrl: 'https://example.com/7',
        accumulations: { conditionName: ['Disk full'], policyName: ['Shop'] },
      },
      topic: 'Shop (7)',
      text: ':alert: [Incident 7](https://example.com/7) **open**: **Disk full**.\n99 % are full',
    },
  ],
};
