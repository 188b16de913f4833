import type { TemplateService } from '../types.ts';

export const ghost: TemplateService = {
  name: 'ghost',
  display_name: 'Ghost',
  category: 'marketing',
  event: '{% if post %}post{% elsif page %}page{% elsif member %}member{% elsif tag %}tag{% else %}site{% endif %}',
  topic: '{% if member %}Members{% else %}Ghost{% endif %}',
  events: [
    {
      on: ['post', 'page', 'tag'],
      text: `
{% assign found = post | default: page | default: tag %}
{% assign now = found.current %}
{% assign before = found.previous %}
{% assign who = now.primary_author.name | default: now.authors[0].name %}
{{ now.title | default: before.title | default: now.name | default: before.name | link: now.url | bold }}: \
{% if now.title == nil and now.name == nil %}deleted{% else %}{{ now.status | default: 'changed' | words }}{% endif %}\
{% if who %}, by {{ who }}{% endif %}.{{ now.custom_excerpt | default: now.excerpt | quote }}`,
    },
    {
      on: 'member',
      text: `
{% assign now = member.current %}
{% assign before = member.previous %}
Member {{ now.name | default: now.email | default: before.name | default: before.email | bold }} \
{% if now.email == nil %}was deleted{% elsif before.email %}was updated{% else %}signed up{% endif %}\
{% if now.status %} ({{ now.status }}){% endif %}.`,
    },
    { on: 'site', text: 'The site was changed.' },
  ],
  samples: [
    {
      payload: {
        post: { current: { title: 'Marmots', url: 'https://example.com/m', status: 'published' }, previous: {} },
      },
      topic: 'Ghost',
      text: '**[Marmots](https://example.com/m)**: published.',
    },
    {
      payload: { member: { current: { name: 'Ann', email: 'a@example.com', status: 'free' } } },
      topic: 'Members',
      text: 'Member **Ann** signed up (free).',
    },
  ],
};
