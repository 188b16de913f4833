import type { TemplateService } from '../types.ts';

export const travis: TemplateService = {
  name: 'travis',
  display_name: 'Travis CI',
  category: 'continuous-integration',
  event: "{{ type | default: 'push' }}",
  topic: '{{ repository.name | default: "builds" }}',
  branch: '{{ branch }}',
  events: [
    {
      on: 'pull_request',
      when: "delivery.query.ignore_pull_requests != 'false' and delivery.query.ignore_pull_requests",
    },
    {
      when: 'status_message or build_url',
      text: `
{% assign outcome = status_message | default: result_message | downcase %}
{% if outcome == 'passed' or outcome == 'fixed' %}:check: {% elsif outcome contains 'fail' or outcome contains 'broken' or outcome contains 'errored' %}:cross_mark: {% endif %}\
{{ author_name | default: committer_name | default: 'Somebody' }}: build \
{{ status_message | default: result_message | words | bold }} on {{ branch | code }}{% if number %} (#{{ number }}){% endif %}\
{% if pull_request_number %} of PR #{{ pull_request_number }}{% elsif type and type != 'push' %} by {{ type | words }}{% endif %}\
{% if message %}: {{ message | first_line }}{% endif %}
{{ 'Changes' | link: compare_url }}, {{ 'build log' | link: build_url }}`,
    },
  ],
  samples: [
    {
      payload: {
        number: '7',
        type: 'push',
        status_message: 'Passed',
        author_name: 'Mia',
        branch: 'main',
        message: 'Fix it',
        compare_url: 'https://example.com/compare',
        build_url: 'https://example.com/7',
        repository: { name: 'klatch' },
      },
      topic: 'klatch',
      text: ':check: Mia: build **passed** on `main` (#7): Fix it\n[Changes](https://example.com/compare), [build log](https://example.com/7)',
    },
    {
      payload: {
        number: '8',
        type: 'pull_request',
        status_message: 'Still Failing',
        author_name: 'Mia',
        branch: 'main',
        message: 'Fix it',
        pull_request: true,
        pull_request_number: 5,
        compare_url: 'https://example.com/pull/5',
        build_url: 'https://example.com/8',
        repository: { name: 'klatch' },
      },
      topic: 'klatch',
      text: ':cross_mark: Mia: build **still failing** on `main` (#8) of PR #5: Fix it\n[Changes](https://example.com/pull/5), [build log](https://example.com/8)',
    },
  ],
};
