import type { TemplateService } from '../types.ts';

export const ansibletower: TemplateService = {
  name: 'ansibletower',
  display_name: 'Ansible Tower',
  category: 'deployment',
  topic: '{{ name }}',
  events: [
    {
      when: 'status',
      text: `{% if status == 'failed' or status == 'error' %}:cross_mark: {% elsif status == 'successful' %}:check: {% endif %}\
{{ friendly_name | default: 'Job' }} {{ '#' | append: id | append: ' ' | append: name | link: url }}: \
{{ status | words | bold }}{% if created_by %}, started by {{ created_by }}{% endif %}.
{% for host in hosts %}
* {{ host[0] }}: {% if host[1].failed %}failed{% else %}success{% endif %}
{% endfor %}
{{ body | quote }}`,
    },
    { when: 'body', text: '{{ body | lines }}' },
  ],
  samples: [
    {
      payload: {
        id: 7,
        name: 'Update web',
        url: 'https://example.com/7',
        status: 'failed',
        friendly_name: 'Job',
        created_by: 'mia',
        hosts: { 'one.example': { failed: true }, 'two.example': { failed: false } },
      },
      topic: 'Update web',
      text: ':cross_mark: Job [&#35;7 Update web](https://example.com/7): **failed**, started by mia.\n* one.example: failed\n* two.example: success',
    },
  ],
};
