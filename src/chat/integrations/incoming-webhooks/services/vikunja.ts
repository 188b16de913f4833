import type { TemplateService } from '../types.ts';

/** Its deliveries contain no addresses, so the URL of Vikunja is a parameter. */
export const vikunja: TemplateService = {
  name: 'vikunja',
  display_name: 'Vikunja',
  category: 'project-management',
  setup: `*Project settings → Webhooks*. For links in the messages, add the address of your Vikunja to the URL, such as
\`?url=https://vikunja.example.com\`.`,
  event: '{{ event_name }}',
  topic: '{{ data.project.title | default: data.task.project.title | default: "Vikunja" }}',
  shared: `
{% assign who = data.doer.name | default: data.doer.username | default: data.comment.author.name \
| default: data.comment.author.username | default: 'Somebody' | bold %}
{% assign task_url = delivery.query.url | append: '/tasks/' | append: data.task.id %}
{% assign task_name = data.task.title | default: 'a task' | link: task_url | bold %}
{% assign project_url = delivery.query.url | append: '/projects/' | append: data.project.id %}`,
  events: [
    {
      on: 'task.updated',
      needs: ['data.task'],
      text: `{% if data.task.done %}:check: {{ who }} completed {{ task_name }}.\
{% else %}{{ who }} updated {{ task_name }}.{% endif %}\
{% if data.task.percent_done > 0 and data.task.percent_done < 1 %} ({{ data.task.percent_done | times: 100 | round }} %){% endif %}`,
    },
    {
      on: ['task.created', 'task.deleted'],
      needs: ['data.task'],
      text: `{{ who }} {{ event_name | remove: 'task.' }} {{ task_name }}\
{% if data.task.assignees.size > 0 %} (assigned to {{ data.task.assignees | map: 'username' | sentence }}){% endif %}\
{% if data.task.due_date and data.task.due_date contains '0001-' %}{% elsif data.task.due_date %}, due {{ data.task.due_date | time }}{% endif %}\
{% if data.task.labels.size > 0 %}, {{ data.task.labels | map: 'title' | sentence }}{% endif %}.\
{% if event_name == 'task.created' %}{{ data.task.description | from_html | quote }}{% endif %}`,
    },
    {
      on: ['task.comment.created', 'task.comment.edited', 'task.comment.deleted'],
      needs: ['data.task'],
      text: `{{ who }} {% if event_name == 'task.comment.created' %}commented on{% else %}{{ event_name | remove: 'task.comment.' }} \
a comment on{% endif %} {{ task_name }}.\
{% unless event_name == 'task.comment.deleted' %}{{ data.comment.comment | from_html | quote }}{% endunless %}`,
    },
    {
      on: ['task.assignee.created', 'task.assignee.deleted'],
      needs: ['data.task'],
      text: `{{ who }} {% if event_name == 'task.assignee.created' %}assigned{% else %}unassigned{% endif %} \
{{ data.assignee.name | default: data.assignee.username | default: 'somebody' }} \
{% if event_name == 'task.assignee.created' %}to{% else %}from{% endif %} {{ task_name }}.`,
    },
    {
      on: ['task.attachment.created', 'task.attachment.deleted'],
      needs: ['data.task'],
      text: `{{ who }} {% if event_name == 'task.attachment.created' %}added{% else %}deleted{% endif %} \
{% if data.attachment.file.name %}the file {{ data.attachment.file.name | bold }}{% else %}a file{% endif %} of {{ task_name }}.`,
    },
    {
      on: ['task.relation.created', 'task.relation.deleted'],
      needs: ['data.task'],
      text: `{{ who }} {% if event_name == 'task.relation.created' %}added{% else %}deleted{% endif %} a relation of {{ task_name }}\
{% if data.relation.relation_kind %} ({{ data.relation.relation_kind | words }}){% endif %}.`,
    },
    {
      on: ['task.reminder.fired', 'task.overdue'],
      needs: ['data.task'],
      text: `:alarm_clock: {% if event_name == 'task.overdue' %}{{ task_name }} is overdue{% else %}Reminder of {{ task_name }}{% endif %}.`,
    },
    {
      on: 'tasks.overdue',
      needs: ['data.tasks'],
      text: `:alarm_clock: {{ data.tasks | plural: 'task' }} overdue:
{% for task in data.tasks limit: 20 %}
{% assign url = delivery.query.url | append: '/tasks/' | append: task.id %}
* {{ task.title | link: url }}
{% endfor %}`,
    },
    {
      on: ['time-entry.created', 'time-entry.updated', 'time-entry.deleted'],
      needs: ['data.time_entry'],
      text: `
{% assign entry = data.time_entry %}
{% assign entry_url = delivery.query.url | append: '/tasks/' | append: entry.task_id %}
{{ who }} {{ event_name | split: '.' | last }} a time entry{% if entry.task_id > 0 %} of {{ 'a task' | link: entry_url }}{% endif %}\
{% if entry.start_time %}: {{ entry.start_time | time }}{% if entry.end_time %} – {{ entry.end_time | time }}{% endif %}{% endif %}.\
{{ entry.comment | from_html | quote }}`,
    },
    {
      on: ['project.updated', 'project.deleted', 'project.shared.user', 'project.shared.team'],
      needs: ['data.project'],
      text: `{{ who }} {% if event_name contains 'shared' %}shared{% else %}{{ event_name | remove: 'project.' }}{% endif %} \
the project {{ data.project.title | link: project_url | bold }}\
{% if data.user.username %} with {{ data.user.name | default: data.user.username }}{% elsif data.team.name %} with the team \
{{ data.team.name }}{% endif %}.`,
    },
  ],
  samples: [
    {
      query: { url: 'https://example.com' },
      payload: {
        event_name: 'time-entry.created',
        data: { time_entry: { id: 1, task_id: 7, comment: 'Dug' }, doer: { username: 'ann' } },
      },
      topic: 'Vikunja',
      text: '**ann** created a time entry of [a task](https://example.com/tasks/7).\n\n``` quote\nDug\n```',
    },
    {
      query: { url: 'https://example.com' },
      payload: {
        event_name: 'task.created',
        time: '2026-01-02T03:04:05Z',
        data: {
          doer: { name: 'Grace', username: 'grace' },
          project: { id: 3, title: 'Kitchen' },
          task: {
            id: 7,
            title: 'Buy beans',
            description: '<p>Dark ones</p>',
            due_date: '2026-02-01T00:00:00Z',
            assignees: [{ username: 'max' }],
            labels: [{ title: 'shop' }],
          },
        },
      },
      topic: 'Kitchen',
      text: '**Grace** created **[Buy beans](https://example.com/tasks/7)** (assigned to max), due <time:2026-02-01T00:00:00.000Z>, shop.\n\n``` quote\nDark ones\n```',
    },
    {
      payload: {
        event_name: 'task.updated',
        data: { doer: { username: 'grace' }, task: { id: 7, title: 'Buy beans', done: true } },
      },
      topic: 'Vikunja',
      text: ':check: **grace** completed **Buy beans**.',
    },
    {
      query: { url: 'https://example.com' },
      payload: {
        event_name: 'task.comment.created',
        data: { doer: { username: 'grace' }, task: { id: 7, title: 'Buy beans' }, comment: { comment: 'How many?' } },
      },
      topic: 'Vikunja',
      text: '**grace** commented on **[Buy beans](https://example.com/tasks/7)**.\n\n``` quote\nHow many?\n```',
    },
    {
      query: { url: 'https://example.com' },
      payload: {
        event_name: 'task.assignee.created',
        data: { doer: { username: 'grace' }, task: { id: 7, title: 'Buy beans' }, assignee: { username: 'max' } },
      },
      topic: 'Vikunja',
      text: '**grace** assigned max to **[Buy beans](https://example.com/tasks/7)**.',
    },
    {
      query: { url: 'https://example.com' },
      payload: { event_name: 'tasks.overdue', data: { tasks: [{ id: 7, title: 'Buy beans' }] } },
      topic: 'Vikunja',
      text: ':alarm_clock: 1 task overdue:\n* [Buy beans](https://example.com/tasks/7)',
    },
    {
      query: { url: 'https://example.com' },
      payload: {
        event_name: 'project.shared.team',
        data: { doer: { username: 'grace' }, project: { id: 3, title: 'Kitchen' }, team: { name: 'Cooks' } },
      },
      topic: 'Kitchen',
      text: '**grace** shared the project **[Kitchen](https://example.com/projects/3)** with the team Cooks.',
    },
    {
      payload: {
        event_name: 'task.comment.created',
        data: {
          task: { id: 7, title: 'Water the beans' },
          comment: { comment: '<p>Done</p>', author: { username: 'mia' } },
        },
      },
      topic: 'Vikunja',
      text: '**mia** commented on **Water the beans**.\n\n``` quote\nDone\n```',
    },
  ],
};
