import type { TemplateService } from '../types.ts';

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
{% for one in actions limit: 15 %}
{% assign url = one.app_url | default: main.app_url %}
{% assign kind = one.entity_type | words %}
{% assign title = one.name | default: one.description | default: story.name %}
{% if one.action == 'create' or one.action == 'delete' %}
* {{ kind | sentence_case }} {{ title | first_line | link: url }} was {{ one.action }}d\
{% if one.story_type %} ({{ one.story_type }}){% endif %}\
{% if one.author_id or one.text %}{{ one.text | quote }}{% endif %}.
{% else %}
* {{ kind | sentence_case }} {{ title | first_line | link: url }} was updated{% if one.changes %}:{% endif %}

{% for change in one.changes %}
{% assign before = change[1].old %}
{% assign after = change[1].new %}
{% for reference in references %}
{% if reference.id == before and reference.name %}
{% assign before = reference.name %}
{% endif %}
{% if reference.id == after and reference.name %}
{% assign after = reference.name %}
{% endif %}
{% endfor %}
  * {{ change[0] | words }}:\
{% if change[1].adds or change[1].removes %}\
{% for id in change[1].adds %}{% assign name = id %}{% for reference in references %}{% if reference.id == id %}\
{% assign name = reference.name %}{% endif %}{% endfor %} +{{ name | default: id }}{% endfor %}\
{% for id in change[1].removes %}{% assign name = id %}{% for reference in references %}{% if reference.id == id %}\
{% assign name = reference.name %}{% endif %}{% endfor %} −{{ name | default: id }}{% endfor %}\
{% else %} {{ before | default: 'none' }} → {{ after | default: 'none' }}{% endif %}

{% endfor %}
{% endif %}
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
      text: '* Story [It breaks](https://example.com/7) was updated:\n\n  * workflow state id: To do → Done',
    },
  ],
};
