import { OWN_FIELDS } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** A value of the context that stands in the body as Python writes it, such as `'username': 'mia'`. */
const find = (name: string): string => `body | split: "'${name}': '" | slice: 1, 1 | first | split: "'" | first`;

/** The body is a message, or an action and its context. `user_username` is who receives the notification. */
export const authentik: TemplateService = {
  name: 'authentik',
  display_name: 'authentik',
  category: 'monitoring',
  setup: `*Events → Notification Transports → Create*, with the mode *Webhook (generic)* and the URL. Use it in a
notification rule.`,
  accepts_text: true,
  event: '{{ severity | default: "notice" }}',
  topic: 'authentik',
  shared: `
{% assign context = ': {' %}
{% assign user = event_user_username %}
{% if body contains context %}
{% assign action = body | split: context | first %}
{% assign named = ${find('username')} %}
{% assign user = event_user_username | default: named %}
{% assign model = ${find('model_name')} %}
{% assign what = ${find('name')} %}
{% assign address = ${find('client_ip')} %}
{% assign version = ${find('new_version')} %}
{% assign reason = ${find('message')} %}
{% endif %}`,
  events: [
    {
      when: 'body or text or message',
      text: `{% if severity == 'alert' or severity == 'warning' %}:alert: {% endif %}\
{% if action %}{{ action | words | sentence_case | bold }}\
{% if what %}: {% if model %}{{ model | words }} {% endif %}{{ what | bold }}{% elsif model %}: {{ model | words }}{% endif %}\
{% if version %}: {{ version }}{% endif %}{% else %}{{ body | default: text | default: message | linked_lines }}{% endif %}
{% if user %}
* User: {{ user }}{% if event_user_email %} ({{ event_user_email }}){% endif %}
{% endif %}
{% if address %}
* Address: {{ address }}
{% endif %}
{{ reason | quote }}`,
    },
    OWN_FIELDS,
  ],
  samples: [
    {
      payload: { body: 'A disk is full', severity: 'warning', user_username: 'max' },
      topic: 'authentik',
      text: ':alert: A disk is full',
    },
    {
      payload: {
        body: "model_updated: {'model': {'pk': 7, 'app': 'core', 'name': 'Wiki', 'model_name': 'application'}}",
        severity: 'notice',
        user_username: 'max',
        user_email: 'max@example.com',
        event_user_username: 'mia',
        event_user_email: 'mia@example.com',
      },
      topic: 'authentik',
      text: '**Model updated**: application **Wiki**\n* User: mia (mia@example&#46;com)',
    },
  ],
};
