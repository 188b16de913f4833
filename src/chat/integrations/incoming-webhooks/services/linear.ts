import type { TemplateService } from '../types.ts';

export const linear: TemplateService = {
  name: 'linear',
  display_name: 'Linear',
  category: 'project-management',
  event: '{{ type }}',
  shared: `
{% assign title = data.title | default: data.issue.title | default: data.name %}
{% assign who = actor.name | default: data.user.name | default: data.creator.name | default: 'Somebody' %}
{% capture done %}{% if action == 'remove' %}removed{% else %}{{ action }}d{% endif %}{% endcapture %}`,
  topic: `{% if title %}{% if data.identifier %}{{ data.identifier }} {% endif %}{{ title }}{% else %}Linear{% endif %}`,
  events: [
    {
      on: 'Issue',
      needs: ['data'],
      text: `
{{ who | bold }} {{ done }} the issue \
{{ data.identifier | append: ' ' | append: title | link: url }}{% if data.team.name %} in {{ data.team.name }}{% endif %}:
{% if action == 'create' %}{{ data.description | quote }}{% endif %}
{% if data.priorityLabel or data.priority %}
* Priority: {{ data.priorityLabel | default: data.priority }}
{% endif %}
{% if data.state.name %}
* State: {{ data.state.name }}
{% endif %}
{% if data.assignee.name %}
* Assignee: {{ data.assignee.name }}
{% endif %}
{% if data.labels.size > 0 %}
* Labels: {{ data.labels | map: 'name' | sentence }}
{% endif %}
{% if data.dueDate %}
* Due: {{ data.dueDate }}
{% endif %}
{% for change in updatedFrom %}
{% if change[0] == 'title' %}
* Former title: {{ change[1] }}
{% endif %}
{% endfor %}`,
    },
    {
      on: 'Comment',
      needs: ['data'],
      text: `{{ who | bold }} {% if action == 'create' %}{{ 'commented' | link: url }} on{% else %}{{ done }} \
{{ 'a comment' | link: url }} on{% endif %} the issue {{ title | bold }}.{{ data.body | quote }}`,
    },
    {
      needs: ['data'],
      text: `{{ who | bold }} {{ done }} the {{ type | words }} {{ title | link: url }}.{{ data.description | quote }}`,
    },
  ],
  samples: [
    {
      payload: {
        action: 'create',
        type: 'Issue',
        actor: { name: 'Mia' },
        url: 'https://example.com/7',
        data: {
          identifier: 'SHOP-7',
          title: 'It breaks',
          description: 'Badly',
          priorityLabel: 'High',
          team: { name: 'Shop' },
          state: { name: 'To do' },
          assignee: { name: 'Max' },
        },
      },
      topic: 'SHOP-7 It breaks',
      text: '**Mia** created the issue [SHOP-7 It breaks](https://example.com/7) in Shop:\n\n``` quote\nBadly\n```\n\n* Priority: High\n* State: To do\n* Assignee: Max',
    },
    {
      payload: {
        action: 'create',
        type: 'Comment',
        url: 'https://example.com/7#1',
        data: { body: 'Why?', user: { name: 'Mia' }, issue: { title: 'It breaks' } },
      },
      topic: 'It breaks',
      text: '**Mia** [commented](https://example.com/7#1) on the issue **It breaks**.\n\n``` quote\nWhy?\n```',
    },
  ],
};
