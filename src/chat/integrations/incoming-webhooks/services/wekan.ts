import type { TemplateService } from '../types.ts';

export const wekan: TemplateService = {
  name: 'wekan',
  display_name: 'WeKan',
  category: 'productivity',
  event: "{{ description | remove: 'act-' }}",
  topic: '{{ board | default: "WeKan" }}',
  events: [
    {
      needs: ['text'],
      text: `
{% assign lines = text | split: '
' %}
{% assign url = lines | last %}
{% assign words = lines | limit: 1 %}
{{ words[0] | lines }}
{% if comment %}{{ comment | quote }}{% endif %}
{% if url contains 'http' %}
{{ 'Open in WeKan' | link: url }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        text: 'Mia added "Milk" to "Shopping"\nhttps://example.com/b',
        description: 'act-createCard',
        user: 'Mia',
      },
      topic: 'WeKan',
      text: 'Mia added "Milk" to "Shopping"\n\n[Open in WeKan](https://example.com/b)',
    },
  ],
};
