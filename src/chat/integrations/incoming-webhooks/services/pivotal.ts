import type { TemplateService } from '../types.ts';

/** Version 3 sends XML, and version 5 JSON. */
export const pivotal: TemplateService = {
  name: 'pivotal',
  display_name: 'Pivotal Tracker',
  category: 'project-management',
  event: '{{ kind | default: activity.event_type }}',
  shared: `
{% assign story = activity.stories.story %}
{% assign quoted = activity.description | split: '"' | slice: 1, 1 | first %}
{% assign project_id = activity.project_id['#text'] | default: activity.project_id %}
{% assign story_id = story.id['#text'] | default: story.id %}
{% assign story_url = 'https://www.pivotaltracker.com/s/projects/' | append: project_id | append: '/stories/' | append: story_id %}
{% unless project_id %}{% assign story_url = story.url %}{% endunless %}`,
  topic: `{% if activity %}{{ story.name | default: quoted | default: story_id }}\
{% else %}#{{ primary_resources[0].id }}: {{ primary_resources[0].name }}{% endif %}`,
  events: [
    {
      when: 'activity',
      text: `{{ activity.description | link: story_url }}
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
{% assign done = kind | words | sentence_case %}
{{ message | default: done | first_line }}\
{% if story.url %} – {{ story.name | link: story.url }}{% endif %}
{% for change in changes limit: 10 %}
{% for value in change.new_values %}
{% assign name = value[0] %}
{% unless name == 'id' or name contains '_id' or name contains '_at' or name == 'text' or name == 'description' %}
{% assign after = value[1] %}
{% if after | is_list %}{% assign after = after | plain_join %}{% endif %}
{% if after and after != '' %}
{% assign before = change.original_values[name] %}
* {{ name | words }}: {% if before %}{{ before }} → {% endif %}{{ after | bold }}
{% endif %}
{% endunless %}
{% endfor %}
{{ change.new_values.text | default: change.new_values.description | quote }}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        kind: 'comment_create_activity',
        message: 'Mia added comment: "Again"',
        primary_resources: [{ id: 7, name: 'Better', url: 'https://example.com/7' }],
        changes: [
          { kind: 'comment', new_values: { id: 1, text: 'Again', person_id: 3, created_at: 1 } },
          {
            kind: 'story',
            original_values: { follower_ids: [] },
            new_values: { follower_ids: [3], labels: ['a', 'b'] },
          },
        ],
      },
      topic: '#7: Better',
      text: 'Mia added comment: "Again" – [Better](https://example.com/7)\n\n``` quote\nAgain\n```\n\n* labels: **a, b**',
    },
    {
      payload: {
        activity: {
          project_id: { '#text': '48' },
          description: 'Mia accepted "Better"',
          stories: { story: { id: { '#text': '7' }, url: 'https://example.com/api/7', current_state: 'accepted' } },
        },
      },
      topic: 'Better',
      text: '[Mia accepted "Better"](https://www.pivotaltracker.com/s/projects/48/stories/7)\n* State: **accepted**',
    },
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
