import type { TemplateService } from '../types.ts';

/** The trigger sends a form with the ticket's number and title, and a message of its own. */
export const zendesk: TemplateService = {
  name: 'zendesk',
  display_name: 'Zendesk',
  category: 'customer-support',
  topic: '#{{ ticket_id | default: detail.id }}: {{ ticket_title | default: detail.subject }}',
  events: [
    { when: 'message', text: '{{ message | lines }}' },
    {
      when: 'detail',
      text: `Ticket {{ '#' | append: detail.id | append: ' ' | append: detail.subject }}: {{ type | words }}\
{% if detail.status %} ({{ detail.status | downcase }}){% endif %}.{{ detail.description | quote }}`,
    },
  ],
  samples: [
    { payload: { ticket_id: '4', ticket_title: 'Help', message: 'Ann wrote' }, topic: '#4: Help', text: 'Ann wrote' },
  ],
};
