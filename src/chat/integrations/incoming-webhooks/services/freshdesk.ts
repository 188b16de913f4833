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
{% assign email = ticket.requester_email | default: ticket.ticket_requester_email %}
{% assign who = ticket.requester_name | default: ticket.ticket_requester_name | default: ticket.ticket_contact_name \
| default: email | default: 'Somebody' %}
{% assign happened = ticket.triggered_event | remove: '{' | remove: '}' | remove: '"' %}
{% assign name = 'ticket #' | append: ticket.ticket_id %}
{% if happened contains 'ticket_action:created' %}
Requester {{ who }}{% if email %} ({{ email }}){% endif %} created \
{{ name | link: ticket.ticket_url }}.{{ ticket.ticket_description | from_html | quote }}
* Type: {{ ticket.ticket_type | default: 'none' }}
* Priority: {{ ticket.ticket_priority }}
* Status: {{ ticket.ticket_status }}
{% elsif happened contains 'note_type' or happened contains 'note' %}
{{ who }} added a {% if happened contains 'private' %}private{% else %}public{% endif %} note to \
{{ name | link: ticket.ticket_url }}.{{ ticket.ticket_latest_private_comment | default: ticket.ticket_latest_public_comment \
| from_html | quote }}
{% else %}
{{ name | sentence_case | link: ticket.ticket_url }} of {{ who }}{% if email %} ({{ email }}){% endif %} was updated.
{% assign change = happened | split: 'from:' | last | split: ',to:' %}
{% assign before = change[0] | number %}
{% if happened contains 'priority' %}
{% assign priorities = ',Low,Medium,High,Urgent' | split: ',' %}
* Priority: {% if priorities[before] %}{{ priorities[before] }} → {% endif %}{{ ticket.ticket_priority | bold }}
{% elsif happened contains 'status' %}
{% assign statuses = ',,Open,Pending,Resolved,Closed,Waiting on customer,Waiting on third party' | split: ',' %}
* Status: {% if statuses[before] %}{{ statuses[before] }} → {% endif %}{{ ticket.ticket_status | bold }}
{% elsif happened contains 'agent' %}
* Agent: {{ ticket.ticket_agent_name | default: 'none' | bold }}
{% else %}
* Status: {{ ticket.ticket_status | bold }}
* Priority: {{ ticket.ticket_priority }}
{% endif %}
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
    {
      payload: {
        freshdesk_webhook: {
          ticket_id: '11',
          ticket_subject: 'Help',
          ticket_url: 'https://example.com/11',
          ticket_status: 'Closed',
          requester_name: 'Ann',
          requester_email: 'ann@example.com',
          triggered_event: '{status:{from:4,to:5}}',
        },
      },
      topic: '#11: Help',
      text: '[Ticket #11](https://example.com/11) of Ann (ann@example&#46;com) was updated.\n* Status: Resolved → **Closed**',
    },
    {
      payload: {
        freshdesk_webhook: {
          ticket_id: '11',
          ticket_subject: 'Help',
          ticket_url: 'https://example.com/11',
          requester_name: 'Ann',
          triggered_event: '{note_type:private}',
        },
      },
      topic: '#11: Help',
      text: 'Ann added a private note to [ticket #11](https://example.com/11).',
    },
  ],
};
