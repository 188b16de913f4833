import type { TemplateService } from '../types.ts';

/** Version 3 sends XML, and version 5 JSON. */
export const pivotal: TemplateService = {
  name: 'pivotal',
  display_name: 'Pivotal Tracker',
  category: 'project-management',
  event: '{{ kind | default: activity.event_type }}',
  topic: `{% if activity %}{{ activity.stories.story.name | default: activity.stories.story.id }}\
{% else %}#{{ primary_resources[0].id }}: {{ primary_resources[0].name }}{% endif %}`,
  events: [
    {
      when: 'activity',
      text: `{{ activity.description | link: activity.stories.story.url }}\
{% assign story = activity.stories.story %}
{% if story.story_type %}
* Type: {{ story.story_type }}
{% endif %}
{% if story.current_state %}
* State: {{ story.current_state | bold }}
{% endif %}
{% if story.estimate['#text'] %}
* Estimate: {{ story.estimate['#text'] }}
{% endif %}
{{ story.notes.note.text | default: story.description | quote }}`,
    },
    { on: ['prioritize_story_activity', 'story_move_into_project_and_prioritize_activity'] },
    {
      needs: ['kind'],
      text: `
{% assign story = primary_resources[0] %}
{{ message | default: kind | words | sentence_case }}\
{% if story.url %} – {{ story.name | link: story.url }}{% endif %}
{% for change in changes limit: 10 %}
{% for value in change.new_values %}
{% assign name = value[0] %}
{% if name != 'updated_at' and name != 'before_id' and name != 'after_id' and name != 'project_id' and name != 'id' %}
* {{ name | words }}: {% if change.original_values[name] %}{{ change.original_values[name] }} → {% endif %}\
{{ value[1] | bold }}
{% endif %}
{% endfor %}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        kind: 'story_update_activity',
        message: 'Mia accepted this feature',
        primary_resources: [{ id: 7, name: 'Better', url: 'https://example.com/7' }],
        changes: [{ original_values: { current_state: 'started' }, new_values: { current_state: 'accepted' } }],
      },
      topic: '#7: Better',
      text: 'Mia accepted this feature – [Better](https://example.com/7)\n* current state: started → **accepted**',
    },
    {
      payload: {
        activity: {
          description: 'Mia added "Better"',
          stories: { story: { id: '7', name: 'Better', url: 'https://example.com/7', story_type: 'feature' } },
        },
      },
      topic: 'Better',
      text: '[Mia added "Better"](https://example.com/7)\n* Type: feature',
    },
  ],
};
