import type { TemplateService } from '../types.ts';

export const rundeck: TemplateService = {
  name: 'rundeck',
  display_name: 'Rundeck',
  category: 'deployment',
  event: '{{ trigger }}',
  topic: '{{ execution.job.name }}',
  events: [
    {
      needs: ['execution'],
      text: `
{% if trigger == 'success' or execution.status == 'succeeded' %}:check: {% elsif execution.status == 'failed' %}:cross_mark: {% endif %}\
{{ execution.job.name | link: execution.job.permalink }} in the project {{ execution.project | bold }} - \
{{ 'execution ' | append: execution.id | link: execution.href }} \
{% if trigger == 'start' %}was started{% elsif trigger == 'avgduration' %}exceeded its average duration\
{% else %}{{ execution.status | default: trigger | words }}{% endif %}\
{% if execution.user %}{% if trigger == 'start' %} by {{ execution.user }}{% else %} (started by {{ execution.user }}){% endif %}{% endif %}.
{% if execution.argstring %}
* Arguments: {{ execution.argstring | code }}
{% endif %}
{% if execution.failedNodes.size > 0 %}
* Failed nodes: {{ execution.failedNodes | join }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        trigger: 'failure',
        status: 'failed',
        execution: {
          id: 7,
          href: 'https://example.com/7',
          status: 'failed',
          project: 'shop',
          user: 'mia',
          job: { name: 'Backup', permalink: 'https://example.com/job' },
        },
      },
      topic: 'Backup',
      text: ':cross_mark: [Backup](https://example.com/job) in the project **shop** - [execution 7](https://example.com/7) failed (started by mia).',
    },
  ],
};
