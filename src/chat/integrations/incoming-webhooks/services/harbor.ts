import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

export const harbor: TemplateService = {
  name: 'harbor',
  display_name: 'Harbor',
  category: 'deployment',
  event: '{{ type }}',
  shared: `
{% assign found = event_data %}
{% assign image = found.repository.repo_full_name | default: found.repository.name %}
{% assign resource = found.resources[0] %}`,
  topic: '{{ image | default: "Harbor" }}',
  events: [
    { on: ['DOWNLOAD_CHART', 'UPLOAD_CHART', 'DELETE_CHART', 'PULL_ARTIFACT'] },
    {
      on: ['PUSH_ARTIFACT', 'DELETE_ARTIFACT'],
      needs: ['event_data'],
      text: `{{ operator | default: 'Somebody' | bold }} {% if type == 'PUSH_ARTIFACT' %}pushed{% else %}deleted{% endif %} \
the image {{ image | append: ':' | append: resource.tag | code }}.`,
    },
    {
      on: ['SCANNING_COMPLETED', 'SCANNING_FAILED', 'SCANNING_STOPPED'],
      needs: ['event_data'],
      text: `
Image scan {{ type | words | remove: 'scanning ' }} for {{ image | append: ':' | append: resource.tag | code }}.
{% for one in resource.scan_overview %}
{% assign report = one[1] %}
{% assign summary = report.summary %}
* Severity: {{ report.severity | default: 'none' | bold }} – {{ summary.total | default: 0 }} vulnerabilities\
{% if summary.fixable %}, {{ summary.fixable }} fixable{% endif %}

{% for severity in summary.summary %}
* {{ severity[0] }}: {{ severity[1] }}
{% endfor %}
{% endfor %}`,
    },
    {
      on: ['QUOTA_EXCEED', 'QUOTA_WARNING'],
      text: `:alert: {{ type | words | sentence_case }} for {{ image | default: found.repository.namespace | code }}: \
{{ found.custom_attributes.Details | default: found.custom_attributes.details }}`,
    },
    {
      on: 'REPLICATION',
      topic: '{{ found.replication.policy_creator | default: "Harbor" }}',
      text: `Replication {{ found.replication.job_status | words | bold }}: {{ found.replication.description }}`,
    },
    FALLBACK,
  ],
  samples: [
    {
      payload: {
        type: 'PUSH_ARTIFACT',
        operator: 'mia',
        event_data: { resources: [{ tag: 'v1' }], repository: { repo_full_name: 'crew/klatch' } },
      },
      topic: 'crew/klatch',
      text: '**mia** pushed the image `crew/klatch:v1`.',
    },
    {
      payload: {
        type: 'SCANNING_COMPLETED',
        event_data: {
          resources: [
            {
              tag: 'v1',
              scan_overview: {
                'application/vnd.scanner': {
                  severity: 'High',
                  summary: { total: 9, fixable: 2, summary: { High: 4, Low: 5 } },
                },
              },
            },
          ],
          repository: { repo_full_name: 'crew/klatch' },
        },
      },
      topic: 'crew/klatch',
      text: 'Image scan completed for `crew/klatch:v1`.\n* Severity: **High** – 9 vulnerabilities, 2 fixable\n\n* High: 4\n* Low: 5',
    },
  ],
};
