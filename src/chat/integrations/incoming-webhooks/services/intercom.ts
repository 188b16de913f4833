import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

export const intercom: TemplateService = {
  name: 'intercom',
  display_name: 'Intercom',
  category: 'customer-support',
  event: '{{ topic }}',
  shared: `
{% assign item = data.item %}
{% assign user = item.user | default: item.contact | default: item.author | default: item.source.author \
| default: item.contacts.contacts[0] %}
{% assign who = user.name | default: user.email | default: user.pseudonym | default: user.user_id | default: item.name | default: item.email \
| default: 'An unknown user' %}
{% assign part = item.conversation_parts.conversation_parts | last %}
{% assign admin = part.author.name | default: item.assignee.name | default: item.admin.name | default: 'Somebody' %}
{% assign assignee = item.assignee.name | default: part.assigned_to.name | default: 'somebody' %}
{% assign body = part.body | default: item.conversation_message.body | default: item.source.body %}
{% assign built_page = 'https://app.intercom.com/a/apps/' | append: app_id | append: '/conversations/' | append: item.id %}
{% unless app_id and item.id %}{% assign built_page = '' %}{% endunless %}
{% assign page = item.links.conversation_web | default: built_page %}
{% assign done = topic | split: '.' | last | words %}`,
  topic: `
{% if topic contains 'conversation' %}
{{ who }}
{% elsif topic contains 'company' %}
Companies
{% elsif topic contains 'ticket' %}
{{ item.ticket_attributes._default_title_ | default: 'Tickets' }}
{% elsif topic contains 'article' %}
{{ item.title | default: 'Articles' }}
{% elsif topic contains 'admin' %}
Admins
{% elsif topic contains 'user' or topic contains 'contact' or topic contains 'visitor' or item.contact %}
{% if topic contains 'visitor' %}Visitors{% elsif topic contains 'contact' or item.contact %}Contacts{% else %}Users{% endif %}
{% else %}
{{ topic | words | default: 'Intercom' }}
{% endif %}`,
  events: [
    { on: 'ping', topic: 'Intercom', text: 'Intercom ping: the webhook works.{{ item.message | quote }}' },
    { on: 'conversation.read' },
    {
      when: "topic contains 'conversation'",
      text: `
{% case topic %}
{% when 'conversation.admin.assigned' or 'conversation.admin.open.assigned' %}
{{ admin | bold }} assigned a {{ 'conversation' | link: page }} with {{ who | bold }} to {{ assignee | bold }}.
{% when 'conversation.admin.opened' or 'conversation.admin.closed' or 'conversation.admin.snoozed' or 'conversation.admin.unsnoozed' %}
{{ admin | bold }} {{ done }} the {{ 'conversation' | link: page }} with {{ who | bold }}.
{% when 'conversation.admin.replied' or 'conversation.operator.replied' or 'conversation.admin.single.created' \
or 'conversation.admin.noted' %}
{{ admin | bold }} {% if topic contains 'noted' %}added a note to{% elsif topic contains 'single' %}started\
{% else %}replied to{% endif %} the {{ 'conversation' | link: page }} with {{ who | bold }}.
{% when 'conversation_part.tag.created' %}
The tag {{ item.tags.tags[0].name | default: item.tags_added.tags[0].name | bold }} was added to the \
{{ 'conversation' | link: page }} with {{ who | bold }}.
{% when 'conversation.user.replied' or 'conversation.user.created' %}
{{ who | bold }} {% if done == 'replied' %}replied to{% else %}started{% endif %} the {{ 'conversation' | link: page }}.
{% when 'conversation.contact.attached' or 'conversation.contact.detached' %}
{{ who | bold }} was {% if done == 'attached' %}added to{% else %}removed from{% endif %} a {{ 'conversation' | link: page }}.
{% when 'conversation.deleted' %}
{% assign body = nil %}
A conversation{% if user %} with {{ who | bold }}{% endif %} was deleted.
{% else %}
{% assign body = nil %}
The {{ 'conversation' | link: page }} with {{ who | bold }}: {{ topic | remove_first: 'conversation' | words }}\
{% if topic contains 'priority' and item.priority %} ({{ item.priority | words }}){% endif %}\
{% if part.author.name %} by {{ part.author.name | bold }}{% endif %}.
{% endcase %}
{{ body | from_html | quote }}`,
    },
    {
      when: 'item.tag',
      text: `The tag {{ item.tag.name | bold }} was {% if done == 'created' %}added to{% else %}removed from{% endif %} {{ who | bold }}.`,
    },
    {
      when: "topic contains 'company.contact'",
      text: `{{ who | bold }} was {% if done == 'attached' %}added to{% else %}removed from{% endif %} the company \
{{ item.company.name | default: 'without a name' | bold }}.`,
    },
    {
      when: "topic contains 'company'",
      text: `The company {{ item.name | default: 'without a name' | bold }} was {{ done }}.
{% if done != 'deleted' %}
* User count: {{ item.user_count | default: 0 }}
* Monthly spending: {{ item.monthly_spend | default: 0 }}
{% endif %}
{% if item.plan.name %}
* Plan: {{ item.plan.name }}
{% endif %}`,
    },
    {
      when: "topic contains 'ticket'",
      text: `
{% assign ticket = item.ticket | default: item %}
{% assign last_part = ticket.ticket_parts.ticket_parts | last %}
{% assign name = 'ticket #' | append: ticket.ticket_id %}
{{ last_part.author.name | default: 'Somebody' | bold }}: {{ name | link: page }} {{ ticket.ticket_attributes._default_title_ | bold }} – \
{{ topic | remove_first: 'ticket' | words }}\
{% if ticket.ticket_state.internal_label %} (state: {{ ticket.ticket_state.internal_label }}){% endif %}.
{% if topic contains 'created' and topic != 'ticket.note.created' %}
{{ ticket.ticket_attributes._default_description_ | quote }}
{% else %}
{{ last_part.body | from_html | quote }}
{% endif %}`,
    },
    {
      when: "topic contains 'article'",
      text: `The article {{ item.title | default: 'without a title' | link: item.url | bold }} was {{ done }}.{{ item.description | quote }}`,
    },
    { on: 'admin.activity_log_event.created', text: '{{ item.activity_description }}' },
    {
      when: "topic contains 'admin'",
      text: `Admin {{ item.name | default: item.email | default: 'without a name' | bold }}: \
{{ topic | remove_first: 'admin' | words }}.`,
    },
    {
      when: 'item.subscription_types',
      text: `{{ who | bold }} {{ done | past }} the messages \
{{ item.subscription_types.data | map: 'default_translation' | map: 'name' | sentence }}.`,
    },
    {
      on: 'event.created',
      text: 'New event {{ item.event_name | bold }}{% if item.email %} by {{ item.email }}{% endif %}.',
    },
    {
      when: "topic contains 'user' or topic contains 'contact' or topic contains 'visitor'",
      text: `{{ topic | words | sentence_case }}: {{ who | bold }}
{% if item.email and item.email != who %}
* Email: {{ item.email }}
{% endif %}
{% assign city = item.location_data.city_name | default: item.location.city %}
{% assign country = item.location_data.country_name | default: item.location.country %}
{% if city or country %}
* Location: {{ city }} {{ country }}
{% endif %}
{% if item.pseudonym and item.name %}
* Pseudonym: {{ item.pseudonym }}
{% endif %}`,
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
      text: 'The company **Shop** was created.\n* User count: 3\n* Monthly spending: 9',
    },
    {
      payload: {
        topic: 'ticket.state.updated',
        data: {
          item: {
            type: 'ticket',
            ticket_id: '66',
            ticket_attributes: { _default_title_: 'It breaks', _default_description_: 'Badly' },
            ticket_state: { internal_label: 'Submitted' },
            ticket_parts: { ticket_parts: [{ author: { name: 'Mia' } }] },
          },
        },
      },
      topic: 'It breaks',
      text: '**Mia**: ticket #66 **It breaks** – state updated (state: Submitted).',
    },
    {
      payload: {
        topic: 'contact.lead.tag.created',
        data: { item: { tag: { name: 'urgent' }, contact: { role: 'lead', name: 'Ann' } } },
      },
      topic: 'Contacts',
      text: 'The tag **urgent** was added to **Ann**.',
    },
    {
      payload: {
        topic: 'company.contact.attached',
        data: { item: { company: { name: null, user_count: 1 }, contact: { name: 'Ann' } } },
      },
      topic: 'Companies',
      text: '**Ann** was added to the company **without a name**.',
    },
    {
      payload: {
        topic: 'article.published',
        data: { item: { title: 'How to pay', description: 'By card', url: null } },
      },
      topic: 'How to pay',
      text: 'The article **How to pay** was published.\n\n``` quote\nBy card\n```',
    },
    {
      payload: { topic: 'admin.added_to_workspace', data: { item: { name: 'Mia', email: 'mia@example.com' } } },
      topic: 'Admins',
      text: 'Admin **Mia**: added to workspace.',
    },
    {
      payload: {
        topic: 'granular.unsubscribe',
        data: {
          item: { contact: { name: 'Ann' }, subscription_types: { data: [{ default_translation: { name: 'News' } }] } },
        },
      },
      topic: 'Contacts',
      text: '**Ann** unsubscribed the messages News.',
    },
    {
      payload: {
        topic: 'conversation.admin.assigned',
        data: {
          item: {
            user: { name: 'Ann' },
            assignee: { name: 'Max' },
            conversation_parts: { conversation_parts: [{ author: { name: 'Mia' }, body: '<p>Yours</p>' }] },
            links: { conversation_web: 'https://example.com/c' },
          },
        },
      },
      topic: 'Ann',
      text: '**Mia** assigned a [conversation](https://example.com/c) with **Ann** to **Max**.\n\n``` quote\nYours\n```',
    },
    {
      payload: {
        app_id: 'a7',
        topic: 'conversation.priority.updated',
        data: {
          item: {
            id: '215',
            source: { body: '<p>Help</p>', author: { name: 'Ann' } },
            priority: 'priority',
            conversation_parts: { conversation_parts: [{ body: null, author: { name: 'Mia' } }] },
          },
        },
      },
      topic: 'Ann',
      text: 'The [conversation](https://app.intercom.com/a/apps/a7/conversations/215) with **Ann**: priority updated (priority) by **Mia**.',
    },
    {
      payload: {
        topic: 'contact.user.created',
        data: { item: { name: 'Ann', email: 'ann@example.com', role: 'user' } },
      },
      topic: 'Contacts',
      text: 'Contact user created: **Ann**\n* Email: ann@example&#46;com',
    },
  ],
};
