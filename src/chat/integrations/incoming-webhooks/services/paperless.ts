import type { TemplateService } from '../types.ts';

/** The body that a workflow of Paperless-ngx sends, with its placeholders as parameters. */
export const paperless: TemplateService = {
  name: 'paperless',
  display_name: 'Paperless-ngx',
  category: 'productivity',
  topic: 'Documents',
  events: [
    {
      when: 'doc_title or title or message',
      text: `
{% assign url = doc_url | default: url %}
{{ doc_title | default: title | default: 'A document' | link: url | bold }}\
{% if correspondent %} from {{ correspondent }}{% endif %}{% if document_type %} ({{ document_type }}){% endif %}
{% if tags.size > 0 %}
* Tags: {{ tags | join }}
{% endif %}
{% if created %}
* Created: {{ created }}
{% endif %}
{{ message | lines }}`,
    },
  ],
  samples: [
    {
      payload: { doc_title: 'Bill', doc_url: 'https://example.com/d/7', correspondent: 'Shop' },
      topic: 'Documents',
      text: '**[Bill](https://example.com/d/7)** from Shop',
    },
  ],
};
