import type { TemplateService } from '../types.ts';

export const circleci: TemplateService = {
  name: 'circleci',
  display_name: 'CircleCI',
  category: 'continuous-integration',
  event: '{{ type | default: payload.status }}',
  topic: '{{ project.name | default: payload.reponame }}',
  branch: '{{ pipeline.vcs.branch | default: payload.branch }}',
  events: [
    { on: 'ping', text: 'Webhook {{ webhook.name | bold }} of CircleCI works.' },
    {
      on: ['workflow-completed', 'job-completed'],
      needs: ['type'],
      text: `
{% assign vcs = pipeline.vcs %}
{% assign outcome = workflow.status %}
{% if type == 'job-completed' %}
{% assign outcome = job.status %}
{% endif %}
{% assign sha = vcs.revision | default: pipeline.trigger_parameters.gitlab.checkout_sha \
| default: pipeline.trigger_parameters.github_app.checkout_sha %}
{% assign commit_url = vcs.target_repository_url | append: '/commit/' | append: sha %}
{% if outcome == 'success' %}:check: {% elsif outcome == 'failed' %}:cross_mark: {% endif %}\
{% if type == 'job-completed' %}Job {{ job.name | bold }} of {% endif %}\
{{ workflow.name | append: ' (' | append: pipeline.number | append: ')' | link: workflow.url }} \
{{ outcome | words | default: 'ended' }}.
{% if pipeline.trigger.type or trigger_parameters %}
* Triggered by {{ pipeline.trigger.type | words }}\
{% if vcs.commit.author.name %} of {{ vcs.commit.author.name }}{% endif %}

{% endif %}
* {{ vcs.branch | default: vcs.tag | default: pipeline.trigger_parameters.gitlab.branch \
| default: pipeline.trigger_parameters.github_app.branch | code }} at {{ sha | short_sha | link: commit_url }}\
{% if vcs.commit.subject %}: {{ vcs.commit.subject }}{% endif %}`,
    },
    {
      needs: ['payload'],
      text: `Build {{ '#' | append: payload.build_num | link: payload.build_url }} of {{ payload.username | default: payload.reponame }} \
on {{ payload.branch | code }}: {{ payload.status | default: payload.outcome | words | bold }}\
{% if payload.committer_name %} ({{ payload.committer_name }}){% endif %}. {{ payload.subject }}`,
    },
  ],
  samples: [
    {
      payload: {
        type: 'workflow-completed',
        project: { name: 'klatch' },
        workflow: { name: 'build', status: 'success', url: 'https://example.com/w' },
        pipeline: {
          number: 7,
          trigger: { type: 'webhook' },
          vcs: {
            branch: 'main',
            revision: '0123456789abcdef',
            target_repository_url: 'https://example.com/klatch',
            commit: { subject: 'Fix it', author: { name: 'Mia' } },
          },
        },
      },
      topic: 'klatch',
      text: ':check: [build (7)](https://example.com/w) success.\n* Triggered by webhook of Mia\n\n* `main` at [0123456789a](https://example.com/klatch/commit/0123456789abcdef): Fix it',
    },
  ],
};
