import type { TemplateService } from '../types.ts';

export const homeassistant: TemplateService = {
  name: 'homeassistant',
  display_name: 'Home Assistant',
  category: 'home',
  topic: '{{ topic | default: title | default: "homeassistant" }}',
  events: [
    {
      needs: ['message'],
      text: `{{ message | lines }}
{% if data.image or image %}
{{ 'Image' | link: data.image | default: image }}
{% endif %}
{% if data.url %}
{{ 'Open' | link: data.url }}
{% endif %}`,
    },
  ],
  samples: [{ payload: { message: 'The door is open', title: 'Door' }, topic: 'Door', text: 'The door is open' }],
};
