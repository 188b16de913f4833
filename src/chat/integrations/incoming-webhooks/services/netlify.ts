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
      when: 'form_name',
      topic: '{{ form_name }}',
      text: 'A new submission of the form {{ form_name | link: site_url | bold }}{{ data | facts: "ip", "user_agent", "referrer" }}',
    },
    {
      when: 'state or name',
      text: `
{% assign site = ssl_url | default: url | default: deploy_ssl_url %}
{% assign shown = state | default: delivery.event | remove_first: 'deploy_' | words %}
{% if delivery.event == 'deploy_locked' or delivery.event == 'deploy_unlocked' %}
{% assign shown = delivery.event | remove_first: 'deploy_' %}
{% endif %}
{% assign page = deploy_ssl_url %}
{% if admin_url and id and state != 'ready' %}{% assign page = admin_url | append: '/deploys/' | append: id %}{% endif %}
{% if state == 'error' %}:cross_mark: {% elsif state == 'ready' %}:check: {% endif %}\
The build {{ title | default: name | link: page }} on branch {{ branch | code }} of \
{{ name | link: site }} is now {{ shown | bold }}\
{% if committer %} ({{ committer }}){% endif %}\
{% if commit_ref %}: {{ commit_ref | short_sha | link: commit_url }}{% endif %}\
{% if review_id and review_url %} for {{ '#' | append: review_id | link: review_url }}{% endif %}.\
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
    {
      headers: { 'X-Netlify-Event': 'deploy_locked' },
      payload: { title: null, name: 'shop', branch: 'main', state: 'ready', ssl_url: 'https://shop.example.com' },
      topic: 'main',
      text: ':check: The build shop on branch `main` of [shop](https://shop.example.com) is now **locked**.',
    },
    {
      headers: { 'X-Netlify-Event': 'submission_created' },
      payload: { form_name: 'contact', site_url: 'https://shop.example.com', data: { name: 'Mia', message: 'Hello' } },
      topic: 'contact',
      text: 'A new submission of the form **[contact](https://shop.example.com)**\n* name: Mia\n* message: Hello',
    },
    {
      payload: {
        id: 'd7',
        state: 'error',
        name: 'shop',
        branch: 'open',
        title: 'Open the shop',
        admin_url: 'https://example.com/sites/shop',
        deploy_ssl_url: 'https://open--shop.example.com',
        review_id: 7,
        review_url: 'https://example.com/pull/7',
        error_message: 'No such file',
      },
      topic: 'open',
      text:
        ':cross_mark: The build [Open the shop](https://example.com/sites/shop/deploys/d7) on branch `open` of [shop](https://open--shop.example.com) is now **error** for [&#35;7](https://example.com/pull/7).\n' +
        '\n' +
        '``` quote\n' +
        'No such file\n' +
        '```',
    },
  ],
};
