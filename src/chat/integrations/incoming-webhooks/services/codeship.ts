import type { TemplateService } from '../types.ts';

export const codeship: TemplateService = {
  name: 'codeship',
  display_name: 'Codeship',
  category: 'continuous-integration',
  topic: '{{ build.project_name | default: build.project_full_name }}',
  branch: '{{ build.branch }}',
  events: [
    {
      needs: ['build'],
      text: `
{% assign status = build.status %}
{% if status == 'success' %}:check: {% elsif status == 'error' %}:cross_mark: {% endif %}\
{{ 'Build' | link: build.build_url }} triggered by {{ build.committer | default: 'somebody' }} on \
{{ build.branch | code }} {% if status == 'testing' or status == 'initiated' or status == 'waiting' %}started\
{% elsif status == 'success' %}succeeded{% elsif status == 'error' %}failed\
{% else %}has {{ status | words }} status{% endif %}.\
{% if build.message %} {{ build.message | first_line | link: build.commit_url }}{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        build: {
          build_url: 'https://example.com/build',
          project_name: 'klatch',
          status: 'error',
          committer: 'mia',
          branch: 'main',
          message: 'Fix it',
          commit_url: 'https://example.com/c',
        },
      },
      topic: 'klatch',
      text: ':cross_mark: [Build](https://example.com/build) triggered by mia on `main` failed. [Fix it](https://example.com/c)',
    },
  ],
};
