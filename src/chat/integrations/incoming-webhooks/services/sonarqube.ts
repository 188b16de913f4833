import type { TemplateService } from '../types.ts';

export const sonarqube: TemplateService = {
  name: 'sonarqube',
  display_name: 'SonarQube',
  category: 'continuous-integration',
  event: '{{ qualityGate.status | default: status }}',
  topic: '{{ project.name }}{% if branch.name %} / {{ branch.name }}{% endif %}',
  branch: '{{ branch.name }}',
  events: [
    {
      needs: ['project'],
      text: `
{% assign gate = qualityGate.status | default: status %}
{% assign url = branch.url | default: project.url %}
{% if gate == 'OK' or gate == 'SUCCESS' %}:check: {% else %}:cross_mark: {% endif %}\
Project {{ project.name | link: url }} analyzed: {{ gate | words | bold }}\
{% if branch.name %} on the {% if branch.type == 'PULL_REQUEST' %}pull request{% else %}branch{% endif %} \
{{ branch.name | code }}{% endif %}{% if revision %} at {{ revision | short_sha | code }}{% endif %}.
{% for condition in qualityGate.conditions limit: 20 %}
{% if condition.status != 'NO_VALUE' %}
* {{ condition.metric | words }}: {{ condition.status | downcase }}\
{% if condition.value %} {{ condition.value }}{% endif %}\
{% if condition.errorThreshold %} (limit: {{ condition.operator | words }} {{ condition.errorThreshold }}){% endif %}
{% endif %}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        status: 'SUCCESS',
        revision: '0123456789abcdef',
        project: { name: 'klatch', url: 'https://example.com/klatch' },
        branch: { name: '7', type: 'PULL_REQUEST', url: 'https://example.com/7' },
        qualityGate: { status: 'OK', conditions: [{ metric: 'coverage', status: 'NO_VALUE' }] },
      },
      topic: 'klatch / 7',
      text: ':check: Project [klatch](https://example.com/7) analyzed: **ok** on the pull request `7` at `0123456789a`.',
    },
    {
      payload: {
        project: { name: 'klatch', url: 'https://example.com/klatch' },
        branch: { name: 'main', url: 'https://example.com/main' },
        qualityGate: {
          status: 'ERROR',
          conditions: [
            { metric: 'new_coverage', status: 'ERROR', value: '12', operator: 'LESS_THAN', errorThreshold: '80' },
          ],
        },
      },
      topic: 'klatch / main',
      text: ':cross_mark: Project [klatch](https://example.com/main) analyzed: **error** on the branch `main`.\n* new coverage: error 12 (limit: less than 80)',
    },
  ],
};
