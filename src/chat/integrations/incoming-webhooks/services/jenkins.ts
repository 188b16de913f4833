import type { TemplateService } from '../types.ts';

/** The plugin Notification. Its XML has an element around the fields. */
export const jenkins: TemplateService = {
  name: 'jenkins',
  display_name: 'Jenkins',
  category: 'continuous-integration',
  setup: `Install the plugin *Notification*. Then add an endpoint with the URL, the format JSON and the protocol HTTP to *Job
Notifications* of a job.`,
  shared: `
{% assign build = build | default: job.build %}
{% assign name = name | default: job.name %}
{% assign display_name = display_name | default: job.displayName | default: name %}`,
  event: '{{ build.phase | default: "build" | downcase }}',
  topic: '{{ display_name }}',
  branch: "{{ build.scm.branch | remove: 'origin/' }}",
  events: [
    {
      when: 'build',
      text: `{% if build.status == 'SUCCESS' %}:check: {% elsif build.status == 'FAILURE' %}:cross_mark: {% endif %}\
Build {{ '#' | append: build.number | link: build.full_url }} of {{ name | bold }} \
{% if build.status %}{{ build.phase | words | default: 'ended' }}: {{ build.status | words | bold }}{% else %}\
{{ build.phase | words | default: 'started' }}{% endif %}\
{% if build.scm.branch %} on {{ build.scm.branch | code }}{% endif %}\
{% if build.scm.commit %} ({{ build.scm.commit | short_sha | code }}){% endif %}\
{% if build.scm.culprits.size > 0 %} by {{ build.scm.culprits | sentence }}{% endif %}.
{% for change in build.scm.changes limit: 10 %}
* {{ change }}
{% endfor %}
{% if build.test_summary.failed > 0 %}
* {{ build.test_summary.failed | plural: 'failed test' }} of {{ build.test_summary.total }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        name: 'klatch',
        build: { number: 7, phase: 'COMPLETED', status: 'FAILURE', full_url: 'https://example.com/7' },
      },
      topic: 'klatch',
      text: ':cross_mark: Build [&#35;7](https://example.com/7) of **klatch** completed: **failure**.',
    },
    {
      payload: {
        name: 'shop',
        build: {
          number: 7,
          full_url: 'https://example.com/7',
          phase: 'FINALIZED',
          status: 'FAILURE',
          scm: { branch: 'origin/main', culprits: ['Mia', 'Max'] },
        },
      },
      topic: 'shop',
      text: ':cross_mark: Build [&#35;7](https://example.com/7) of **shop** finalized: **failure** on `origin/main` by Mia and Max.',
    },
  ],
};
