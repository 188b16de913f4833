import type { TemplateService } from '../types.ts';

export const circleci: TemplateService = {
  name: 'circleci',
  display_name: 'CircleCI',
  category: 'continuous-integration',
  event: '{{ type | default: payload.status }}',
  topic: '{{ project.name | default: payload.reponame | default: workflow.name | default: "CircleCI" }}',
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
{% assign source = pipeline.trigger_parameters.gitlab | default: pipeline.trigger_parameters.github_app \
| default: pipeline.trigger_parameters.git %}
{% assign sha = vcs.revision | default: source.commit_sha | default: source.checkout_sha %}
{% assign repo_url = vcs.target_repository_url | default: source.web_url | default: source.repo_url %}
{% assign commit_url = repo_url | append: '/commit/' | append: sha %}
{% assign name = workflow.name %}
{% if pipeline.number %}{% assign name = name | append: ' (' | append: pipeline.number | append: ')' %}{% endif %}
{% assign branch_name = vcs.branch | default: vcs.tag | default: source.branch %}
{% assign author = vcs.commit.author.name | default: source.commit_author_name | default: source.user_name %}
{% assign subject = vcs.commit.subject | default: source.commit_title | default: source.commit_message | first_line %}
{% if outcome == 'success' %}:check: {% elsif outcome == 'failed' %}:cross_mark: {% endif %}\
{% if type == 'job-completed' %}Job {{ job.name | bold }} of {% endif %}\
{{ name | link: workflow.url }} \
ended: {{ outcome | words | default: 'unknown' | bold }}.
{% if pipeline.trigger.type %}
* Triggered by {{ pipeline.trigger.type | words }}{% if author %} of {{ author }}{% endif %}
{% endif %}
{% if branch_name or sha %}
* {{ branch_name | code }}{% if sha %} at {{ sha | short_sha | link: commit_url }}{% endif %}\
{% if subject %}: {{ subject }}{% endif %}
{% endif %}`,
    },
    {
      needs: ['payload'],
      text: `{% assign name = 'Build' %}{% if payload.build_num %}{% assign name = 'Build #' | append: payload.build_num %}{% endif %}\
{{ name | link: payload.build_url }} of {{ payload.username | default: payload.reponame }} on {{ payload.branch | code }}: {{ payload.status | default: payload.outcome | words | bold }}\
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
      text: ':check: [build (7)](https://example.com/w) ended: **success**.\n* Triggered by webhook of Mia\n* `main` at [0123456789a](https://example.com/klatch/commit/0123456789abcdef): Fix it',
    },
    {
      payload: {
        type: 'job-completed',
        project: { name: 'klatch' },
        job: { name: 'lint', status: 'failed' },
        workflow: { name: 'build', url: 'https://example.com/w' },
        pipeline: {
          number: 8,
          trigger: { type: 'gitlab' },
          trigger_parameters: {
            gitlab: {
              web_url: 'https://example.com/klatch',
              branch: 'main',
              checkout_sha: '0123456789abcdef',
              commit_title: 'Fix it',
              commit_author_name: 'Mia',
            },
          },
        },
      },
      topic: 'klatch',
      text: ':cross_mark: Job **lint** of [build (8)](https://example.com/w) ended: **failed**.\n* Triggered by gitlab of Mia\n* `main` at [0123456789a](https://example.com/klatch/commit/0123456789abcdef): Fix it',
    },
    {
      payload: {
        payload: {
          branch: 'main',
          reponame: 'klatch',
          status: 'failed',
          build_url: 'https://example.com/7',
          username: 'mia',
        },
      },
      topic: 'klatch',
      text: '[Build](https://example.com/7) of mia on `main`: **failed**.',
    },
    {
      payload: {
        type: 'workflow-completed',
        project: { name: 'shop' },
        workflow: { name: 'build', url: 'https://example.com/w', status: 'success' },
        pipeline: {
          number: 3,
          trigger: { type: 'gitlab' },
          trigger_parameters: {
            gitlab: {
              web_url: 'https://example.com/shop',
              commit_sha: '0123456789abcdef',
              commit_title: 'Open the shop',
              branch: 'main',
              user_name: 'Mia',
            },
          },
        },
      },
      topic: 'shop',
      text:
        ':check: [build (3)](https://example.com/w) ended: **success**.\n' +
        '* Triggered by gitlab of Mia\n' +
        '* `main` at [0123456789a](https://example.com/shop/commit/0123456789abcdef): Open the shop',
    },
    {
      payload: { type: 'job-completed', job: { name: 'test', status: 'failed' }, workflow: { name: 'build' } },
      topic: 'build',
      text: ':cross_mark: Job **test** of build ended: **failed**.',
    },
  ],
};
