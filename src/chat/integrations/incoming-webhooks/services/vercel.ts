import type { TemplateService } from '../types.ts';

export const vercel: TemplateService = {
  name: 'vercel',
  display_name: 'Vercel',
  category: 'deployment',
  event: '{{ type }}',
  topic: '{{ payload.name | default: payload.deployment.name | default: payload.project.name | default: "Vercel" }}',
  events: [
    {
      needs: ['type', 'payload'],
      text: `
{% assign found = payload.deployment %}
{% assign url = 'https://' | append: found.url %}
{% assign meta = found.meta %}
{% if type contains 'succeeded' or type contains 'ready' %}:check: {% elsif type contains 'error' %}:cross_mark: {% endif %}\
{{ type | words | sentence_case | link: payload.links.deployment | bold }}{% if found.url %}: {{ found.url | link: url }}{% endif %}\
{% if payload.target %} ({{ payload.target }}){% endif %}
{% assign message = meta.githubCommitMessage | default: meta.gitlabCommitMessage | default: meta.bitbucketCommitMessage %}
{% assign author = meta.githubCommitAuthorName | default: meta.gitlabCommitAuthorName | default: meta.bitbucketCommitAuthorName %}
{% assign commit_url = '' %}
{% if meta.githubOrg and meta.githubRepo %}
{% assign commit_url = 'https://github.com/' | append: meta.githubOrg | append: '/' | append: meta.githubRepo \
| append: '/commit/' | append: meta.githubCommitSha %}
{% endif %}
{% if message %}
* {{ message | first_line | link: commit_url }} \
({{ meta.githubCommitRef | default: meta.gitlabCommitRef | default: meta.bitbucketCommitRef | code }})\
{% if author %} by {{ author }}{% endif %}
{% endif %}
{% assign name = payload.project.name | default: payload.domain.name | default: payload.name \
| default: payload.configuration.id | default: found.id %}
{% if name and found.url == nil %}
* {{ name }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        type: 'deployment.succeeded',
        payload: {
          name: 'shop',
          target: 'production',
          links: { deployment: 'https://example.com/d' },
          deployment: { url: 'shop.example.com', meta: { githubCommitMessage: 'Fix it', githubCommitRef: 'main' } },
        },
      },
      topic: 'shop',
      text: ':check: **[Deployment succeeded](https://example.com/d)**: [shop.example&#46;com](https://shop.example.com) (production)\n* Fix it (`main`)',
    },
    {
      payload: { type: 'project.created', payload: { project: { id: 'prj_1', name: 'shop' } } },
      topic: 'shop',
      text: '**Project created**\n* shop',
    },
    {
      payload: {
        type: 'deployment.succeeded',
        payload: {
          name: 'shop',
          target: 'production',
          links: { deployment: 'https://example.com/d' },
          deployment: {
            url: 'shop.example.com',
            meta: {
              githubOrg: 'mia',
              githubRepo: 'shop',
              githubCommitSha: '0123456',
              githubCommitRef: 'main',
              githubCommitMessage: 'Open the shop',
              githubCommitAuthorName: 'Mia',
            },
          },
        },
      },
      topic: 'shop',
      text:
        ':check: **[Deployment succeeded](https://example.com/d)**: [shop.example&#46;com](https://shop.example.com) (production)\n' +
        '* [Open the shop](https://github.com/mia/shop/commit/0123456) (`main`) by Mia',
    },
  ],
};
