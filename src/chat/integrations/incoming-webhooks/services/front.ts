import type { TemplateService } from '../types.ts';

export const front: TemplateService = {
  name: 'front',
  display_name: 'Front',
  category: 'customer-support',
  event: '{{ type }}',
  shared: `
{% assign found = source.data %}
{% assign who = source.data.first_name | append: ' ' | append: source.data.last_name | strip | default: source.data.name %}
{% if who == '' %}
{% assign who = target.data.author.first_name | append: ' ' | append: target.data.author.last_name | strip %}
{% endif %}
{% assign link_url = 'https://app.frontapp.com/open/' | append: conversation.id %}`,
  topic: '{{ conversation.subject | default: conversation.id | default: "Front" }}',
  events: [
    {
      on: ['inbound', 'outbound'],
      text: `
{{ type | sentence_case }} message from \
{% for recipient in target.data.recipients %}{% if recipient.role == 'from' %}{{ recipient.handle | bold }}{% endif %}\
{% endfor %} to \
{% for recipient in target.data.recipients %}{% if recipient.role == 'to' %}{{ recipient.handle | bold }} {% endif %}\
{% endfor %}{{ '(conversation)' | link: link_url }}.
{{ conversation.subject | bold }}{{ target.data.body | from_html | quote }}`,
    },
    {
      needs: ['type'],
      text: `
{{ who | default: 'Somebody' | bold }} \
{% case type %}\
{% when 'assign' %}{% if target.data.id and target.data.id == source.data.id %}took over\
{% else %}assigned {{ target.data.first_name }} {{ target.data.last_name }} to{% endif %}\
{% when 'unassign' %}unassigned\
{% when 'comment' %}commented on\
{% when 'mention' %}mentioned somebody in\
{% when 'tag' %}added the tag {{ target.data.name | bold }} to\
{% when 'untag' %}removed the tag {{ target.data.name | bold }} from\
{% when 'trash' %}deleted\
{% when 'out_reply' or 'outreply' %}replied to\
{% else %}{{ type | words | past }}{% endcase %} {{ 'the conversation' | link: link_url }}\
{% if conversation.subject %} {{ conversation.subject | bold }}{% endif %}.\
{{ target.data.body | default: target.data.content | from_html | quote }}`,
    },
  ],
  samples: [
    {
      payload: {
        type: 'tag',
        conversation: { id: 'cnv_1', subject: 'Help' },
        source: { data: { first_name: 'Mia', last_name: 'Hu' } },
        target: { data: { name: 'urgent' } },
      },
      topic: 'Help',
      text: '**Mia Hu** added the tag **urgent** to [the conversation](https://app.frontapp.com/open/cnv_1) **Help**.',
    },
    {
      payload: {
        type: 'assign',
        conversation: { id: 'cnv_1', subject: 'Help' },
        source: { _meta: { type: 'rule' }, data: { id: 'rul_1', name: 'Important customers' } },
        target: { data: { id: 'tea_1', first_name: 'Mia', last_name: 'Hu' } },
      },
      topic: 'Help',
      text: '**Important customers** assigned Mia Hu to [the conversation](https://app.frontapp.com/open/cnv_1) **Help**.',
    },
    {
      payload: {
        type: 'reopen',
        conversation: { id: 'cnv_1', subject: '' },
        source: { data: { id: 'tea_1', first_name: 'Mia', last_name: 'Hu' } },
      },
      topic: 'cnv_1',
      text: '**Mia Hu** reopened [the conversation](https://app.frontapp.com/open/cnv_1).',
    },
  ],
};
