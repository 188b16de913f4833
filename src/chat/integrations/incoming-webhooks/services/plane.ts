import type { TemplateService } from '../types.ts';

/** Its deliveries name no address of pages, so the URL of the workspace is a parameter. */
export const plane: TemplateService = {
  name: 'plane',
  display_name: 'Plane',
  category: 'project-management',
  setup: `*Workspace settings → Webhooks → Add webhook*. For links in the messages, add the address of your workspace to
the URL, such as \`?url=https://app.plane.so/my-team\`.`,
  event: '{{ event }}',
  topic: `{{ data.project_detail.name | default: data.project.name | default: 'Plane' }}\
{% if event == 'issue' and data.name %} / {{ data.name }}{% endif %}`,
  shared: `
{% assign who = activity.actor.display_name | default: data.actor_detail.display_name | default: data.created_by_detail.display_name | default: 'Somebody' | bold %}
{% assign done = action | default: 'update' | past %}
{% assign code = data.project_detail.identifier | default: data.project.identifier %}
{% if code and data.sequence_id %}{% assign code = code | append: '-' | append: data.sequence_id %}\
{% elsif data.sequence_id %}{% assign code = '#' | append: data.sequence_id %}{% endif %}
{% assign base = delivery.query.url %}
{% assign project = data.project %}
{% if event == 'project' %}{% assign project = data.id %}{% endif %}
{% if base and project %}
{% assign project_url = base | append: '/projects/' | append: project %}
{% assign item = data.issue | default: data.id %}
{% assign item_url = project_url | append: '/issues/' | append: item %}
{% endif %}
{% assign kind = activity.field | words %}
{% assign field = kind | remove: ' ids' | remove: ' id' | remove: ' html' %}
{% assign before = activity.old_value %}
{% assign after = activity.new_value %}
{% if field != kind %}{% assign before = '' %}{% assign after = '' %}{% endif %}
{% case field %}
{% when 'state' %}{% assign after = data.state.name | default: after %}
{% when 'assignee' or 'assignees' %}{% assign after = data.assignees | map: 'display_name' | plain_join %}
{% when 'label' or 'labels' %}{% assign after = data.labels | map: 'name' | plain_join %}
{% endcase %}`,
  events: [
    // One change of a description is several deliveries.
    { on: 'issue', when: "kind == 'description binary' or kind == 'description json' or kind == 'sort order'" },
    {
      on: 'issue',
      needs: ['data'],
      text: `{{ who }} {{ done }} \
{% if data.name %}the work item {% if data.sequence_id %}{{ code | link: item_url }} {% endif %}{{ data.name | bold }}{% else %}a work item{% endif %}.
{% if activity.field %}
* {{ field | sentence_case }}: {% if before | is_text %}{{ before | from_html }} → {% endif %}\
{% if after %}{{ after | from_html }}{% elsif field == kind or data[field].size == 0 %}none{% else %}changed{% endif %}
{% endif %}
{% if data.state.name and done != 'deleted' and field != 'state' %}
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
{% if done == 'created' %}
{% assign description = data.description_html | from_html %}
{{ data.description_stripped | default: description | quote }}
{% endif %}`,
    },
    {
      on: 'issue_comment',
      needs: ['data'],
      text: `{{ who }} {% if done == 'created' or action == nil %}commented on{% else %}{{ done }} a comment on{% endif %} \
{{ 'a work item' | link: item_url }}.\
{% if done != 'deleted' %}{{ data.comment_stripped | default: data.comment_html | from_html | quote }}{% endif %}`,
    },
    {
      on: ['project', 'cycle', 'module', 'intake_issue', 'page'],
      needs: ['data'],
      text: `{% assign url = project_url %}
{% if event == 'cycle' or event == 'module' %}{% assign url = project_url | append: '/' | append: event | append: 's/' | append: data.id %}{% endif %}
{{ who }} {{ done }} the {{ event | words }}{% if data.name %} {{ data.name | link: url | bold }}{% endif %}.
{% if activity.field %}
* {{ field | sentence_case }}: {% if after | is_text %}{{ after | from_html }}{% else %}changed{% endif %}
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
      query: { url: 'https://app.plane.so/crew' },
      payload: {
        event: 'issue',
        action: 'updated',
        data: { id: 'i7', project: 'p1', name: 'It breaks', sequence_id: 7, state: { name: 'Done' } },
        activity: { field: 'state_id', old_value: 's1', new_value: 's2', actor: { display_name: 'grace' } },
      },
      topic: 'Plane / It breaks',
      text: '**grace** updated the work item [&#35;7](https://app.plane.so/crew/projects/p1/issues/i7) **It breaks**.\n* State: Done',
    },
    {
      payload: {
        event: 'issue',
        action: 'updated',
        data: { name: 'It breaks', sequence_id: 7, assignees: [{ display_name: 'max' }, { display_name: 'mia' }] },
        activity: { field: 'assignee_ids', old_value: [], new_value: ['u1', 'u2'], actor: { display_name: 'grace' } },
      },
      topic: 'Plane / It breaks',
      text: '**grace** updated the work item &#35;7 **It breaks**.\n* Assignee: max, mia',
    },
    {
      query: { url: 'https://app.plane.so/crew' },
      payload: {
        event: 'issue_comment',
        action: 'created',
        data: { id: 'c1', issue: 'i7', project: 'p1', comment_stripped: 'Why?' },
        activity: { field: null, actor: { display_name: 'grace' } },
      },
      topic: 'Plane',
      text: '**grace** commented on [a work item](https://app.plane.so/crew/projects/p1/issues/i7).\n\n``` quote\nWhy?\n```',
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
