import type { TemplateService } from '../types.ts';

export const appfollow: TemplateService = {
  name: 'appfollow',
  display_name: 'AppFollow',
  category: 'customer-support',
  topic: "{{ attachments[0].author_name | default: text | default: 'AppFollow' | first_line | remove: '*' }}",
  events: [
    {
      when: 'text or attachments',
      text: `{{ text | slack }}
{% for attachment in attachments %}
{{ attachment.pretext | slack }}
{{ attachment.title | link: attachment.title_link | bold }}
{{ attachment.text | slack }}
{{ attachment.footer | slack }}
{% endfor %}`,
    },
    {
      when: 'review or title',
      text: `{{ author | bold }} {% if rating %}gave {{ rating | plural: 'star' }}{% endif %} \
{{ title | link: permalink }}{{ content | quote }}`,
    },
  ],
  samples: [{ payload: { text: '*Shop* - iOS\nNew review' }, topic: 'Shop - iOS', text: '**Shop** - iOS\nNew review' }],
};
