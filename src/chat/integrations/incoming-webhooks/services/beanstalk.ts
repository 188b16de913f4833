import type { TemplateService } from '../types.ts';

/** Pushes to Git repositories, and commits to Subversion ones. */
export const beanstalk: TemplateService = {
  name: 'beanstalk',
  display_name: 'Beanstalk',
  category: 'version-control',
  topic: '{{ repository.name }} / {{ branch | default: ref | branch }}',
  branch: '{% if commits %}{{ branch | default: ref | branch }}{% endif %}',
  events: [
    {
      when: 'commits or before',
      text: `{{ pusher_name | default: user_name | default: commits[0].author.name }} {% if forced %}force-{% endif %}pushed {{ commits | plural: 'commit' }} to \
{{ branch | default: ref | branch | code }}.

{% for commit in commits limit: 20 %}
* {{ commit.message | first_line }} ({{ commit.id | short_sha | link: commit.url }}) by {{ commit.author.name }}
{% endfor %}
{% if commits.size > 20 %}
* and {{ commits.size | minus: 20 }} more
{% endif %}`,
    },
    {
      needs: ['revision'],
      topic: 'svn r{{ revision }}',
      text: `{{ author_full_name | default: author }} committed {{ 'revision ' | append: revision | link: changeset_url }}: \
{{ message | first_line }}`,
    },
  ],
  samples: [
    {
      payload: {
        repository: { name: 'klatch' },
        branch: 'main',
        commits: [{ id: '0123456789abcdef', url: 'https://example.com/c', message: 'Fix it', author: { name: 'Mia' } }],
      },
      topic: 'klatch / main',
      text: 'Mia pushed 1 commit to `main`.\n\n* Fix it ([0123456789a](https://example.com/c)) by Mia',
    },
    {
      payload: { author_full_name: 'Mia', revision: 7, changeset_url: 'https://example.com/7', message: 'Fix it' },
      topic: 'svn r7',
      text: 'Mia committed [revision 7](https://example.com/7): Fix it',
    },
  ],
};
