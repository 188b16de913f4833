import type { TemplateService } from '../types.ts';

/** Semaphore 2, and the older one with `event`. */
export const semaphore: TemplateService = {
  name: 'semaphore',
  display_name: 'Semaphore',
  category: 'continuous-integration',
  event: '{{ event | default: revision.reference_type | default: "build" }}',
  topic: `{% if revision %}{{ project.name }}{% if revision.branch.name %} / {{ revision.branch.name }}{% endif %}\
{% else %}{{ project_name }}/{{ branch_name }}{% endif %}`,
  branch: '{{ revision.branch.name | default: branch_name }}',
  events: [
    {
      when: 'revision',
      text: `
{% assign outcome = pipeline.result | default: pipeline.state %}
{% assign base = 'https://' | append: organization.name | append: '.semaphoreci.com/' %}
{% assign workflow_url = base | append: 'workflows/' | append: workflow.id %}
{% assign repo_url = repository.url | default: revision.repository.url %}
{% unless repo_url %}
{% assign repo_url = 'https://github.com/' | append: repository.slug %}
{% endunless %}
{% assign commit_url = repo_url | append: '/commit/' | append: revision.commit_sha %}
{% if outcome == 'passed' %}:check: {% elsif outcome == 'failed' %}:cross_mark: {% endif %}\
{{ pipeline.name | default: 'Pipeline' | link: workflow_url }} {{ outcome | words | bold }}.
* {% case revision.reference_type %}{% when 'pull_request' %}\
{% assign pr_url = repo_url | append: '/pull/' | append: revision.pull_request.number %}\
Pull request {{ revision.pull_request.name | default: revision.pull_request.number | link: pr_url }}\
{% when 'tag' %}Tag {{ revision.tag.name | code }}\
{% else %}Branch {{ revision.branch.name | default: revision.reference | branch | default: 'unknown' | code }}{% endcase %}
* Commit: {{ revision.commit_message | first_line }} ({{ revision.commit_sha | short_sha | link: commit_url }})
* Author: {{ revision.sender.login | link: revision.sender.html_url }}
{% for block in blocks limit: 10 %}
{% if block.result == 'failed' %}
* Failed: {{ block.name }}{% if block.result_reason %} ({{ block.result_reason }}){% endif %}
{% endif %}
{% endfor %}`,
    },
    {
      when: 'result or event',
      text: `
{% if result == 'passed' %}:check: {% elsif result == 'failed' %}:cross_mark: {% endif %}\
{% if event == 'deploy' %}{% assign name = 'Deploy ' | append: number %}{{ name | link: html_url }} of \
{{ 'build ' | append: build_number | link: build_html_url }} on server {{ server_name | code }}\
{% else %}{% assign name = 'Build ' | append: build_number %}{{ name | link: build_url }}{% endif %}: {{ result | bold }}
* {{ branch_name | code }}: {{ commit.message | first_line }} ({{ commit.id | short_sha | link: commit.url }})\
{% if commit.author_email %} by {{ commit.author_name }} <{{ commit.author_email }}>{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        organization: { name: 'crew' },
        project: { name: 'klatch' },
        repository: { url: 'https://example.com/klatch' },
        revision: {
          reference_type: 'branch',
          branch: { name: 'main' },
          commit_sha: '0123456789abcdef',
          commit_message: 'Fix it',
          sender: { login: 'mia', html_url: 'https://example.com/mia' },
        },
        pipeline: { name: 'CI', result: 'passed', state: 'done' },
        workflow: { id: 'w1' },
      },
      topic: 'klatch / main',
      text: ':check: [CI](https://crew.semaphoreci.com/workflows/w1) **passed**.\n* Branch `main`\n* Commit: Fix it ([0123456789a](https://example.com/klatch/commit/0123456789abcdef))\n* Author: [mia](https://example.com/mia)',
    },
    {
      payload: {
        event: 'build',
        project_name: 'klatch',
        branch_name: 'main',
        build_number: 7,
        build_url: 'https://example.com/7',
        result: 'failed',
        commit: { id: '0123456789abcdef', url: 'https://example.com/c', message: 'Fix it' },
      },
      topic: 'klatch/main',
      text: ':cross_mark: [Build 7](https://example.com/7): **failed**\n* `main`: Fix it ([0123456789a](https://example.com/c))',
    },
  ],
};
