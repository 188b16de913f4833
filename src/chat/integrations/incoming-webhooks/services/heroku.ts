import type { TemplateService } from '../types.ts';

/** Deploy hooks, whose fields are those of a form, and newer webhooks of the API. */
export const heroku: TemplateService = {
  name: 'heroku',
  display_name: 'Heroku',
  category: 'deployment',
  topic: '{{ app | default: data.app.name | default: data.name }}',
  events: [
    {
      when: 'head',
      text: `{{ user | default: 'Somebody' }} deployed version {{ head | code }} of {{ app | link: url | bold }}.\
{{ git_log | quote }}`,
    },
    {
      when: 'data',
      text: `
{% assign app_name = data.app.name | default: data.name %}
{% assign app_url = 'https://dashboard.heroku.com/apps/' | append: app_name %}
{% assign status = data.status | default: data.state %}
{% assign detail = data.hostname | default: data.plan.name | default: data.user.email | default: data.name %}
{% case resource %}
{% when 'release' %}
{% assign detail = 'v' | append: data.version %}
{% when 'build' %}
{% assign detail = data.source_blob.version | short_sha %}
{% when 'formation' or 'dyno' %}
{% assign detail = data.name | default: data.type %}
{% when 'app' %}
{% assign detail = '' %}
{% endcase %}
{% if status == 'succeeded' %}:check: {% elsif status == 'failed' %}:cross_mark: {% endif %}\
{{ actor.email | default: 'Somebody' }} {{ action | past }} the {{ resource | words }}{% if detail %} {{ detail | bold }}{% endif %}\
{% if data.app %} of the app {{ app_name | link: app_url | bold }}{% elsif app_name %} {{ app_name | link: app_url | bold }}{% endif %}\
{% if status %}: {{ status | words }}{% endif %}\
{% if data.output_stream_url %} ({{ 'log' | link: data.output_stream_url }}){% endif %}.
{% for change in previous_data limit: 5 %}
{% assign key = change[0] %}
{% assign is_shown = change[1] | is_object %}
{% unless is_shown or key == 'updated_at' %}
* {{ key | words }}: {{ change[1] | default: 'none', allow_false: true }} → \
{{ data[key] | default: 'none', allow_false: true | bold }}
{% endunless %}
{% endfor %}
{{ data.description | quote }}`,
    },
  ],
  samples: [
    {
      payload: {
        app: 'shop',
        user: 'a@example.com',
        url: 'https://shop.example.com',
        head: '0123',
        git_log: '* Mia: Fix',
      },
      topic: 'shop',
      text: 'a@example&#46;com deployed version `0123` of **[shop](https://shop.example.com)**.\n\n``` quote\n* Mia: Fix\n```',
    },
    {
      payload: {
        action: 'create',
        resource: 'release',
        actor: { email: 'mia@example.com' },
        data: { app: { name: 'shop' }, version: 3, status: 'succeeded', description: 'Deploy 0123' },
      },
      topic: 'shop',
      text: ':check: mia@example&#46;com created the release **v3** of the app **[shop](https://dashboard.heroku.com/apps/shop)**: succeeded.\n\n``` quote\nDeploy 0123\n```',
    },
    {
      payload: {
        action: 'update',
        resource: 'formation',
        actor: { email: 'mia@example.com' },
        data: { app: { name: 'shop' }, type: 'web', quantity: 2 },
        previous_data: { quantity: 1 },
      },
      topic: 'shop',
      text: 'mia@example&#46;com updated the formation **web** of the app **[shop](https://dashboard.heroku.com/apps/shop)**.\n* quantity: 1 → **2**',
    },
    {
      payload: { action: 'destroy', resource: 'app', actor: { email: 'mia@example.com' }, data: { name: 'shop' } },
      topic: 'shop',
      text: 'mia@example&#46;com destroyed the app **[shop](https://dashboard.heroku.com/apps/shop)**.',
    },
    {
      payload: {
        action: 'update',
        resource: 'app',
        actor: { email: 'mia@example.com' },
        data: { name: 'shop', maintenance: true },
        previous_data: { maintenance: false },
      },
      topic: 'shop',
      text:
        'mia@example&#46;com updated the app **[shop](https://dashboard.heroku.com/apps/shop)**.\n' +
        '* maintenance: false → **true**',
    },
  ],
};
