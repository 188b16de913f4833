import type { TemplateService } from '../types.ts';

export const plane: TemplateService = {
  name: 'plane',
  display_name: 'Plane',
  category: 'project-management',
  setup: '*Workspace settings → Webhooks → Add webhook*.',
  event: '{{ event }}',
  topic: `{{ data.project_detail.name | default: data.project.name | default: 'Plane' }}\
{% if event == 'issue' and data.name %} / {{ data.name }}{% endif %}`,
  shared: `
{% assign who = activity.actor.display_name | default: data.actor_detail.display_name | default: data.created_by_detail.display_name | default: 'Somebody' | bold %}
{% assign done = action | default: 'update' | past %}
{% assign code = data.project_detail.identifier | default: data.project.identifier %}
{% if code and data.sequence_id %}{% assign code = code | append: '-' | append: data.sequence_id %}\
{% elsif data.sequence_id %}{% assign code = '#' | append: data.sequence_id %}{% endif %}`,
  events: [
    {
      on: 'issue',
      needs: ['data'],
      text: `{{ who }} {{ done }} \
{% if data.name %}the work item {% if data.sequence_id %}{{ code }} {% endif %}{{ data.name | bold }}{% else %}a work item{% endif %}.
{% if activity.field %}
* {{ activity.field | words | sentence_case }}: \
{% if activity.old_value | is_text %}{{ activity.old_value | from_html }} → {% endif %}\
{{ activity.new_value | from_html | default: 'none' }}
{% endif %}
{% if data.state.name and done != 'deleted' and activity.field != 'state' %}
* State: {{ data.state.name }}
{% endif %}
{% if data.priority and data.priority != 'none' and done == 'created' %}
* Priority: {{ data.priority }}
{% endif %}
{% if data.assignees.size > 0 and done == 'created' %}
* Assignees: {{ data.assignees | map: 'display_name' | sentence }}
{% endif %}
{% if data.labels.size > 0 and done == 'created' %}
* Labels: {{ data.labels | map: 'name' | sentence }}
{% endif %}
{% if data.target_date and done == 'created' %}
* Due: {{ data.target_date }}
{% endif %}
{% if done == 'created' %}{{ data.description_stripped | quote }}{% endif %}`,
    },
    {
      on: 'issue_comment',
      needs: ['data'],
      text: `{{ who }} {% if done == 'created' or action == nil %}commented on{% else %}{{ done }} a comment on{% endif %} a work item.\
{% if done != 'deleted' %}{{ data.comment_stripped | default: data.comment_html | from_html | quote }}{% endif %}`,
    },
    {
      on: ['project', 'cycle', 'module', 'intake_issue', 'page'],
      needs: ['data'],
      text: `{{ who }} {{ done }} the {{ event | words }}{% if data.name %} {{ data.name | bold }}{% endif %}.
{% if activity.field %}
* {{ activity.field | words | sentence_case }}: {{ activity.new_value | default: 'none' }}
{% endif %}
{% if data.start_date or data.end_date %}
* {{ data.start_date | default: '?' }} – {{ data.end_date | default: data.target_date | default: '?' }}
{% endif %}`,
    },
    { on: ['cycle_issue', 'module_issue'] },
  ],
  samples: [
    {
      payload: {
        event: 'issue',
        action: 'deleted',
        data: { id: 'i7' },
        activity: { actor: { display_name: 'grace' } },
      },
      topic: 'Plane',
      text: '**grace** deleted a work item.',
    },
    {
      payload: {
        event: 'issue',
        action: 'create',
        data: {
          name: 'It breaks',
          sequence_id: 7,
          priority: 'high',
          description_stripped: 'Badly',
          state: { name: 'Todo' },
          assignees: [{ display_name: 'max' }],
          labels: [{ name: 'bug' }],
          target_date: '2026-02-01',
          project_detail: { name: 'Klatch', identifier: 'KL' },
        },
        activity: { field: null, new_value: null, old_value: null, actor: { display_name: 'grace' } },
      },
      topic: 'Klatch / It breaks',
      text: '**grace** created the work item KL-7 **It breaks**.\n* State: Todo\n* Priority: high\n* Assignees: max\n* Labels: bug\n* Due: 2026-02-01\n\n``` quote\nBadly\n```',
    },
    {
      payload: {
        event: 'issue',
        action: 'update',
        data: { name: 'It breaks', sequence_id: 7, state: { name: 'Done' } },
        activity: { field: 'state', old_value: 'Todo', new_value: 'Done', actor: { display_name: 'grace' } },
      },
      topic: 'Plane / It breaks',
      text: '**grace** updated the work item &#35;7 **It breaks**.\n* State: Todo → Done',
    },
    {
      payload: {
        event: 'issue_comment',
        action: 'create',
        data: { comment_html: '<p>Why?</p>' },
        activity: { actor: { display_name: 'grace' } },
      },
      topic: 'Plane',
      text: '**grace** commented on a work item.\n\n``` quote\nWhy?\n```',
    },
    {
      payload: {
        event: 'cycle',
        action: 'create',
        data: { name: 'Spring', start_date: '2026-03-01', end_date: '2026-05-31' },
        activity: { actor: { display_name: 'grace' } },
      },
      topic: 'Plane',
      text: '**grace** created the cycle **Spring**.\n* 2026-03-01 – 2026-05-31',
    },
  ],
};
