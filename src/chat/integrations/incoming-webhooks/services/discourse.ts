import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

export const discourse: TemplateService = {
  name: 'discourse',
  display_name: 'Discourse',
  category: 'communication',
  event: "{{ delivery.headers['x-discourse-event'] | default: 'event' }}",
  shared: "{% assign base = delivery.headers['x-discourse-instance'] %}",
  topic: `
{% if delivery.payload.topic %}{{ delivery.payload.topic.title }}{% elsif post %}{{ post.topic_title }}\
{% elsif user %}Users{% else %}Discourse{% endif %}`,
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
      when: 'post',
      text: `
{% assign url = base | append: '/t/' | append: post.topic_slug | append: '/' | append: post.topic_id | append: '/' | append: post.post_number %}
{{ post.name | default: post.username | bold }}: {{ delivery.event | words | link: url }} in {{ post.topic_title | bold }}.\
{{ post.raw | quote }}`,
    },
    {
      when: 'user',
      text: '{{ delivery.event | words | sentence_case }}: {{ user.name | default: user.username | bold }}.',
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
  ],
};
