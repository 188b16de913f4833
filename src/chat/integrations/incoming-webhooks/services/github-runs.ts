import { event, type GithubEvents, PERSON } from './github-parts.ts';

const DEPLOYMENT_TOPIC =
  '{{ repo }}{% if deployment.environment %} / deployment on {{ deployment.environment }}{% endif %}';

/** What runs about commits: workflows, checks, deployments, pages. */
export const RUNS: GithubEvents = {
  events: [
    {
      on: 'workflow_run',
      when: "action != 'completed' and action and workflow_run",
    },
    {
      on: 'workflow_run',
      needs: ['workflow_run', 'action'],
      topic: '{{ repo }}{% if workflow_run.head_branch %} / {{ workflow_run.head_branch }}{% endif %}',
      text: `
{% assign commit_url = repository.html_url | append: '/commit/' | append: workflow_run.head_sha %}
{% assign actor = workflow_run.triggering_actor | default: workflow_run.actor %}
{% if workflow_run.conclusion == 'success' %}:check: {% elsif workflow_run.conclusion == 'failure' %}:cross_mark: \
{% endif %}{{ workflow_run.name | default: 'A workflow' | link: workflow_run.html_url }}\
{% if workflow_run.run_number %} #{{ workflow_run.run_number }}{% endif %}\
{% if workflow_run.run_attempt > 1 %} (attempt {{ workflow_run.run_attempt }}){% endif %} ended\
{% if workflow_run.conclusion %}: {{ workflow_run.conclusion | words }}{% endif %}\
{% if workflow_run.head_sha %} ({{ workflow_run.head_sha | short_sha | link: commit_url }}){% endif %}\
{% if actor.login %}, started by {{ actor.login | link: actor.html_url }}{% endif %}.\
{% if workflow_run.display_title and workflow_run.display_title != workflow_run.name %} \
{{ workflow_run.display_title }}{% endif %}`,
    },
    { on: 'check_run', when: "action and action != 'completed'" },
    {
      on: 'check_run',
      needs: ['check_run'],
      topic: '{{ repo }} / checks',
      text: `
{% assign commit_url = repository.html_url | append: '/commit/' | append: check_run.head_sha %}
Check {{ check_run.name | link: check_run.html_url }} {{ check_run.status | words }}\
{% if check_run.conclusion %} ({{ check_run.conclusion | words }}){% endif %}\
{% if check_run.head_sha %} for {{ check_run.head_sha | short_sha | link: commit_url }}{% endif %}.\
{% if check_run.output.title %} {{ check_run.output.title }}{% endif %}`,
    },
    {
      on: 'deployment',
      needs: ['deployment'],
      topic: DEPLOYMENT_TOPIC,
      text: `{{ who }} created a deployment{% if deployment.ref %} of {{ deployment.ref | code }}{% endif %}\
{% if deployment.environment %} to {{ deployment.environment | bold }}{% endif %}.{{ deployment.description | quote }}`,
    },
    {
      on: 'deployment_review',
      needs: ['workflow_run'],
      text: `
{% assign environments = workflow_job_runs | map: 'environment' | sentence %}
{% if action == 'requested' %}
The deployment of {{ workflow_run.name | default: 'a workflow' | link: workflow_run.html_url }} to \
{{ environment | default: environments | default: 'an environment' | bold }} waits for a review\
{% if reviewers.size > 0 %} of {{ reviewers | map: 'reviewer' | map: 'login' | sentence }}{% endif %}.
{% else %}
{{ approver.login | default: who | link: approver.html_url }} {{ action | default: 'reviewed' | words }} the deployment of \
{{ workflow_run.name | default: 'a workflow' | link: workflow_run.html_url }} to \
{{ environments | default: 'an environment' | bold }}.{{ comment | quote }}
{% endif %}`,
    },
    {
      on: 'deployment_status',
      needs: ['deployment_status'],
      topic: DEPLOYMENT_TOPIC,
      text: `
{% assign log_url = deployment_status.log_url | default: deployment_status.target_url %}
The {{ 'deployment' | link: log_url }}\
{% if deployment.ref %} of {{ deployment.ref | code }}{% endif %}\
{% if deployment.environment %} to {{ deployment.environment | bold }}{% endif %} changed its status to \
{{ deployment_status.state | words | bold }}\
{% if deployment_status.environment_url %} ({{ 'open' | link: deployment_status.environment_url }}){% endif %}.\
{{ deployment_status.description | quote }}`,
    },
    {
      on: 'page_build',
      needs: ['build'],
      text: `GitHub Pages build, triggered by {{ build.pusher.login | default: sender.login | link: build.pusher.html_url }}: \
{{ build.status | words | bold }}{% if build.commit %} for {{ build.commit | short_sha | code }}{% endif %}.\
{{ build.error.message | quote }}`,
    },
    {
      on: 'status',
      needs: ['state'],
      text: `{{ sha | short_sha | link: commit.html_url }} changed its status to {{ state | words | bold }}\
{% if context %}: {{ context | link: target_url }}{% endif %}\
{% if branches.size > 0 %} on {{ branches | map: 'name' | sentence }}{% endif %}.\
{% if description %} {{ description }}{% endif %}`,
    },
  ],
  samples: [
    event(
      'workflow_run',
      {
        action: 'completed',
        workflow_run: {
          name: 'CI',
          run_number: 12,
          head_branch: 'main',
          head_sha: '0123456789abcdef',
          conclusion: 'failure',
          display_title: 'Fix it',
          actor: PERSON,
          html_url: 'https://example.com/run',
        },
      },
      [
        'klatch / main',
        ':cross_mark: [CI](https://example.com/run) #12 ended: failure ([0123456789a](https://example.com/klatch/commit/0123456789abcdef)), started by [max](https://example.com/max). Fix it',
      ],
    ),
    event(
      'check_run',
      {
        action: 'completed',
        check_run: {
          name: 'lint',
          status: 'completed',
          conclusion: 'success',
          head_sha: '0123456789abcdef',
          html_url: 'https://example.com/check',
        },
      },
      [
        'klatch / checks',
        'Check [lint](https://example.com/check) completed (success) for [0123456789a](https://example.com/klatch/commit/0123456789abcdef).',
      ],
    ),
    event('deployment', { deployment: { ref: 'main', environment: 'production', description: 'By CI' } }, [
      'klatch / deployment on production',
      '[mona](https://example.com/mona) created a deployment of `main` to **production**.\n\n``` quote\nBy CI\n```',
    ]),
    event(
      'deployment_status',
      { deployment: { ref: 'main', environment: 'production' }, deployment_status: { state: 'success' } },
      [
        'klatch / deployment on production',
        'The deployment of `main` to **production** changed its status to **success**.',
      ],
    ),
    event('page_build', { build: { status: 'built', commit: '0123456789abcdef', pusher: PERSON } }, [
      'klatch',
      'GitHub Pages build, triggered by [max](https://example.com/max): **built** for `0123456789a`.',
    ]),
    event(
      'status',
      {
        sha: '0123456789abcdef',
        state: 'failure',
        context: 'ci/build',
        target_url: 'https://example.com/build',
        description: 'It failed',
        commit: { html_url: 'https://example.com/c' },
        branches: [{ name: 'main' }],
      },
      [
        'klatch',
        '[0123456789a](https://example.com/c) changed its status to **failure**: [ci/build](https://example.com/build) on main. It failed',
      ],
    ),
  ],
};
