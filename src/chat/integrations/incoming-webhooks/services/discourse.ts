import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

export const discourse: TemplateService = {
  name: 'discourse',
  display_name: 'Discourse',
  category: 'communication',
  setup: '*Admin → API → Webhooks → Add webhook*, with the URL as its *Payload URL* and the type application/json.',
  event: "{{ delivery.headers['x-discourse-event'] | default: 'event' }}",
  shared: `
{% assign base = delivery.headers['x-discourse-instance'] %}
{% assign written = post | default: like.post | default: solved | default: assign %}
{% assign shown = written.cooked | from_html %}
{% assign written_url = base | append: '/t/' | append: written.topic_slug | append: '/' | append: written.topic_id \
| append: '/' | append: written.post_number %}`,
  topic: `
{% if delivery.payload.topic %}{{ delivery.payload.topic.title }}{% elsif written.topic_title %}{{ written.topic_title }}\
{% elsif chat_message.channel.title %}{{ chat_message.channel.title }}\
{% elsif user or user_badge or user_promoted or group_user %}Users{% else %}Discourse{% endif %}`,
  events: [
    { on: 'ping', text: 'The webhook of Discourse works.' },
    {
      when: 'delivery.payload.topic',
      text: `
{% assign found = delivery.payload.topic %}
{% assign url = base | append: '/t/' | append: found.slug | append: '/' | append: found.id %}
{{ found.created_by.name | default: found.created_by.username | default: found.details.created_by.username | bold }}: \
{{ delivery.event | words }} {{ found.title | link: url }}\
{% if found.posts_count %} ({{ found.posts_count | plural: 'post' }}){% endif %}.`,
    },
    {
      when: 'like',
      text: `{{ like.user.name | default: like.user.username | bold }} likes a {{ 'post' | link: written_url }} of \
{{ written.name | default: written.username | bold }} in {{ written.topic_title | bold }}.`,
    },
    {
      when: 'post',
      text: `{{ post.name | default: post.username | bold }}: {{ delivery.event | words | link: written_url }} in \
{{ post.topic_title | bold }}.{{ post.raw | default: shown | quote }}`,
    },
    {
      when: 'solved',
      text: `The {{ 'answer' | link: written_url }} of {{ written.name | default: written.username | bold }} \
{% if delivery.event contains 'unaccepted' %}is no longer the solution{% else %}was accepted as the solution{% endif %} of \
{{ written.topic_title | bold }}.{{ written.raw | default: shown | quote }}`,
    },
    {
      when: 'user',
      text: '{% assign user_url = base | append: "/u/" | append: user.username %}{{ delivery.event | words | sentence_case }}: \
{{ user.name | default: user.username | link: user_url | bold }}.',
    },
    {
      when: 'reviewable',
      text: `{% assign reviewed_url = reviewable.target_url %}\
{% if reviewed_url | starts_with: '/' %}{% assign reviewed_url = base | append: reviewed_url %}{% endif %}{{ delivery.event | words | sentence_case | bold }}: {{ reviewable.type | remove: 'Reviewable' | words \
| link: reviewed_url }}\
{% if reviewable.created_by.username or reviewable.target_created_by.username %} by \
{{ reviewable.created_by.username | default: reviewable.target_created_by.username | bold }}{% endif %}\
{% if reviewable.topic.title %} in {{ reviewable.topic.title | bold }}{% endif %}.\
{{ reviewable.payload.raw | quote }}`,
    },
    {
      when: 'group or category or tag',
      text: `
{% assign found = group | default: category | default: tag %}
{% assign url = base | append: '/g/' | append: group.name %}
{% if category %}{% assign url = base | append: '/c/' | append: category.slug | append: '/' | append: category.id %}{% endif %}
{% if tag %}{% assign url = base | append: '/tag/' | append: tag.name %}{% endif %}
{{ delivery.event | words | sentence_case }}: {{ found.name | default: found.id | link: url | bold }}.`,
    },
    {
      when: 'user_badge',
      text: `{{ user_badge.user.name | default: user_badge.user.username | bold }} received the badge \
{{ user_badge.badge.name | bold }}.`,
    },
    {
      when: 'chat_message',
      text: `
{% assign said = chat_message.message %}
{{ said.user.name | default: said.user.username | default: 'Somebody' | bold }}: {{ delivery.event | words }} in \
{{ chat_message.channel.title | default: chat_message.channel.slug | bold }}.{{ said.message | quote }}`,
    },
    FALLBACK,
  ],
  samples: [
    {
      headers: { 'X-Discourse-Event': 'post_created', 'X-Discourse-Instance': 'https://forum.example.com' },
      payload: {
        post: {
          username: 'ann',
          topic_title: 'Marmots',
          topic_slug: 'marmots',
          topic_id: 7,
          post_number: 2,
          raw: 'Hi',
        },
      },
      topic: 'Marmots',
      text: '**ann**: [post created](https://forum.example.com/t/marmots/7/2) in **Marmots**.\n\n``` quote\nHi\n```',
    },
    {
      headers: { 'X-Discourse-Event': 'post_liked', 'X-Discourse-Instance': 'https://forum.example.com' },
      payload: {
        like: {
          post: { username: 'ann', topic_title: 'Marmots', topic_slug: 'marmots', topic_id: 7, post_number: 2 },
          user: { username: 'max', name: 'Max' },
        },
      },
      topic: 'Marmots',
      text: '**Max** likes a [post](https://forum.example.com/t/marmots/7/2) of **ann** in **Marmots**.',
    },
    {
      headers: { 'X-Discourse-Event': 'category_created', 'X-Discourse-Instance': 'https://forum.example.com' },
      payload: { category: { id: 3, name: 'Alps', slug: 'alps' } },
      topic: 'Discourse',
      text: 'Category created: **[Alps](https://forum.example.com/c/alps/3)**.',
    },
    {
      headers: { 'X-Discourse-Event': 'user_badge_granted' },
      payload: { user_badge: { user: { username: 'ann' }, badge: { name: 'Climber' } } },
      topic: 'Users',
      text: '**ann** received the badge **Climber**.',
    },
    {
      headers: { 'X-Discourse-Event': 'ping' },
      payload: { ping: 'OK' },
      topic: 'Discourse',
      text: 'The webhook of Discourse works.',
    },
    {
      headers: { 'X-Discourse-Event': 'accepted_solution', 'X-Discourse-Instance': 'https://forum.example.com' },
      payload: {
        solved: {
          name: 'Mia',
          username: 'mia',
          topic_title: 'Beans',
          topic_slug: 'beans',
          topic_id: 7,
          post_number: 2,
          raw: 'Water them',
        },
      },
      topic: 'Beans',
      text:
        'The [answer](https://forum.example.com/t/beans/7/2) of **Mia** was accepted as the solution of **Beans**.\n' +
        '\n' +
        '``` quote\n' +
        'Water them\n' +
        '```',
    },
    {
      headers: { 'X-Discourse-Event': 'reviewable_created', 'X-Discourse-Instance': 'https://forum.example.com' },
      payload: {
        reviewable: {
          type: 'ReviewableFlaggedPost',
          target_url: '/t/beans/7/2',
          created_by: { username: 'mia' },
          topic: { title: 'Beans' },
        },
      },
      topic: 'Discourse',
      text: '**Reviewable created**: [flagged post](https://forum.example.com/t/beans/7/2) by **mia** in **Beans**.',
    },
  ],
};
