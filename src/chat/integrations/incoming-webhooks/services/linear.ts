import type { TemplateService } from '../types.ts';

export const linear: TemplateService = {
  name: 'linear',
  display_name: 'Linear',
  category: 'project-management',
  event: '{{ type }}',
  shared: `
{% assign parent = data.issue | default: data.project | default: data.initiative | default: data.projectUpdate.project \
| default: data.initiativeUpdate.initiative | default: data.documentContent.document | default: data.documentContent \
| default: issueData %}
{% assign title = data.title | default: data.name | default: parent.title | default: parent.name %}
{% assign priorities = 'none,Urgent,High,Medium,Low' | split: ',' %}
{% capture changed %}{% for change in updatedFrom %}{% case change[0] %}\
{% when 'title' or 'name' or 'description' or 'priority' or 'estimate' %}{{ change[0] }},\
{% when 'content' %}description,{% when 'body' %}text,{% when 'stateId' or 'statusId' %}state,\
{% when 'assigneeId' %}assignee,{% when 'leadId' %}lead,{% when 'labelIds' %}labels,{% when 'parentId' %}parent,\
{% when 'projectId' %}project,{% when 'cycleId' %}cycle,{% when 'teamId' %}team,{% when 'projectMilestoneId' %}milestone,\
{% when 'dueDate' or 'startDate' or 'targetDate' %}{{ change[0] | words }},{% endcase %}{% endfor %}{% endcapture %}
{% assign changed = changed | strip %}
{% assign changes = changed | split: ',' %}
{% assign who = actor.name | default: data.user.name | default: data.creator.name | default: 'Somebody' %}
{% capture done %}{% if action == 'remove' %}removed{% elsif action == 'update' and changed != '' %}\
changed the {{ changes | sentence }} of{% else %}{{ action }}d{% endif %}{% endcapture %}`,
  topic: `
{% if type == 'Comment' and title == nil %}
Documents
{% else %}
{% if title %}{% if data.identifier %}{{ data.identifier }} {% endif %}{{ title }}{% else %}Linear{% endif %}
{% endif %}`,
  events: [
    // Changes of the order, and those that Linear makes after others.
    { when: "action == 'update' and updatedFrom and changed == ''" },
    { on: ['Reaction', 'Attachment'] },
    {
      on: 'IssueSLA',
      needs: ['issueData'],
      text: `:alert: The service level of the issue {{ title | link: url | bold }}: {{ action | words }}.`,
    },
    // What concerns only the application that receives it.
    { when: 'data == nil and organizationId' },
    {
      on: 'Issue',
      needs: ['data'],
      text: `
{% capture kind %}{% if data.parentId %}sub-issue{% else %}issue{% endif %}{% endcapture %}
{{ who | bold }} {{ done }} the {{ kind }} \
{{ data.identifier | append: ' ' | append: title | link: url }}{% if data.team.name %} in {{ data.team.name }}{% endif %}.
{% if action != 'remove' %}
{% if action == 'create' or changed contains 'description' %}{{ data.description | quote }}{% endif %}
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
{% endfor %}
{% endif %}`,
    },
    {
      on: 'Comment',
      needs: ['data'],
      text: `{{ who | bold }} {% if action == 'create' %}{{ 'commented' | link: url }}{% elsif action == 'remove' %}\
removed {{ 'a comment' | link: url }}{% else %}edited {{ 'a comment' | link: url }}{% endif %} on \
{% if data.issue %}the issue {{ title | bold }}{% elsif data.documentContent or data.documentContentId %}\
{% if title %}the document {{ title | bold }}{% else %}a document{% endif %}\
{% else %}{{ title | default: 'an update' | bold }}{% endif %}\
{% if data.quotedText %} at “{{ data.quotedText | first_line }}”{% endif %}.{{ data.body | quote }}`,
    },
    {
      on: ['ProjectUpdate', 'InitiativeUpdate'],
      needs: ['data'],
      text: `{{ who | bold }} {% if action == 'create' %}posted{% elsif action == 'remove' %}removed{% else %}edited{% endif %} \
{{ 'an update' | link: url }} of the {{ type | words | remove: ' update' }} {{ title | link: parent.url | bold }}\
{% if data.health %} ({{ data.health | words }}){% endif %}.{% if action != 'remove' %}{{ data.body | quote }}{% endif %}`,
    },
    {
      on: 'Project',
      needs: ['data'],
      text: `
{{ who | bold }} {{ done }} the project {{ title | link: url | bold }}.
{% if action != 'remove' %}
{% if action == 'create' or changed contains 'description' %}{{ data.description | quote }}{% endif %}
{% if data.status.name %}
* State: {{ data.status.name }}
{% endif %}
{% if data.lead.name %}
* Lead: {{ data.lead.name }}
{% endif %}
{% if data.priority > 0 %}
* Priority: {{ priorities[data.priority] }}
{% endif %}
{% if data.startDate or data.targetDate %}
* {{ data.startDate | default: '?' }} – {{ data.targetDate | default: '?' }}
{% endif %}
{% if data.milestones.size > 0 %}
* Milestones: {{ data.milestones | map: 'name' | sentence }}
{% endif %}
{% endif %}`,
    },
    {
      needs: ['data'],
      text: `{{ who | bold }} {{ done }} the {{ type | words }} {{ title | default: data.number | default: 'without a name' | link: url }}\
{% if data.customer.name %} of {{ data.customer.name | bold }}{% endif %}.\
{{ data.description | default: data.body | quote }}`,
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
      text: '**Mia** created the issue [SHOP-7 It breaks](https://example.com/7) in Shop.\n\n``` quote\nBadly\n```\n\n* Priority: High\n* State: To do\n* Assignee: Max',
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
    {
      payload: {
        action: 'update',
        type: 'Issue',
        actor: { name: 'Mia' },
        url: 'https://example.com/8',
        data: { identifier: 'SHOP-8', title: 'It breaks', parentId: 'p1', state: { name: 'Done' } },
        updatedFrom: { updatedAt: '2026-05-01T10:00:00Z', stateId: 's1', assigneeId: null, title: 'It brakes' },
      },
      topic: 'SHOP-8 It breaks',
      text: '**Mia** changed the state, assignee and title of the sub-issue [SHOP-8 It breaks](https://example.com/8).\n\n* State: Done\n* Former title: It brakes',
    },
    {
      payload: {
        action: 'create',
        type: 'Comment',
        actor: { name: 'Mia' },
        url: 'https://example.com/document/plan#1',
        data: { body: 'Why?', quotedText: 'We sell it', documentContentId: 'd1' },
      },
      topic: 'Documents',
      text: '**Mia** [commented](https://example.com/document/plan#1) on a document at “We sell it”.\n\n``` quote\nWhy?\n```',
    },
    {
      payload: {
        action: 'update',
        type: 'Project',
        actor: { name: 'Mia' },
        url: 'https://example.com/p',
        data: {
          name: 'Shop',
          priority: 2,
          targetDate: '2026-05-01',
          status: { name: 'Planned' },
          lead: { name: 'Max' },
          milestones: [{ name: 'Beta' }],
        },
        updatedFrom: { updatedAt: '2026-05-01T10:00:00Z', leadId: null },
      },
      topic: 'Shop',
      text: '**Mia** changed the lead of the project **[Shop](https://example.com/p)**.\n\n* State: Planned\n* Lead: Max\n* Priority: High\n* ? – 2026-05-01\n* Milestones: Beta',
    },
    {
      payload: {
        action: 'create',
        type: 'ProjectUpdate',
        url: 'https://example.com/p#1',
        data: {
          body: 'Slower than planned',
          health: 'atRisk',
          user: { name: 'Mia' },
          project: { name: 'Shop', url: 'https://example.com/p' },
        },
      },
      topic: 'Shop',
      text: '**Mia** posted [an update](https://example.com/p#1) of the project **[Shop](https://example.com/p)** (at risk).\n\n``` quote\nSlower than planned\n```',
    },
    {
      payload: {
        action: 'breached',
        type: 'IssueSLA',
        organizationId: 'o1',
        url: 'https://example.com/7',
        issueData: { title: 'It breaks' },
      },
      topic: 'It breaks',
      text: ':alert: The service level of the issue **[It breaks](https://example.com/7)**: breached.',
    },
    {
      payload: {
        action: 'create',
        type: 'CustomerNeed',
        url: 'https://example.com/need',
        actor: { name: 'Mia' },
        data: { body: 'They want dark beans', customer: { name: 'The shop' }, issue: { title: 'Dark beans' } },
      },
      topic: 'Dark beans',
      text:
        '**Mia** created the customer need [Dark beans](https://example.com/need) of **The shop**.\n' +
        '\n' +
        '``` quote\n' +
        'They want dark beans\n' +
        '```',
    },
  ],
};
