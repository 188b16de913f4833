import type { TemplateService } from '../types.ts';

/** Older projects send the fields as parameters of the URL, and no body. */
export const transifex: TemplateService = {
  name: 'transifex',
  display_name: 'Transifex',
  category: 'misc',
  event: "{{ delivery.payload.event | default: 'translation' }}",
  shared: `
{% assign query = delivery.query %}
{% assign project = project | default: query.project %}
{% assign language = language | default: query.language %}
{% assign resource = resource | default: query.resource %}
{% assign reviewed = reviewed | default: query.reviewed %}
{% assign translated = translated | default: query.translated %}`,
  topic: '{{ project }} in {{ language }}',
  events: [
    {
      when: 'project',
      text: `
{% assign shown = event | words | default: 'updated' %}
Resource {{ resource | default: project | bold }} in {{ language | bold }}: \
{% if reviewed or reviewed == 0 %}{{ reviewed }} % reviewed{% elsif translated or translated == 0 %}{{ translated }} % translated\
{% else %}{{ shown }}{% endif %}.`,
    },
  ],
  samples: [
    {
      query: { project: 'klatch', language: 'de', resource: 'web', reviewed: '100' },
      payload: {},
      topic: 'klatch in de',
      text: 'Resource **web** in **de**: 100 % reviewed.',
    },
    {
      payload: { project: 'klatch', language: 'de', resource: 'web', translated: '100' },
      topic: 'klatch in de',
      text: 'Resource **web** in **de**: 100 % translated.',
    },
  ],
};
