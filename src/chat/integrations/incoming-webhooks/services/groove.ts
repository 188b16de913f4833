import type { TemplateService } from '../types.ts';

export const groove: TemplateService = {
  name: 'groove',
  display_name: 'Groove',
  category: 'customer-support',
  event: "{{ delivery.headers['x-groove-event'] }}",
  topic: 'notifications',
  shared: `
{% assign ticket_url = app_url | default: links.ticket.href %}
{% assign ticket_number = links.ticket.href | split: '/' | last %}
{% assign ticket_number = number | default: ticket_number %}
{% assign name = 'ticket #' | append: ticket_number %}`,
  events: [
    {
      on: 'ticket_started',
      text: '{{ customer_name | default: last_message.author.name | default: "A customer" }} submitted {{ name | link: app_url }}: {{ title | bold }}{{ summary | quote }}',
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
{{ name | link: app_ticket_url }}.{{ plain_text_body | default: body | quote }}`,
    },
    {
      when: 'ticket_number',
      text: `{{ delivery.event | words | sentence_case | bold }}: {{ name | link: app_url }} {{ title | bold }}\
{% if state %} is {{ state | words }}{% endif %}.`,
    },
  ],
  samples: [
    {
      headers: { 'X-Groove-Event': 'ticket_assigned' },
      payload: { number: 7, title: 'Help', state: 'open', assignee: 'Mia', app_url: 'https://example.com/7' },
      topic: 'notifications',
      text: '[Ticket #7](https://example.com/7) **Help** is open and assigned to Mia.',
    },
    {
      headers: { 'X-Groove-Event': 'note_added' },
      payload: {
        links: {
          author: { href: 'https://api.example.com/v1/agents/mia@example.com' },
          ticket: { href: 'https://api.example.com/v1/tickets/776' },
        },
        body: '<div>Call back</div>',
        plain_text_body: 'Call back',
        app_ticket_url: 'https://example.com/tickets/1',
      },
      topic: 'notifications',
      text: 'mia@example&#46;com added a note to [ticket #776](https://example.com/tickets/1).\n\n``` quote\nCall back\n```',
    },
    {
      headers: { 'X-Groove-Event': 'ticket_state_changed' },
      payload: { number: 9, title: 'It breaks', state: 'closed', app_url: 'https://example.com/tickets/9' },
      topic: 'notifications',
      text: '**Ticket state changed**: [ticket #9](https://example.com/tickets/9) **It breaks** is closed.',
    },
  ],
};
