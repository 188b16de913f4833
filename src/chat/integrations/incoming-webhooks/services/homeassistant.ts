import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** What a notification or a `rest_command` of an automation sends. People choose its fields. */
export const homeassistant: TemplateService = {
  name: 'homeassistant',
  display_name: 'Home Assistant',
  category: 'home',
  setup: `In *configuration.yaml*, add an entry with \`platform: rest\` to \`notify\`, with the URL as \`resource\`,
\`method: POST_JSON\` and \`title_param_name: title\`. Without a method, Home Assistant does not post.`,
  accepts_text: true,
  topic: '{{ topic | default: title | default: "homeassistant" }}',
  events: [
    {
      when: 'message or text or body',
      text: `{{ message | default: text | default: body | linked_lines }}
{% if data.image or image %}
{{ 'Image' | link: data.image | default: image }}
{% endif %}
{% assign url = data.url | default: data.clickAction | default: url %}
{% if url %}
{{ 'Open' | link: url }}
{% endif %}`,
    },
    {
      when: 'entity_id or entity or state or new_state',
      text: `{{ friendly_name | default: new_state.attributes.friendly_name | default: name | default: entity_id \
| default: entity | default: 'Something' | bold }} is \
{{ new_state.state | default: to_state.state | default: state | default: 'changed' | bold }}\
{% if old_state.state or from_state.state %} (was {{ old_state.state | default: from_state.state }}){% endif %}.`,
    },
    FALLBACK,
  ],
  samples: [
    { payload: { message: 'The door is open', title: 'Door' }, topic: 'Door', text: 'The door is open' },
    {
      payload: { entity_id: 'binary_sensor.door', state: 'on', friendly_name: 'Door' },
      topic: 'homeassistant',
      text: '**Door** is **on**.',
    },
    { payload: 'The door is open', topic: 'homeassistant', text: 'The door is open' },
  ],
};
