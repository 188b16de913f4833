import type { TemplateService } from '../types.ts';

export const netlify: TemplateService = {
  name: 'netlify',
  display_name: 'Netlify',
  category: 'continuous-integration',
  event: "{{ delivery.headers['x-netlify-event'] | default: state }}",
  topic: '{{ branch | default: name }}',
  branch: '{{ branch }}',
  events: [
    {
      when: 'state or name',
      text: `
{% assign site = ssl_url | default: url | default: deploy_ssl_url %}
{% assign shown = delivery.event | words %}
{% if state == 'error' %}:cross_mark: {% elsif state == 'ready' %}:check: {% endif %}\
The build {{ title | default: id | link: deploy_ssl_url }} on branch {{ branch | code }} of \
{{ name | link: site }} is now {{ state | default: shown | words | bold }}\
{% if committer %} ({{ committer }}){% endif %}\
{% if commit_ref %}: {{ commit_ref | short_sha | link: commit_url }}{% endif %}.\
{{ error_message | quote }}`,
    },
  ],
  samples: [
    {
      headers: { 'X-Netlify-Event': 'deploy_created' },
      payload: {
        title: 'Fix it',
        name: 'shop',
        branch: 'main',
        state: 'ready',
        ssl_url: 'https://shop.example.com',
        deploy_ssl_url: 'https://example.com/deploy',
      },
      topic: 'main',
      text: ':check: The build [Fix it](https://example.com/deploy) on branch `main` of [shop](https://shop.example.com) is now **ready**.',
    },
  ],
};
