import type { TemplateService } from '../types.ts';

export const groove: TemplateService = {
  name: 'groove',
  display_name: 'Groove',
  category: 'customer-support',
  event: "{{ delivery.headers['x-groove-event'] }}",
  topic: 'notifications',
  shared: `
{% assign ticket_url = app_url | default: links.ticket.href %}
{% assign name = 'ticket #' | append: number %}`,
  events: [
    {
      on: 'ticket_started',
      text: '{{ last_message.author.name | default: links.customer.href | default: "A customer" }} submitted {{ name | link: app_url }}: {{ title | bold }}{{ summary | quote }}',
    },
    {
      on: 'ticket_assigned',
      text: `{{ name | sentence_case | link: app_url }} {{ title | bold }} is {{ state | words }} and assigned to \
{{ assigned_group | default: assignee | default: links.assignee.href | default: 'nobody' }}\
{% if assignee and assigned_group %} / {{ assignee }}{% endif %}.`,
    },
    {
      on: ['agent_replied', 'customer_replied', 'note_added'],
      text: `{{ author.name | default: links.author.href | split: '/' | last | default: 'Somebody' }} \
{% if delivery.event == 'note_added' %}added a note to{% else %}replied to{% endif %} \
{{ 'the ticket' | link: app_ticket_url | link: links.ticket.href }}.{{ plain_text_body | default: body | quote }}`,
    },
    { text: '{{ delivery.event | words | sentence_case | bold }}: {{ title | link: app_url }}' },
  ],
  samples: [
    {
      headers: { 'X-Groove-Event': 'ticket_assigned' },
      payload: { number: 7, title: 'Help', state: 'open', assignee: 'Mia', app_url: 'https://example.com/7' },
      topic: 'notifications',
      text: '[Ticket #7](https://example.com/7) **Help** is open and assigned to Mia.',
    },
  ],
};
