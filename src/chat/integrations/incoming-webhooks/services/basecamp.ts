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
{% if kind contains 'assignment_changed' %}
{% assign done = 'changed the assignment of' %}
{% assign noun = kind | remove: '_assignment_changed' | words %}
{% elsif kind contains 'content_changed' %}
{% assign done = 'changed the content of' %}
{% assign noun = kind | remove: '_content_changed' | words %}
{% elsif kind contains 'title_changed' %}
{% assign done = 'changed the title of' %}
{% assign noun = kind | remove: '_title_changed' | words %}
{% elsif kind contains 'due_date_changed' %}
{% assign done = 'changed the due date of' %}
{% assign noun = kind | remove: '_due_date_changed' | words %}
{% endif %}
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
  ],
};
