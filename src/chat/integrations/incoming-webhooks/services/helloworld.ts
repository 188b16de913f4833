import type { TemplateService } from '../types.ts';

export const helloworld: TemplateService = {
  name: 'helloworld',
  display_name: 'Hello World',
  category: 'misc',
  topic: 'Hello World',
  events: [
    {
      text: `Hello! I am happy to be here! :smile:
{% if featured_title %}
The Wikipedia featured article for today is {{ featured_title | link: featured_url | bold }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: { featured_title: 'Marmots', featured_url: 'https://example.com/marmots' },
      topic: 'Hello World',
      text: 'Hello! I am happy to be here! :smile:\nThe Wikipedia featured article for today is **[Marmots](https://example.com/marmots)**',
    },
  ],
};
