import type { TemplateService } from '../types.ts';

/** Tickets, in the form that an automation rule of Freshdesk sends: all fields are texts. */
export const freshdesk: TemplateService = {
  name: 'freshdesk',
  display_name: 'Freshdesk',
  category: 'customer-support',
  shared: '{% assign ticket = freshdesk_webhook %}',
  topic: '#{{ ticket.ticket_id }}: {{ ticket.ticket_subject }}',
  events: [
    {
      needs: ['freshdesk_webhook'],
      text: `
{% assign who = ticket.ticket_requester_name | default: ticket.ticket_contact_name \
| default: ticket.ticket_requester_email %}
{% assign happened = ticket.triggered_event | remove: '{' | remove: '}' | remove: '"' %}
{% assign name = 'ticket #' | append: ticket.ticket_id %}
{% if happened contains 'ticket_action:created' %}
Requester {{ who }}{% if ticket.ticket_requester_email %} <{{ ticket.ticket_requester_email }}>{% endif %} created \
{{ name | link: ticket.ticket_url }}.{{ ticket.ticket_description | from_html | quote }}
* Type: {{ ticket.ticket_type | default: 'none' }}
* Priority: {{ ticket.ticket_priority }}
* Status: {{ ticket.ticket_status }}
{% elsif happened contains 'note_type' or happened contains 'note' %}
{{ who }} added a {% if happened contains 'private' %}private{% else %}public{% endif %} note to \
{{ name | link: ticket.ticket_url }}.{{ ticket.ticket_latest_private_comment | default: ticket.ticket_latest_public_comment \
| from_html | quote }}
{% else %}
{{ who }} updated {{ name | link: ticket.ticket_url }}\
{% if happened contains 'priority' %}: the priority is {{ ticket.ticket_priority | bold }}{% endif %}\
{% if happened contains 'status' %}: the status is {{ ticket.ticket_status | bold }}{% endif %}\
{% if happened contains 'agent' %}: the agent is {{ ticket.ticket_agent_name | bold }}{% endif %}.
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        freshdesk_webhook: {
          ticket_id: 11,
          ticket_subject: 'Help',
          ticket_description: '<p>It breaks</p>',
          ticket_url: 'https://example.com/11',
          ticket_status: 'Open',
          ticket_priority: 'High',
          ticket_requester_name: 'Ann',
          triggered_event: '{ticket_action:created}',
        },
      },
      topic: '#11: Help',
      text: 'Requester Ann created [ticket #11](https://example.com/11).\n\n``` quote\nIt breaks\n```\n\n* Type: none\n* Priority: High\n* Status: Open',
    },
  ],
};
