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
      text: `{{ actor.email | default: 'Somebody' }}: {{ resource | words }} {{ action | words }} of \
{{ data.app.name | default: data.name | bold }}{% if data.status %}: {{ data.status }}{% endif %}.\
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
  ],
};
