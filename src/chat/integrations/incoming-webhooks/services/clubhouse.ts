import type { TemplateService } from '../types.ts';

/** The changes of the action `one`. What has no name, such as a person, is only said to have changed. */
const CHANGES = `
{% for change in one.changes limit: 20 %}
{% assign field = change[0] | remove: '_ids' | remove: '_id' | words %}
{% assign before = change[1].old %}
{% assign after = change[1].new %}
{% assign is_reference = false %}
{% if change[0] contains '_id' and change[0] != 'group_mention_ids' %}
{% assign is_reference = true %}
{% assign before = nil %}
{% assign after = nil %}
{% endif %}
{% assign added = '' %}
{% assign removed = '' %}
{% if is_reference or change[1].adds or change[1].removes %}
{% for reference in references limit: 50 %}
{% assign name = reference.name | default: reference.title %}
{% if is_reference and reference.id == change[1].old %}
{% assign before = name %}
{% endif %}
{% if is_reference and reference.id == change[1].new %}
{% assign after = name %}
{% endif %}
{% for id in change[1].adds %}
{% if reference.id == id %}
{% assign added = added | append: ' +' | append: name %}
{% endif %}
{% endfor %}
{% for id in change[1].removes %}
{% if reference.id == id %}
{% assign removed = removed | append: ' −' | append: name %}
{% endif %}
{% endfor %}
{% endfor %}
{% endif %}
{% if change[0] == 'position' or change[0] contains '_at' or change[0] == 'started' or change[0] == 'completed' \
or change[0] == 'follower_ids' or change[0] == 'comment_ids' or change[0] == 'task_ids' or change[0] == 'indent' %}
{% elsif change[0] == 'complete' %}
  * {% if after == true %}done{% else %}not done{% endif %}
{% elsif change[0] == 'archived' %}
  * {% if after == true %}archived{% else %}no longer archived{% endif %}
{% elsif change[1].adds or change[1].removes %}
  * {{ field | replace: 'owner', 'owners' }}{% if added == '' and removed == '' %} changed\
{% else %}: {{ added }} {{ removed }}{% endif %}
{% elsif is_reference and before == nil and after == nil %}
  * {{ field }} changed
{% else %}
  * {{ field }}: {{ before | default: 'none' | first_line }} → {{ after | default: 'none' | first_line | bold }}
{% endif %}
{% endfor %}`;

/** Shortcut, formerly Clubhouse. An action names what it refers to by ids, whose names are in `references`. */
export const clubhouse: TemplateService = {
  name: 'clubhouse',
  display_name: 'Clubhouse',
  category: 'project-management',
  shared: `
{% assign main = actions | where: 'id', primary_id | first %}
{% unless main %}
{% assign main = actions[0] %}
{% endunless %}
{% for one in actions %}
{% if one.entity_type == 'story' and main.entity_type != 'story' and main.entity_type != 'epic' %}
{% assign story = one %}
{% endif %}
{% endfor %}`,
  topic: `
{% if story.name %}
{{ story.name }}
{% elsif main.name %}
{{ main.name }}
{% else %}
{% assign found = references | where: 'entity_type', 'story' | first %}
{{ found.name | default: 'Clubhouse' }}
{% endif %}`,
  events: [
    {
      needs: ['actions'],
      text: `
{% assign found_story = references | where: 'entity_type', 'story' | first %}
{% for one in actions limit: 15 %}
{% assign kind = one.entity_type | words %}
{% assign title = one.name | default: one.title | default: one.description | default: story.name | default: found_story.name %}
{% assign url = one.app_url | default: one.url | default: main.app_url | default: found_story.app_url \
| default: story.app_url %}
{% case one.action %}
{% when 'create' or 'delete' %}
* {{ kind | sentence_case }} {{ title | first_line | link: url }} was {{ one.action }}d\
{% if one.story_type %} ({{ one.story_type }}){% endif %}.{{ one.text | quote }}
{% when 'update' %}
{% if one.entity_type == 'story-comment' %}
* A comment on {{ title | first_line | link: url }} was edited.{{ one.text | quote }}
{% else %}
* {{ kind | sentence_case }} {{ title | first_line | link: url }} was updated{% if one.changes %}:{% endif %}
${CHANGES}
{% endif %}
{% else %}
* {{ kind | sentence_case }} {{ title | first_line | link: url }}: {{ one.action | words }}
{% endcase %}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        primary_id: 7,
        actions: [
          {
            id: 7,
            entity_type: 'story',
            action: 'update',
            name: 'It breaks',
            app_url: 'https://example.com/7',
            changes: { workflow_state_id: { old: 1, new: 2 } },
          },
        ],
        references: [
          { id: 1, entity_type: 'workflow-state', name: 'To do' },
          { id: 2, entity_type: 'workflow-state', name: 'Done' },
        ],
      },
      topic: 'It breaks',
      text: '* Story [It breaks](https://example.com/7) was updated:\n\n  * workflow state: To do → **Done**',
    },
    {
      payload: {
        primary_id: 15,
        actions: [
          {
            id: 15,
            entity_type: 'story-task',
            action: 'update',
            description: 'A step',
            changes: { complete: { old: false, new: true } },
          },
        ],
        references: [{ id: 11, entity_type: 'story', name: 'It breaks', app_url: 'https://example.com/11' }],
      },
      topic: 'It breaks',
      text: '* Story task [A step](https://example.com/11) was updated:\n\n  * done',
    },
    {
      payload: {
        primary_id: 32,
        actions: [
          {
            id: 32,
            entity_type: 'pull-request',
            action: 'comment',
            number: 2,
            title: 'Fix it',
            url: 'https://example.com/pull/2',
          },
          {
            id: 11,
            entity_type: 'story',
            action: 'update',
            name: 'It breaks',
            app_url: 'https://example.com/11',
            changes: { owner_ids: { adds: ['1a2b'] }, label_ids: { adds: [8] }, position: { old: 1, new: 2 } },
          },
        ],
        references: [{ id: 8, entity_type: 'label', name: 'urgent' }],
      },
      topic: 'It breaks',
      text: '* Pull request [Fix it](https://example.com/pull/2): comment\n* Story [It breaks](https://example.com/11) was updated:\n\n  * owners changed\n  * label: &#43;urgent',
    },
    {
      payload: {
        primary_id: 12,
        actions: [
          {
            id: 12,
            entity_type: 'story-comment',
            action: 'update',
            text: 'Why now?',
            changes: { text: { old: 'Why?', new: 'Why now?' } },
          },
        ],
        references: [{ id: 11, entity_type: 'story', name: 'It breaks', app_url: 'https://example.com/11' }],
      },
      topic: 'It breaks',
      text: '* A comment on [It breaks](https://example.com/11) was edited.\n\n``` quote\nWhy now?\n```',
    },
  ],
};
