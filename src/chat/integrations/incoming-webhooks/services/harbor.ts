import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The two formats of Harbor: its own, and CloudEvents, whose types have other names. */
export const harbor: TemplateService = {
  name: 'harbor',
  display_name: 'Harbor',
  category: 'deployment',
  event: '{{ type }}',
  shared: `
{% assign found = event_data | default: data %}
{% assign image = found.repository.repo_full_name | default: found.repository.name %}
{% assign resource = found.resources[0] %}
{% assign full_name = image %}
{% if resource.tag %}{% assign full_name = image | append: ':' | append: resource.tag %}\
{% elsif resource.digest %}{% assign full_name = image | append: '@' | append: resource.digest %}{% endif %}
{% assign who = operator | default: 'Somebody' | bold %}`,
  topic: `{{ image | default: found.retention.project_name | default: found.repository.namespace | default: "Harbor" }}`,
  events: [
    { on: ['DOWNLOAD_CHART', 'UPLOAD_CHART', 'DELETE_CHART', 'PULL_ARTIFACT', 'harbor.artifact.pulled'] },
    {
      on: ['PUSH_ARTIFACT', 'DELETE_ARTIFACT', 'harbor.artifact.pushed', 'harbor.artifact.deleted'],
      when: 'found',
      text: `{{ who }} {% if type == 'PUSH_ARTIFACT' or type contains 'pushed' %}pushed{% else %}deleted{% endif %} \
the image {{ full_name | code }}{% if found.resources.size > 1 %} and \
{{ found.resources.size | minus: 1 | plural: 'other' }}{% endif %}.`,
    },
    {
      on: [
        'SCANNING_COMPLETED',
        'SCANNING_FAILED',
        'SCANNING_STOPPED',
        'harbor.scan.completed',
        'harbor.scan.failed',
        'harbor.scan.stopped',
      ],
      when: 'found',
      text: `
{% assign failed = false %}
{% if type == 'SCANNING_FAILED' or type contains 'failed' %}{% assign failed = true %}{% endif %}
{% if failed %}:cross_mark: {% endif %}\
Image scan {{ type | words | remove: 'scanning ' | remove: 'harbor scan ' }} for {{ full_name | code }}.
{% for one in resource.scan_overview %}
{% if failed %}{% break %}{% endif %}
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
      on: ['QUOTA_EXCEED', 'QUOTA_WARNING', 'harbor.quota.exceeded', 'harbor.quota.warned'],
      when: 'found',
      text: `:alert: {{ type | words | remove: 'harbor ' | sentence_case }} for \
{{ image | default: found.repository.namespace | default: 'a project' | code }}: \
{{ found.custom_attributes.Details | default: found.custom_attributes.details }}`,
    },
    {
      on: ['REPLICATION', 'harbor.replication.status.changed'],
      topic: 'Replication',
      when: 'found',
      text: `
{% assign one = found.replication %}
{% if one.job_status == 'Failed' %}:cross_mark: {% endif %}Replication {{ one.job_status | words | bold }}\
{% if one.description %}: {{ one.description }}{% endif %}
{% if one.src_resource or one.dest_resource %}
* {{ one.src_resource.registry_name | default: one.src_resource.endpoint | default: 'here' }}\
{% if one.src_resource.namespace %}/{{ one.src_resource.namespace }}{% endif %} → \
{{ one.dest_resource.registry_name | default: one.dest_resource.endpoint | default: 'here' }}\
{% if one.dest_resource.namespace %}/{{ one.dest_resource.namespace }}{% endif %}
{% endif %}
{% for artifact in one.successful_artifact limit: 10 %}
* {{ artifact.name_tag | code }}
{% endfor %}
{% for artifact in one.failed_artifact limit: 10 %}
* Failed: {{ artifact.name_tag | code }}{% if artifact.fail_reason %}: {{ artifact.fail_reason }}{% endif %}
{% endfor %}`,
    },
    {
      on: ['TAG_RETENTION', 'harbor.tag_retention.finished'],
      when: 'found',
      text: `
{% assign one = found.retention %}
Tag retention of {{ one.project_name | default: 'a project' | bold }} finished\
{% if one.result %}: {{ one.result | words | bold }}{% endif %}. \
{{ one.retained | default: 0 }} of {{ one.total | default: 0 }} kept.
{% for artifact in one.deleted_artifact limit: 10 %}
* Deleted: {{ artifact.name_tag | code }}
{% endfor %}`,
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
        specversion: '1.0',
        type: 'harbor.artifact.deleted',
        operator: 'mia',
        data: { resources: [{ digest: 'sha256:0123' }], repository: { repo_full_name: 'crew/klatch' } },
      },
      topic: 'crew/klatch',
      text: '**mia** deleted the image `crew/klatch@sha256:0123`.',
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
    {
      payload: {
        type: 'REPLICATION',
        event_data: {
          replication: {
            job_status: 'Failed',
            policy_creator: 'mia',
            src_resource: { registry_name: 'one', namespace: 'crew' },
            dest_resource: { endpoint: 'two.example', namespace: 'copies' },
            failed_artifact: [{ name_tag: 'klatch:v1', fail_reason: 'no space' }],
          },
        },
      },
      topic: 'Replication',
      text: ':cross_mark: Replication **failed**\n* one/crew → two.example/copies\n* Failed: `klatch:v1`: no space',
    },
    {
      payload: {
        type: 'TAG_RETENTION',
        event_data: {
          retention: {
            total: 3,
            retained: 2,
            project_name: 'crew',
            result: 'SUCCESS',
            deleted_artifact: [{ name_tag: 'klatch:v0' }],
          },
        },
      },
      topic: 'crew',
      text: 'Tag retention of **crew** finished: **success**. 2 of 3 kept.\n* Deleted: `klatch:v0`',
    },
    {
      payload: {
        type: 'SCANNING_FAILED',
        operator: 'auto',
        event_data: {
          resources: [
            {
              tag: '1.0',
              scan_overview: { report: { scan_status: 'Error', severity: 'None', summary: { total: 0 } } },
            },
          ],
          repository: { repo_full_name: 'mia/shop' },
        },
      },
      topic: 'mia/shop',
      text: ':cross_mark: Image scan failed for `mia/shop:1.0`.',
    },
  ],
};
