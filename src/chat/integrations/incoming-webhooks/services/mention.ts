import type { TemplateService } from '../types.ts';

export const mention: TemplateService = {
  name: 'mention',
  display_name: 'Mention',
  category: 'marketing',
  topic: 'news',
  events: [
    {
      when: 'title or description or url',
      text: `{{ title | default: url | link: url | bold }}\
{% if source_name %} on {{ source_name }}{% endif %}{{ description | quote }}`,
    },
    {
      when: 'mention',
      text: `{{ mention.title | default: mention.url | link: mention.url | bold }}{{ mention.description | quote }}`,
    },
  ],
  samples: [
    {
      payload: { title: 'Marmots', url: 'https://example.com/m', description: 'They sleep.' },
      topic: 'news',
      text: '**[Marmots](https://example.com/m)**\n\n``` quote\nThey sleep.\n```',
    },
  ],
};
