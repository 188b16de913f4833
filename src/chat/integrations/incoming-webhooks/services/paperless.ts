import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The body that a workflow of Paperless-ngx sends, with its placeholders as parameters. People choose their names. */
export const paperless: TemplateService = {
  name: 'paperless',
  display_name: 'Paperless-ngx',
  category: 'productivity',
  setup: `Add a workflow with the action *Webhook*, the URL, and *Send webhook payload as JSON*. Add parameters with the
names of their placeholders: \`doc_title\`, \`doc_url\`, \`correspondent\`, \`document_type\`, \`owner_username\`,
\`added\` and \`original_filename\`.`,
  accepts_text: true,
  topic: 'Documents',
  events: [
    {
      when: 'doc_title or title or doc_url or original_filename',
      text: `
{% assign url = doc_url | default: url %}
{{ doc_title | default: title | default: original_filename | default: 'A document' | link: url | bold }}\
{% if correspondent %} from {{ correspondent }}{% endif %}{% if document_type %} ({{ document_type }}){% endif %}
{% assign owner = owner_username | default: owner %}
{% if owner %}
* Owner: {{ owner }}
{% endif %}
{% if tags.size > 0 %}
* Tags: {{ tags | join }}
{% endif %}
{% if created %}
* Created: {{ created }}
{% endif %}
{% if added %}
* Added: {{ added | time }}
{% endif %}
{% if original_filename and original_filename != doc_title %}
* File: {{ original_filename | code }}
{% endif %}
{{ message | linked_lines }}`,
    },
    {
      when: 'message or text or body or content',
      text: '{{ message | default: text | default: body | default: content | linked_lines }}',
    },
    FALLBACK,
  ],
  samples: [
    {
      payload: { doc_title: 'Bill', doc_url: 'https://example.com/d/7', correspondent: 'Shop' },
      topic: 'Documents',
      text: '**[Bill](https://example.com/d/7)** from Shop',
    },
    {
      payload: 'Bill was added: https://example.com/d/7',
      topic: 'Documents',
      text: 'Bill was added: https://example.com/d/7',
    },
    {
      payload: { document: 'Bill', link: 'https://example.com/d/7' },
      topic: 'Documents',
      text: '**An event**\n* document: Bill\n* link: [https&#58;//example&#46;com/d/7](https://example.com/d/7)',
    },
  ],
};
