import type { TemplateService } from '../types.ts';

export const rhodecode: TemplateService = {
  name: 'rhodecode',
  display_name: 'RhodeCode',
  category: 'version-control',
  event: '{{ event.name | default: name }}',
  shared: `
{% assign found = event | default: delivery.payload %}
{% assign repo = found.repo.repo_name | default: found.repo.name %}
{% assign ref = found.push.branches[0] | default: found.push.tags[0] | default: found.push.new_refs.branches[0] %}
{% assign who = found.actor.username %}`,
  topic: '{{ repo }}{% if ref.name %} / {{ ref.name }}{% endif %}',
  branch: '{{ found.push.branches[0].name }}',
  events: [
    {
      on: ['repo-push'],
      text: `
{% assign count = found.push.commits | size %}
{% if found.push.tags.size > 0 %}
{{ who }} pushed the tag {{ found.push.tags[0].name | link: found.push.tags[0].url }}.
{% elsif ref == nil and found.push.commits[0].raw_id contains '=>' %}
{{ who }} deleted the branch {{ found.push.commits[0].raw_id | split: '=>' | last | code }}.
{% elsif count == 0 %}
{{ who }} deleted or changed the branch {{ ref.name | code }}.
{% else %}
{{ who }} pushed {{ count | plural: 'commit' }} to {{ ref.name | link: ref.url }}.

{% for commit in found.push.commits limit: 20 %}
* {{ commit.message | first_line }} ({{ commit.raw_id | default: commit.short_id | short_sha | link: commit.url }})\
{% if commit.author %} by {{ commit.author | split: '<' | first | strip }}{% endif %}
{% endfor %}
{% endif %}`,
    },
    {
      when: 'found.repo or found.actor',
      text: `{{ who | bold }}: {{ delivery.event | words }}\
{% if found.pullrequest.title %} {{ found.pullrequest.title | link: found.pullrequest.url }}\
{% if found.pullrequest.status %} ({{ found.pullrequest.status | words }}){% endif %}{% endif %}\
{% if found.comment.text or found.comment.comment_text %}{{ found.comment.text | default: found.comment.comment_text | quote }}{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        event: {
          name: 'repo-push',
          actor: { username: 'mia' },
          repo: { repo_name: 'klatch' },
          push: { branches: [], commits: [{ raw_id: 'delete_branch=>old', message: '' }] },
        },
      },
      topic: 'klatch',
      text: 'mia deleted the branch `old`.',
    },
    {
      payload: {
        event: {
          name: 'pullrequest-create',
          actor: { username: 'mia' },
          repo: { repo_name: 'klatch' },
          pullrequest: { title: 'Fix it', url: 'https://example.com/7', status: 'under_review' },
        },
      },
      topic: 'klatch',
      text: '**mia**: pullrequest create [Fix it](https://example.com/7) (under review)',
    },
    {
      payload: {
        event: {
          name: 'repo-push',
          actor: { username: 'mia' },
          repo: { repo_name: 'klatch' },
          push: {
            branches: [{ name: 'main', url: 'https://example.com/main' }],
            commits: [{ raw_id: '0123456789abcdef', message: 'Fix it', url: 'https://example.com/c' }],
          },
        },
      },
      topic: 'klatch / main',
      text: 'mia pushed 1 commit to [main](https://example.com/main).\n\n* Fix it ([0123456789a](https://example.com/c))',
    },
  ],
};
