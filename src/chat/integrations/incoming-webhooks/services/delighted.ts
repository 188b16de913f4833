import type { TemplateService } from '../types.ts';

export const delighted: TemplateService = {
  name: 'delighted',
  display_name: 'Delighted',
  category: 'customer-support',
  event: '{{ event_type }}',
  topic: 'Survey response',
  events: [
    {
      needs: ['event_data'],
      text: `
{% assign score = event_data.score %}
{{ event_data.person.name | default: event_data.person.email | default: 'Somebody' }} gave a score of \
{{ score | bold }}{% if score >= 9 %} (promoter){% elsif score <= 6 %} (detractor){% else %} (passive){% endif %}\
{% if event_data.permalink %} ({{ 'survey' | link: event_data.permalink }}){% endif %}.\
{{ event_data.comment | quote }}`,
    },
  ],
  samples: [
    {
      payload: {
        event_type: 'survey_response.created',
        event_data: {
          score: 9,
          comment: 'Good',
          permalink: 'https://example.com/r',
          person: { email: 'a@example.com' },
        },
      },
      topic: 'Survey response',
      text: 'a@example&#46;com gave a score of **9** (promoter) ([survey](https://example.com/r)).\n\n``` quote\nGood\n```',
    },
  ],
};
