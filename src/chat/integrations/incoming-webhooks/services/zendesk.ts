import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The trigger sends a form with the ticket's number and title, and a message of its own. */
export const zendesk: TemplateService = {
  name: 'zendesk',
  display_name: 'Zendesk',
  category: 'customer-support',
  topic: `{% if ticket_id or detail.id %}#{{ ticket_id | default: detail.id }}: {{ ticket_title | default: detail.subject }}\
{% else %}{{ ticket_title }}{% endif %}`,
  events: [
    { when: 'message', text: '{{ message | linked_lines }}' },
    {
      when: 'detail',
      text: `{% if event.comment.author.name %}{{ event.comment.author.name | bold }}, ticket{% else %}Ticket{% endif %} \
{{ '#' | append: detail.id | append: ' ' | append: detail.subject | link: detail.url }}: \
{{ type | remove: 'zen:event-type:ticket.' | words }}{% if detail.status %} ({{ detail.status | downcase }}){% endif %}.
{% if event.current | is_text %}
* {% if event.previous | is_text %}{{ event.previous | downcase }} → {% endif %}{{ event.current | downcase }}
{% endif %}
{% if detail.priority %}
* Priority: {{ detail.priority | downcase }}
{% endif %}
{{ event.comment.body | default: detail.description | quote }}`,
    },
    FALLBACK,
  ],
  samples: [
    {
      payload: {
        type: 'zen:event-type:ticket.status_changed',
        detail: { id: '7', subject: 'No water', status: 'SOLVED', priority: 'HIGH' },
        event: { current: 'SOLVED', previous: 'OPEN' },
      },
      topic: '#7: No water',
      text: 'Ticket &#35;7 No water: status changed (solved).\n* open → solved\n* Priority: high',
    },
    { payload: { ticket_id: '4', ticket_title: 'Help', message: 'Ann wrote' }, topic: '#4: Help', text: 'Ann wrote' },
    {
      payload: {
        type: 'zen:event-type:ticket.comment_added',
        detail: { id: '7', subject: 'It breaks', status: 'OPEN' },
        event: { comment: { author: { name: 'Mia' }, body: 'Again?' } },
      },
      topic: '#7: It breaks',
      text: '**Mia**, ticket &#35;7 It breaks: comment added (open).\n\n``` quote\nAgain?\n```',
    },
  ],
};
