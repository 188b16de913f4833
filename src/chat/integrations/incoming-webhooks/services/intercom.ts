import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

export const intercom: TemplateService = {
  name: 'intercom',
  display_name: 'Intercom',
  category: 'customer-support',
  event: '{{ topic }}',
  shared: `
{% assign item = data.item %}
{% assign user = item.user | default: item.contact | default: item.author | default: item.source.author %}
{% assign who = user.name | default: user.email | default: user.pseudonym | default: item.name | default: item.email \
| default: 'An unknown user' %}
{% assign part = item.conversation_parts.conversation_parts | last %}
{% assign admin = part.author.name | default: item.assignee.name | default: item.admin.name | default: 'somebody' %}
{% assign body = part.body | default: item.conversation_message.body | default: item.source.body %}
{% assign page = item.links.conversation_web %}`,
  topic: `
{% if topic contains 'conversation' %}
{{ who }}
{% elsif topic contains 'company' %}
Companies
{% elsif topic contains 'user' or topic contains 'contact' or topic contains 'visitor' %}
{% if topic contains 'contact' %}Contacts{% elsif topic contains 'visitor' %}Visitors{% else %}Users{% endif %}
{% else %}
{{ topic | words | default: 'Intercom' }}
{% endif %}`,
  events: [
    { on: 'ping', topic: 'Intercom', text: 'Intercom ping: the webhook works.{{ item.message | quote }}' },
    {
      on: 'company.created',
      text: `New company {{ item.name | bold }} was created.
* User count: {{ item.user_count }}
* Monthly spending: {{ item.monthly_spend }}
{% if item.plan.name %}
* Plan: {{ item.plan.name }}
{% endif %}`,
    },
    {
      on: ['user.created', 'contact.created', 'contact.signed_up', 'contact.added_email', 'user.email.updated'],
      text: `{{ topic | words | sentence_case }}: {{ who | bold }}
{% if item.email %}
* Email: {{ item.email }}
{% endif %}
{% assign place = item.location_data.city_name %}
{% if place or item.location_data.country_name %}
* Location: {{ place }} {{ item.location_data.country_name }}
{% endif %}
{% if item.pseudonym and item.name %}
* Pseudonym: {{ item.pseudonym }}
{% endif %}`,
    },
    {
      on: ['user.tag.created', 'user.tag.deleted', 'contact.tag.created', 'contact.tag.deleted'],
      text: `The tag {{ item.tag.name | bold }} was {% if topic contains 'created' %}added to{% else %}removed from\
{% endif %} {{ who | bold }}.`,
    },
    {
      on: ['visitor.signed_up', 'user.deleted', 'user.unsubscribed', 'contact.deleted', 'contact.unsubscribed'],
      text: '{{ topic | words | sentence_case }}: {{ who | bold }}{% if item.email %} ({{ item.email }}){% endif %}.',
    },
    {
      when: "topic contains 'conversation'",
      text: `
{% case topic %}
{% when 'conversation.admin.assigned' %}
{{ admin | bold }} assigned a {{ 'conversation' | link: page }} with {{ who | bold }} to {{ item.assignee.name | bold }}.
{% when 'conversation.admin.opened' or 'conversation.admin.closed' or 'conversation.admin.snoozed' or 'conversation.admin.unsnoozed' %}
{{ admin | bold }} {{ topic | split: '.' | last }} the {{ 'conversation' | link: page }} with {{ who | bold }}.
{% when 'conversation.admin.replied' or 'conversation.admin.single.created' or 'conversation.admin.noted' %}
{{ admin | bold }} {% if topic contains 'noted' %}added a note to{% elsif topic contains 'single' %}started\
{% else %}replied to{% endif %} the {{ 'conversation' | link: page }} with {{ who | bold }}.
{% when 'conversation_part.tag.created' %}
The tag {{ item.tags.tags[0].name | default: item.tags_added.tags[0].name | bold }} was added to the \
{{ 'conversation' | link: page }} with {{ who | bold }}.
{% else %}
{{ who | bold }} {% if topic contains 'replied' %}replied to{% elsif topic contains 'created' %}started\
{% else %}{{ topic | words }}{% endif %} the {{ 'conversation' | link: page }}.
{% endcase %}
{{ body | from_html | quote }}`,
    },
    {
      on: 'event.created',
      text: 'New event {{ item.event_name | bold }}{% if item.email %} by {{ item.email }}{% endif %}.',
    },
    FALLBACK,
  ],
  samples: [
    {
      payload: {
        topic: 'conversation.user.replied',
        data: {
          item: {
            user: { name: 'Ann' },
            links: { conversation_web: 'https://example.com/c' },
            conversation_parts: { conversation_parts: [{ body: '<p>Help</p>' }] },
          },
        },
      },
      topic: 'Ann',
      text: '**Ann** replied to the [conversation](https://example.com/c).\n\n``` quote\nHelp\n```',
    },
    {
      payload: { topic: 'company.created', data: { item: { name: 'Shop', user_count: 3, monthly_spend: 9 } } },
      topic: 'Companies',
      text: 'New company **Shop** was created.\n* User count: 3\n* Monthly spending: 9',
    },
  ],
};
