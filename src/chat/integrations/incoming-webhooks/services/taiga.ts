import type { TemplateService } from '../types.ts';

export const taiga: TemplateService = {
  name: 'taiga',
  display_name: 'Taiga',
  category: 'project-management',
  event: '{{ type }}',
  shared: `
{% assign who = by.full_name | default: by.username | default: 'Somebody' %}
{% assign title = data.subject | default: data.name | default: data.slug %}
{% assign noun = type | replace: 'userstory', 'user story' | replace: 'relateduserstory', 'related user story' \
| replace: 'wikipage', 'wiki page' | replace: 'milestone', 'sprint' %}`,
  topic:
    '{{ data.milestone.name | default: data.userstory.subject | default: data.epic.subject | default: title | default: "Taiga" }}',
  events: [
    { on: 'test', topic: 'Test', text: '{{ who | bold }} triggered a test of the webhook.' },
    {
      needs: ['data'],
      text: `
{% if action == 'change' and change.comment and change.comment != '' %}
{{ who | bold }} {% if change.delete_comment_date %}deleted a comment on{% elsif change.edit_comment_date %}edited a comment on\
{% else %}commented on{% endif %} the {{ noun }} {{ title | link: data.permalink | bold }}.{{ change.comment | quote }}
{% else %}
{{ who | bold }} {{ action | past }} the {{ noun }} {{ title | link: data.permalink | bold }}\
{% if data.status.name and action == 'create' %} ({{ data.status.name }}){% endif %}\
{% if data.userstory.subject and type != 'userstory' %} of the user story {{ data.userstory.subject | bold }}{% endif %}.
{% endif %}
{% for one in change.diff limit: 15 %}
{% if one[1].from != nil or one[1].to != nil %}
* {{ one[0] | words }}: {{ one[1].from | default: 'none' }} → {{ one[1].to | default: 'none' | bold }}
{% elsif one[0] contains 'html' or one[0] contains 'diff' %}
{% else %}
* {{ one[0] | words }} changed
{% endif %}
{% endfor %}`,
    },
  ],
  samples: [
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
  ],
};
