import type { TemplateService } from '../types.ts';

export const hellosign: TemplateService = {
  name: 'hellosign',
  display_name: 'HelloSign',
  category: 'productivity',
  event: '{{ event.event_type }}',
  topic: '{{ signature_request.title | default: "HelloSign" }}',
  events: [
    {
      when: 'signature_request',
      text: `The document {{ signature_request.title | link: signature_request.details_url | bold }}\
{% if event.event_type %}: {{ event.event_type | words }}{% endif %}
{% for signature in signature_request.signatures limit: 30 %}
* {{ signature.signer_name | default: signature.signer_email_address }}: {{ signature.status_code | words }}
{% endfor %}
{{ signature_request.message | quote }}`,
    },
    { when: 'event.event_type', text: 'HelloSign: {{ event.event_type | words }}.' },
  ],
  samples: [
    {
      payload: {
        event: { event_type: 'signature_request_signed' },
        signature_request: {
          title: 'Contract',
          details_url: 'https://example.com/1',
          signatures: [{ signer_name: 'Ann', status_code: 'signed' }],
        },
      },
      topic: 'Contract',
      text: 'The document **[Contract](https://example.com/1)**: signature request signed\n* Ann: signed',
    },
  ],
};
