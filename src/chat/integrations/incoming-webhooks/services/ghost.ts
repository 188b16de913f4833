import type { TemplateService } from '../types.ts';

/** `previous` has the fields that were changed. The address of a draft can't be opened, but that of its preview can. */
export const ghost: TemplateService = {
  name: 'ghost',
  display_name: 'Ghost',
  category: 'marketing',
  setup:
    '*Settings → Integrations → Custom → Add custom integration → Add webhook*, one for each event, with the URL as *Target URL*.',
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
{% assign title = now.title | default: before.title | default: now.name | default: before.name \
| default: now.slug | default: before.slug | default: 'Something' %}
{% assign hidden = '/404/' %}
{% assign preview = '/p/' | append: now.uuid | append: '/' %}
{% assign url = now.url | default: before.url %}
{% if url contains hidden %}{% assign url = url | replace: hidden, preview %}{% endif %}
{{ title | link: url | bold }}: \
{% if now.title == nil and now.name == nil %}deleted\
{% elsif tag %}{% if before.updated_at or before.name %}changed{% else %}created{% endif %}\
{% elsif now.status == 'draft' and before.status == 'published' %}unpublished\
{% elsif before.status %}{{ now.status | words }}\
{% elsif before.updated_at %}changed\
{% else %}{{ now.status | default: 'changed' | words }}{% endif %}\
{% if now.status == 'scheduled' and now.published_at %} for {{ now.published_at | time }}{% endif %}\
{% if who %}, by {{ who }}{% endif %}.
{% if now.tags.size > 0 %}
* Tags: {{ now.tags | map: 'name' | sentence }}
{% endif %}
{{ now.custom_excerpt | default: now.excerpt | quote }}`,
    },
    {
      on: 'member',
      text: `
{% assign now = member.current %}
{% assign before = member.previous %}
Member {{ now.name | default: now.email | default: before.name | default: before.email | bold }} \
{% if now.email == nil %}was deleted\
{% elsif before.email or before.updated_at or before.name or before.status %}was updated{% else %}signed up{% endif %}\
{% if now.status %} ({{ now.status }}){% endif %}.\
{% if before.status and now.status %} It was {{ before.status }} before.{% endif %}\
{% if before.name and now.name %} The name was {{ before.name }} before.{% endif %}\
{% if before.email and now.email %} The address was {{ before.email }} before.{% endif %}`,
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
      payload: {
        post: {
          current: {
            title: 'Marmots',
            uuid: 'u7',
            url: 'https://example.com/404/',
            status: 'draft',
            tags: [{ name: 'Alps' }],
          },
          previous: { status: 'published', updated_at: '2026-01-02T03:04:05Z' },
        },
      },
      topic: 'Ghost',
      text: '**[Marmots](https://example.com/p/u7/)**: unpublished.\n* Tags: Alps',
    },
    {
      payload: { member: { current: { name: 'Ann', email: 'a@example.com', status: 'free' } } },
      topic: 'Members',
      text: 'Member **Ann** signed up (free).',
    },
    {
      payload: {
        member: { current: { name: 'Ann', email: 'a@example.com', status: 'paid' }, previous: { status: 'free' } },
      },
      topic: 'Members',
      text: 'Member **Ann** was updated (paid). It was free before.',
    },
    {
      payload: {
        post: {
          current: {
            title: 'Beans',
            url: 'https://example.com/beans',
            status: 'scheduled',
            published_at: '2026-01-02T08:00:00Z',
          },
          previous: { status: 'draft' },
        },
      },
      topic: 'Ghost',
      text: '**[Beans](https://example.com/beans)**: scheduled for <time:2026-01-02T08:00:00.000Z>.',
    },
  ],
};
