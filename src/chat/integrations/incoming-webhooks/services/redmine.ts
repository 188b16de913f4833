import type { TemplateService } from '../types.ts';

/** Redmine's own webhooks, and those of the plugin that older versions have. */
export const redmine: TemplateService = {
  name: 'redmine',
  display_name: 'Redmine',
  category: 'project-management',
  setup: `*My account → Webhooks* (Redmine 7), or the plugin *redmine_webhook* in the settings of a project. For links in
the messages of Redmine 7, add its address to the URL, such as \`?url=https://redmine.example.com\`.`,
  event: '{{ type | default: payload.action }}',
  topic: `{{ found.project.name | default: 'Redmine' }}\
{% if issue.id %} / #{{ issue.id }} {{ issue.subject }}{% elsif found.title %} / {{ found.title }}{% endif %}`,
  shared: `
{% assign issue = data.issue | default: payload.issue %}
{% assign found = issue | default: data.wiki_page | default: data.news | default: data.version | default: data.time_entry %}
{% assign journal = data.journal | default: payload.journal %}
{% assign author = journal.user | default: journal.author | default: found.author | default: found.user %}
{% capture full_name %}{{ author.firstname }} {{ author.lastname }}{% endcapture %}
{% assign full_name = full_name | strip %}
{% assign who = author.name | default: full_name | default: author.login | default: 'Somebody' | bold %}
{% assign built_url = delivery.query.url | append: '/issues/' | append: issue.id %}
{% assign url = payload.url | default: built_url %}
{% capture assignee_name %}{{ issue.assignee.firstname }} {{ issue.assignee.lastname }}{% endcapture %}
{% assign assignee_name = assignee_name | strip %}
{% assign assignee = issue.assigned_to.name | default: assignee_name | default: issue.assignee.login %}
{% assign tracker = issue.tracker.name | default: 'Issue' | append: ' #' | append: issue.id %}`,
  events: [
    {
      on: ['issue.created', 'opened'],
      when: 'issue',
      text: `{{ who }} created {{ tracker | link: url }}: {{ issue.subject | bold }}.
{% if issue.status.name %}
* Status: {{ issue.status.name }}
{% endif %}
{% if issue.priority.name %}
* Priority: {{ issue.priority.name }}
{% endif %}
{% if assignee %}
* Assignee: {{ assignee }}
{% endif %}
{% if issue.due_date %}
* Due: {{ issue.due_date }}
{% endif %}
{{ issue.description | quote }}`,
    },
    {
      on: ['issue.updated', 'updated'],
      when: 'issue',
      text: `{{ who }} updated {{ tracker | link: url }}: {{ issue.subject | bold }}\
{% if issue.status.name %} ({{ issue.status.name }}){% endif %}.
{% for detail in journal.details limit: 10 %}
{% assign old = detail.old_value %}
{% assign new = detail.new_value | default: detail.value %}
{% assign named = '' %}
{% case detail.prop_key %}{% when 'status_id' %}{% assign named = issue.status.name %}\
{% when 'priority_id' %}{% assign named = issue.priority.name %}{% when 'tracker_id' %}{% assign named = issue.tracker.name %}\
{% when 'assigned_to_id' %}{% assign named = assignee %}{% endcase %}
{% if named %}{% assign old = '' %}{% assign new = named %}{% endif %}
* {{ detail.name | default: detail.prop_key | default: detail.property | remove: '_id' | words | sentence_case }}: \
{% if old | is_text %}{{ old }} → {% endif %}{{ new | default: 'none' }}
{% endfor %}
{{ journal.notes | quote }}`,
    },
    {
      on: 'issue.deleted',
      when: 'issue',
      text: '{{ tracker }} was deleted: {{ issue.subject | bold }}.',
    },
    {
      when: 'type and data',
      text: `{{ who }}: {{ type | words | sentence_case | bold }}\
{% if found.title or found.name %}: {{ found.title | default: found.name }}{% endif %}\
{% if found.hours %}: {{ found.hours }} h{% endif %}.{{ found.summary | default: found.comments | quote }}`,
    },
  ],
  samples: [
    {
      query: { url: 'https://example.com' },
      payload: {
        type: 'issue.created',
        timestamp: '2026-01-02T03:04:05Z',
        data: {
          issue: {
            id: 7,
            subject: 'It breaks',
            description: 'Badly',
            project: { id: 1, name: 'Klatch' },
            tracker: { id: 1, name: 'Bug' },
            status: { id: 1, name: 'New' },
            priority: { id: 2, name: 'High' },
            author: { id: 5, name: 'Grace Hopper' },
            assigned_to: { id: 6, name: 'Max' },
            due_date: '2026-02-01',
          },
        },
      },
      topic: 'Klatch / #7 It breaks',
      text: '**Grace Hopper** created [Bug #7](https://example.com/issues/7): **It breaks**.\n* Status: New\n* Priority: High\n* Assignee: Max\n* Due: 2026-02-01\n\n``` quote\nBadly\n```',
    },
    {
      payload: {
        payload: {
          action: 'updated',
          issue: { id: 7, subject: 'It breaks', project: { name: 'Klatch' }, tracker: { name: 'Bug' } },
          journal: {
            notes: 'Why?',
            author: { login: 'grace', firstname: 'Grace', lastname: 'Hopper' },
            details: [{ property: 'attr', prop_key: 'done_ratio', old_value: '0', value: '20' }],
          },
          url: 'https://example.com/issues/7',
        },
      },
      topic: 'Klatch / #7 It breaks',
      text: '**Grace Hopper** updated [Bug #7](https://example.com/issues/7): **It breaks**.\n* Done ratio: 0 → 20\n\n``` quote\nWhy?\n```',
    },
    {
      payload: {
        type: 'time_entry.created',
        data: {
          time_entry: { hours: 2, comments: 'Read the logs', user: { name: 'Grace' }, project: { name: 'Klatch' } },
        },
      },
      topic: 'Klatch',
      text: '**Grace**: **Time entry created**: 2 h.\n\n``` quote\nRead the logs\n```',
    },
    {
      payload: {
        payload: {
          action: 'updated',
          url: 'https://example.com/issues/7',
          issue: {
            id: 7,
            subject: 'It breaks',
            status: { name: 'Closed' },
            tracker: { name: 'Bug' },
            project: { name: 'Shop' },
          },
          journal: {
            author: { firstname: 'Mia', lastname: 'Lee' },
            details: [{ property: 'attr', prop_key: 'status_id', old_value: '1', value: '5' }],
          },
        },
      },
      topic: 'Shop / #7 It breaks',
      text: '**Mia Lee** updated [Bug #7](https://example.com/issues/7): **It breaks** (Closed).\n* Status: Closed',
    },
  ],
};
