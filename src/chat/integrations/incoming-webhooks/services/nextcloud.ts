import type { TemplateService } from '../types.ts';

/** The app Webhook listeners. */
export const nextcloud: TemplateService = {
  name: 'nextcloud',
  display_name: 'Nextcloud',
  category: 'productivity',
  event: "{{ event.class | split: '\\\\' | last }}",
  topic: 'Nextcloud',
  events: [
    {
      needs: ['event'],
      text: `
{% assign done = delivery.event | words | remove: ' event' %}
{{ user.displayName | default: user.uid | default: 'Somebody' | bold }}: {{ done }}\
{% if event.node.path %} {{ event.node.path | split: '/files/' | last | code }}{% endif %}\
{% if event.target.path %} → {{ event.target.path | split: '/files/' | last | code }}{% endif %}\
{% if event.form.title %} {{ event.form.title | bold }}{% endif %}\
{% if event.objectData.uri %} {{ event.objectData.uri | code }}{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        user: { uid: 'mia', displayName: 'Mia' },
        time: 1_700_000_000,
        event: { class: 'OCP\\Files\\Events\\Node\\NodeCreatedEvent', node: { id: 7, path: '/mia/files/plan.md' } },
      },
      topic: 'Nextcloud',
      text: '**Mia**: node created `plan.md`',
    },
  ],
};
