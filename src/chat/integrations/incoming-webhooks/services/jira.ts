import type { TemplateService } from '../types.ts';

const ISSUE = '{{ issue_name | link: url }}';

export const jira: TemplateService = {
  name: 'jira',
  display_name: 'Jira',
  category: 'project-management',
  event: '{{ webhookEvent }}',
  shared: `
{% assign self = issue.self | default: comment.self %}
{% assign base = self | split: '/rest/api/' | first %}
{% assign url = base | append: '/browse/' | append: issue.key %}
{% assign who = user.displayName | default: comment.updateAuthor.displayName | default: comment.author.displayName \
| default: worklog.updateAuthor.displayName | default: worklog.author.displayName | default: attachment.author.displayName \
| default: 'Somebody' %}
{% assign issue_name = issue.key | append: ': ' | append: issue.fields.summary %}
{% unless issue.key %}
{% assign issue_id = self | split: '/issue/' | last | split: '/' | first %}
{% assign issue_name = 'issue ' | append: issue_id %}
{% assign url = '' %}
{% endunless %}
{% assign assignee = issue.fields.assignee.displayName %}`,
  topic:
    '{% if issue.key or comment %}{{ issue_name }}{% else %}{{ project.name | default: version.name | default: sprint.name | default: "Jira" }}{% endif %}',
  events: [
    {
      when: "webhookEvent == 'comment_deleted' or issue_event_type_name == 'issue_comment_deleted'",
      text: `{{ who | bold }} deleted a comment on ${ISSUE}.{{ comment.body | jira | quote }}`,
    },
    {
      on: ['comment_created', 'comment_updated'],
      needs: ['comment'],
      text: `{{ who | bold }} {% if webhookEvent == 'comment_created' %}commented on{% else %}updated a comment on{% endif %} \
${ISSUE}.{{ comment.body | jira | quote }}`,
    },
    {
      on: ['attachment_created', 'attachment_deleted'],
      needs: ['attachment'],
      text: `{{ who | bold }} {% if webhookEvent contains 'created' %}added{% else %}deleted{% endif %} the file \
{{ attachment.filename | link: attachment.content }}{% if issue.key %} \
{% if webhookEvent contains 'created' %}to{% else %}of{% endif %} ${ISSUE}{% endif %}.`,
    },
    {
      on: ['jira:issue_created', 'jira:issue_deleted'],
      needs: ['issue'],
      text: `{{ who | bold }} {% if webhookEvent contains 'created' %}created{% else %}deleted{% endif %} ${ISSUE}.
{% if webhookEvent contains 'created' %}
* Type: {{ issue.fields.issuetype.name }}
* Priority: {{ issue.fields.priority.name | default: 'none' }}
* Assignee: {{ assignee | default: 'nobody' }}
{% endif %}`,
    },
    { on: 'jira:issue_updated', when: "issue_event_type_name == 'issue_comment_edited' and comment == nil" },
    // A place in the backlog.
    { on: 'jira:issue_updated', when: "changelog.items.size == 1 and changelog.items[0].field == 'Rank'" },
    {
      on: 'jira:issue_updated',
      needs: ['issue'],
      text: `
{% assign kind = issue_event_type_name %}
{% if comment and changelog == nil or kind contains 'comment' %}
{{ who | bold }} {% if kind contains 'edited' or kind contains 'updated' %}edited a comment on{% else %}commented on{% endif %} \
${ISSUE}{% if assignee %} (assigned to {{ assignee }}){% endif %}.{{ comment.body | jira | quote }}
{% else %}
{{ who | bold }} updated ${ISSUE}{% if assignee %} (assigned to {{ assignee }}){% endif %}:
{% for item in changelog.items limit: 20 %}
* Changed {{ item.field | default: item.fieldId }}\
{% unless item.field == 'description' or item.field == 'environment' %}\
{% if item.fromString %} from {{ item.fromString | first_line | bold }}{% endif %} \
to {{ item.toString | default: item.to | default: 'none' | first_line | bold }}{% endunless %}
{% endfor %}
{% if transition.transition_name %}
* Transition {{ transition.transition_name }}: {{ transition.from_status | bold }} → {{ transition.to_status | bold }}
{% endif %}
{{ comment.body | jira | quote }}
{% endif %}`,
    },
    {
      on: 'jira:worklog_updated',
      needs: ['issue'],
      text: `
{% assign kind = issue_event_type_name %}
{{ who | bold }} {% if kind contains 'deleted' %}removed{% elsif kind contains 'updated' %}changed{% else %}logged{% endif %} \
work on ${ISSUE}.
{% for item in changelog.items limit: 20 %}
{% if item.field == 'timespent' %}
{% assign before = item.from | number | divided_by: 3600 | round: 2 %}
{% assign after = item.to | number | divided_by: 3600 | round: 2 %}
* Time spent: {{ before }} h → **{{ after }} h**
{% endif %}
{% endfor %}
{{ worklog.comment | default: comment.body | jira | quote }}`,
    },
    // The issue has no name in them.
    { when: 'worklog and issue.key == nil' },
    {
      when: 'worklog',
      text: `{{ who | bold }} {% if webhookEvent contains 'deleted' %}removed{% else %}logged{% endif %} \
{{ worklog.timeSpent }} of work on ${ISSUE}.{{ worklog.comment | jira | quote }}`,
    },
    {
      when: 'project or version or sprint or board',
      text: `
{% assign found = project | default: version | default: sprint | default: board %}
{% assign found_url = '' %}
{% if project.key %}{% assign found_url = found.self | split: '/rest/' | first | append: '/browse/' | append: project.key %}{% endif %}
{{ webhookEvent | words | remove_first: 'jira ' | sentence_case | bold }}: {{ found.name | link: found_url }}\
{% if found.key %} ({{ found.key }}){% endif %}{% if user.displayName %} by {{ user.displayName }}{% endif %}.
{% if sprint.startDate or found.releaseDate or found.userReleaseDate %}
* {% if sprint.startDate %}{{ sprint.startDate | slice: 0, 10 }} to {{ sprint.endDate | slice: 0, 10 }}\
{% else %}Release: {{ found.releaseDate | default: found.userReleaseDate }}{% endif %}
{% endif %}
{{ sprint.goal | default: found.description | quote }}`,
    },
    {
      when: 'issue',
      text: `{{ who | bold }}: {{ webhookEvent | words | default: 'an event' }} of ${ISSUE}.`,
    },
  ],
  samples: [
    {
      payload: {
        webhookEvent: 'jira:issue_updated',
        issue_event_type_name: 'issue_generic',
        user: { displayName: 'Mia' },
        issue: {
          key: 'SHOP-1',
          self: 'https://example.com/rest/api/2/issue/1',
          fields: { summary: 'It breaks', assignee: { displayName: 'Max' } },
        },
        changelog: {
          items: [
            { field: 'status', fromString: 'To do', toString: 'Done' },
            { field: 'description', fromString: 'Bad', toString: 'Badly' },
          ],
        },
      },
      topic: 'SHOP-1: It breaks',
      text: '**Mia** updated [SHOP-1: It breaks](https://example.com/browse/SHOP-1) (assigned to Max):\n* Changed status from **To do** to **Done**\n* Changed description',
    },
    {
      payload: {
        webhookEvent: 'jira:issue_created',
        user: { displayName: 'Mia' },
        issue: {
          key: 'SHOP-1',
          self: 'https://example.com/rest/api/2/issue/1',
          fields: { summary: 'It breaks', issuetype: { name: 'Bug' }, priority: { name: 'High' } },
        },
      },
      topic: 'SHOP-1: It breaks',
      text: '**Mia** created [SHOP-1: It breaks](https://example.com/browse/SHOP-1).\n* Type: Bug\n* Priority: High\n* Assignee: nobody',
    },
    {
      payload: {
        webhookEvent: 'comment_created',
        comment: { author: { displayName: 'Mia' }, body: 'Why?' },
        issue: { key: 'SHOP-1', self: 'https://example.com/rest/api/2/issue/1', fields: { summary: 'It breaks' } },
      },
      topic: 'SHOP-1: It breaks',
      text: '**Mia** commented on [SHOP-1: It breaks](https://example.com/browse/SHOP-1).\n\n``` quote\nWhy?\n```',
    },
    {
      payload: {
        webhookEvent: 'comment_created',
        comment: {
          self: 'https://example.com/rest/api/2/issue/10000/comment/1',
          author: { displayName: 'Mia' },
          body: 'See [the page|https://example.com/page], [~accountid:1a2b]\\!{code:java}x{code}',
        },
      },
      topic: 'issue 10000',
      text: '**Mia** commented on issue 10000.\n\n``` quote\nSee the page (https://example.com/page), @someone!\nx\n```',
    },
    {
      payload: {
        webhookEvent: 'attachment_created',
        attachment: { filename: 'log.txt', content: 'https://example.com/log.txt', author: { displayName: 'Mia' } },
        issue: { key: 'SHOP-1', self: 'https://example.com/rest/api/2/issue/1', fields: { summary: 'It breaks' } },
      },
      topic: 'SHOP-1: It breaks',
      text: '**Mia** added the file [log.txt](https://example.com/log.txt) to [SHOP-1: It breaks](https://example.com/browse/SHOP-1).',
    },
    {
      payload: {
        webhookEvent: 'jira:worklog_updated',
        issue_event_type_name: 'issue_worklog_deleted',
        user: { displayName: 'Mia' },
        issue: { key: 'SHOP-1', self: 'https://example.com/rest/api/2/issue/1', fields: { summary: 'It breaks' } },
        changelog: {
          items: [
            { field: 'WorklogId', from: '1', fromString: '1', to: null, toString: null },
            { field: 'timespent', from: '5400', fromString: '5400', to: null, toString: null },
          ],
        },
      },
      topic: 'SHOP-1: It breaks',
      text: '**Mia** removed work on [SHOP-1: It breaks](https://example.com/browse/SHOP-1).\n* Time spent: 1.5 h → **0 h**',
    },
    {
      payload: {
        webhookEvent: 'sprint_started',
        sprint: {
          name: 'Sprint 4',
          startDate: '2026-01-05T08:00:00.000+0000',
          endDate: '2026-01-16T16:00:00.000+0000',
          goal: 'Open the shop',
        },
        user: { displayName: 'Mia' },
      },
      topic: 'Sprint 4',
      text: '**Sprint started**: Sprint 4 by Mia.\n* 2026-01-05 to 2026-01-16\n\n``` quote\nOpen the shop\n```',
    },
    {
      payload: {
        webhookEvent: 'jira:version_released',
        version: { name: '1.0', description: 'The shop opens', userReleaseDate: '09/Jan/26' },
      },
      topic: '1.0',
      text: '**Version released**: 1.0.\n* Release: 09/Jan/26\n\n``` quote\nThe shop opens\n```',
    },
    {
      payload: {
        webhookEvent: 'project_created',
        project: { self: 'https://example.com/rest/api/2/project/1', key: 'SHOP', name: 'Shop' },
      },
      topic: 'Shop',
      text: '**Project created**: [Shop](https://example.com/browse/SHOP) (SHOP).',
    },
    {
      payload: {
        webhookEvent: 'attachment_deleted',
        attachment: { filename: 'log.txt', content: 'https://example.com/log.txt', author: { displayName: 'Mia' } },
      },
      topic: 'Jira',
      text: '**Mia** deleted the file [log.txt](https://example.com/log.txt).',
    },
  ],
};
