import type { TemplateService } from '../types.ts';

export const taiga: TemplateService = {
  name: 'taiga',
  display_name: 'Taiga',
  category: 'project-management',
  event: '{{ type }}',
  shared: `
{% assign who = by.full_name | default: by.username | default: 'Somebody' %}
{% assign title = data.subject | default: data.name | default: data.slug %}
{% assign story = data.user_story | default: data.userstory %}
{% assign noun = type | replace: 'userstory', 'user story' | replace: 'relateduserstory', 'related user story' \
| replace: 'wikipage', 'wiki page' | replace: 'milestone', 'sprint' %}
{% assign page = type | replace: 'userstory', 'us' | replace: 'wikipage', 'wiki' | replace: 'milestone', 'taskboard' %}
{% assign part = data.ref | default: data.slug %}
{% if data.project.permalink and part %}
{% assign built_url = data.project.permalink | append: '/' | append: page | append: '/' | append: part %}
{% endif %}
{% assign url = data.permalink | default: built_url %}`,
  topic:
    '{{ data.milestone.name | default: data.epic.subject | default: story.subject | default: title | default: "Taiga" }}',
  events: [
    { on: 'test', topic: 'Test', text: '{{ who | bold }} triggered a test of the webhook.' },
    {
      on: 'relateduserstory',
      needs: ['data'],
      text: `{{ who | bold }} {% if action == 'delete' %}removed{% else %}added{% endif %} the user story \
{{ story.subject | default: story.id | link: story.permalink | bold }} {% if action == 'delete' %}from{% else %}to{% endif %} the epic \
{{ data.epic.subject | default: data.epic.id | link: data.epic.permalink | bold }}.`,
    },
    {
      needs: ['data'],
      text: `
{% capture changes %}
{% for one in change.diff limit: 15 %}
{% assign name = one[0] | words %}
{% if one[0] contains '_order' or one[0] contains '_html' or one[0] == 'finish_date' %}
{% elsif one[0] == 'is_blocked' %}
* {% if one[1].to == true %}blocked{% else %}no longer blocked{% endif %}
{% elsif one[0] == 'is_closed' %}
* {% if one[1].to == true %}closed{% else %}reopened{% endif %}
{% elsif one[0] == 'points' %}
{% for point in one[1] limit: 10 %}
* points of {{ point[0] }}: {{ point[1].from | default: 'none' }} → {{ point[1].to | default: 'none' | bold }}
{% endfor %}
{% elsif one[0] != 'description' and one[1].from != nil or one[1].to != nil %}
* {{ name }}: {{ one[1].from | default: 'none' }} → {{ one[1].to | default: 'none' | bold }}
{% else %}
* {{ name | remove: ' diff' }} changed{% if one[1].new.size > 0 %}: \
{% for file in one[1].new limit: 5 %}{{ file.filename | link: file.url }} {% endfor %}{% endif %}
{% endif %}
{% endfor %}
{% endcapture %}
{% assign shown = changes | strip %}
{% if action != 'change' or shown != '' or change.comment != '' %}
{% if action == 'change' and change.comment and change.comment != '' %}
{{ who | bold }} {% if change.delete_comment_date %}deleted a comment on{% elsif change.edit_comment_date %}edited a comment on\
{% else %}commented on{% endif %} the {{ noun }} {{ title | link: url | bold }}.{{ change.comment | quote }}
{% else %}
{{ who | bold }} {{ action | past }} the {{ noun }} {{ title | link: url | bold }}\
{% if data.status.name and action == 'create' %} ({{ data.status.name }}){% endif %}\
{% if story.subject and type != 'userstory' %} of the user story {{ story.subject | bold }}{% endif %}.
{% endif %}
{{ changes | raw }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        type: 'milestone',
        action: 'create',
        by: { full_name: 'Mia' },
        data: { name: 'Spring', slug: 'spring', project: { permalink: 'https://example.com/project/crew' } },
      },
      topic: 'Spring',
      text: '**Mia** created the sprint **[Spring](https://example.com/project/crew/taskboard/spring)**.',
    },
    {
      payload: {
        type: 'userstory',
        action: 'change',
        by: { full_name: 'Mia' },
        data: { subject: 'Better', permalink: 'https://example.com/7' },
        change: { comment: '', diff: { status: { from: 'New', to: 'Ready' } } },
      },
      topic: 'Better',
      text: '**Mia** changed the user story **[Better](https://example.com/7)**.\n* status: New → **Ready**',
    },
    {
      payload: {
        type: 'task',
        action: 'change',
        by: { full_name: 'Mia' },
        data: { subject: 'A *step*', user_story: { subject: 'Better' } },
        change: {
          comment: '',
          diff: {
            is_blocked: { from: false, to: true },
            description_diff: 'See the history',
            taskboard_order: { from: 1, to: 2 },
            assigned_to: { from: null, to: 'Max' },
            points: { UX: { from: '?', to: '5' } },
          },
        },
      },
      topic: 'Better',
      text: '**Mia** changed the task **A &#42;step&#42;** of the user story **Better**.\n* blocked\n* description changed\n* assigned to: none → **Max**\n* points of UX: ? → **5**',
    },
    {
      payload: {
        type: 'relateduserstory',
        action: 'create',
        by: { full_name: 'Mia' },
        data: {
          user_story: { subject: 'Better', permalink: 'https://example.com/7' },
          epic: { subject: 'Best', permalink: 'https://example.com/e/1' },
        },
      },
      topic: 'Best',
      text: '**Mia** added the user story **[Better](https://example.com/7)** to the epic **[Best](https://example.com/e/1)**.',
    },
    {
      payload: {
        type: 'userstory',
        action: 'change',
        by: { full_name: 'Mia' },
        data: { subject: 'Beans', permalink: 'https://example.com/us/7' },
        change: {
          comment: '',
          diff: {
            attachments: {
              new: [{ filename: 'a.png', url: 'https://example.com/a.png' }],
              changed: [],
              deleted: [],
            },
          },
        },
      },
      topic: 'Beans',
      text:
        '**Mia** changed the user story **[Beans](https://example.com/us/7)**.\n' +
        '* attachments changed: [a.png](https://example.com/a.png)',
    },
  ],
};
