import type { TemplateService } from '../types.ts';

export const transifex: TemplateService = {
  name: 'transifex',
  display_name: 'Transifex',
  category: 'misc',
  event: "{{ delivery.payload.event | default: 'translation' }}",
  topic: '{{ project }} in {{ language }}',
  events: [
    {
      needs: ['project'],
      text: `
{% assign shown = event | words | default: 'updated' %}
Resource {{ resource | default: project | bold }} in {{ language | bold }}: \
{% if reviewed or reviewed == 0 %}{{ reviewed }} % reviewed{% elsif translated or translated == 0 %}{{ translated }} % translated\
{% else %}{{ shown }}{% endif %}.`,
    },
  ],
  samples: [
    {
      payload: { project: 'klatch', language: 'de', resource: 'web', translated: '100' },
      topic: 'klatch in de',
      text: 'Resource **web** in **de**: 100 % translated.',
    },
  ],
};
