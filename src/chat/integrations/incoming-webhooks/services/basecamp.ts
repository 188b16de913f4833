import type { TemplateService } from '../types.ts';

/** Basecamp 3. The kind of an event is the kind of a recording and what happened to it. */
export const basecamp: TemplateService = {
  name: 'basecamp',
  display_name: 'Basecamp',
  category: 'project-management',
  event: '{{ kind }}',
  topic: '{{ recording.bucket.name }}',
  events: [
    { when: "kind == 'inbox_forward_created' and recording == nil" },
    {
      needs: ['kind', 'recording'],
      text: `
{% assign words = kind | split: '_' %}
{% assign done = words | last %}
{% assign noun = kind | words | remove: done | strip %}
{% assign fields = 'assignment,content,title,name,description,due_date' | split: ',' %}
{% for field in fields %}
{% assign ending = '_' | append: field | append: '_changed' %}
{% if kind contains ending %}
{% assign done = 'changed the ' | append: field | append: ' of' %}
{% assign noun = kind | remove: ending | words %}
{% endif %}
{% endfor %}
{{ creator.name | default: 'Somebody' | bold }} {{ done | words }} the {{ noun }} \
{{ recording.title | default: recording.type | link: recording.app_url }}\
{% if recording.assignees.size > 0 %} (assigned to {{ recording.assignees | map: 'name' | sentence }}){% endif %}\
{% if recording.due_on %} due {{ recording.due_on }}{% endif %}\
{% if recording.parent.title %} in {{ recording.parent.title | link: recording.parent.app_url }}{% endif %}.\
{% unless done == 'completed' or done == 'archived' or done == 'trashed' %}\
{{ recording.content | default: recording.description | from_html | quote }}{% endunless %}`,
    },
  ],
  samples: [
    {
      payload: {
        kind: 'todo_completed',
        creator: { name: 'Mia' },
        recording: {
          title: 'Buy milk',
          app_url: 'https://example.com/todo',
          bucket: { name: 'Kitchen' },
          parent: { title: 'Shopping', app_url: 'https://example.com/list' },
        },
      },
      topic: 'Kitchen',
      text: '**Mia** completed the todo [Buy milk](https://example.com/todo) in [Shopping](https://example.com/list).',
    },
    {
      payload: {
        kind: 'comment_created',
        creator: { name: 'Mia' },
        recording: {
          title: 'Re: Milk',
          app_url: 'https://example.com/c',
          bucket: { name: 'K' },
          content: '<p>Yes</p>',
        },
      },
      topic: 'K',
      text: '**Mia** created the comment [Re: Milk](https://example.com/c).\n\n``` quote\nYes\n```',
    },
    {
      payload: {
        kind: 'todolist_description_changed',
        creator: { name: 'Mia' },
        recording: {
          type: 'Todolist',
          title: 'Spring',
          description: '<div>All of it</div>',
          app_url: 'https://example.com/l',
          bucket: { name: 'Shop' },
        },
      },
      topic: 'Shop',
      text: '**Mia** changed the description of the todolist [Spring](https://example.com/l).\n\n``` quote\nAll of it\n```',
    },
  ],
};
