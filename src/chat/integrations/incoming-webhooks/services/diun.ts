import type { TemplateService } from '../types.ts';

export const diun: TemplateService = {
  name: 'diun',
  display_name: 'Diun',
  category: 'deployment',
  event: '{{ status }}',
  topic: '{{ image | default: "Diun" }}',
  events: [
    {
      needs: ['image'],
      text: `Docker image {{ image | link: hub_link | bold }} \
{% if status == 'new' %}is new{% else %}was updated{% endif %}{% if hostname %} on {{ hostname }}{% endif %}.
{% if created %}
* Created: {{ created | time }}
{% endif %}
{% if platform %}
* Platform: {{ platform }}
{% endif %}
{% if provider %}
* Provider: {{ provider }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: { status: 'new', image: 'docker.io/crew/klatch:1', hostname: 'one', provider: 'docker' },
      topic: 'docker.io/crew/klatch:1',
      text: 'Docker image **docker&#46;io/crew/klatch&#58;1** is new on one.\n* Provider: docker',
    },
  ],
};
