import type { TemplateService } from '../types.ts';

/** The pushes of Bitbucket's older service. */
export const bitbucket: TemplateService = {
  name: 'bitbucket',
  display_name: 'Bitbucket (older)',
  category: 'version-control',
  shared: '{% assign url = canon_url | append: repository.absolute_url %}{% assign last = commits | last %}',
  topic: '{{ repository.name }}{% if last.branch %} / {{ last.branch }}{% endif %}',
  branch: '{{ last.branch }}',
  private: 'repository.is_private',
  events: [
    {
      needs: ['repository'],
      text: `
{% if commits.size > 0 %}
{{ user | default: 'Somebody' }} pushed {{ commits | plural: 'commit' }} to {{ last.branch | code }}.

{% for commit in commits limit: 20 %}
{% assign commit_url = url | append: 'commits/' | append: commit.raw_node %}
* {{ commit.message | first_line }} ({{ commit.raw_node | default: commit.node | short_sha | link: commit_url }})\
{% if commit.author and commit.author != user %} by {{ commit.author }}{% endif %}
{% endfor %}
{% else %}
{{ user | default: 'Somebody' }} force-pushed to {{ repository.name | link: url }}.
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        canon_url: 'https://example.com',
        user: 'mia',
        repository: { name: 'klatch', absolute_url: '/crew/klatch/' },
        commits: [{ node: '0123', raw_node: '0123456789abcdef', branch: 'main', author: 'max', message: 'Fix it' }],
      },
      topic: 'klatch / main',
      text: 'mia pushed 1 commit to `main`.\n\n* Fix it ([0123456789a](https://example.com/crew/klatch/commits/0123456789abcdef)) by max',
    },
  ],
};
