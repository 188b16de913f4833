import type { TemplateService } from '../types.ts';

export const wekan: TemplateService = {
  name: 'wekan',
  display_name: 'WeKan',
  category: 'productivity',
  event: "{{ description | remove: 'act-' }}",
  topic: '{{ board | default: "WeKan" }}',
  events: [
    {
      when: 'text == nil and description',
      text: `{{ user | default: 'Somebody' | bold }}: {{ description | remove: 'act-' | words }}\
{% if card %} {{ card | link: url | bold }}{% endif %}{% if oldList and list %}: {{ oldList }} → {{ list }}\
{% elsif list %} in {{ list }}{% endif %}{% if board %} on {{ board }}{% endif %}.{{ comment | quote }}`,
    },
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
        description: 'act-moveCard',
        user: 'mia',
        card: 'Milk',
        board: 'Shopping',
        oldList: 'To buy',
        list: 'Bought',
        url: 'https://example.com/c',
      },
      topic: 'Shopping',
      text: '**mia**: move card **[Milk](https://example.com/c)**: To buy → Bought on Shopping.',
    },
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
