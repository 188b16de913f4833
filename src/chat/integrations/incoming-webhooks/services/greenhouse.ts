import type { TemplateService } from '../types.ts';

export const greenhouse: TemplateService = {
  name: 'greenhouse',
  display_name: 'Greenhouse',
  category: 'hr',
  event: '{{ action }}',
  topic:
    '{{ action | words | sentence_case }} - {{ payload.application.candidate.id | default: payload.candidate.id }}',
  events: [
    { on: 'ping', topic: 'Greenhouse', text: 'The webhook of Greenhouse works.' },
    {
      needs: ['action'],
      text: `
{% assign application = payload.application | default: payload %}
{% assign person = application.candidate | default: payload.candidate %}
{{ action | words | sentence_case }}: {{ person.first_name }} {{ person.last_name }} \
(ID: {{ person.id }}){% if application.jobs[0].name %}, applying for {{ application.jobs[0].name | bold }}{% endif %}\
{% if application.current_stage.name %}, now in {{ application.current_stage.name | bold }}{% endif %}.
{% for email in person.email_addresses limit: 5 %}
* {{ email.value }} ({{ email.type }})
{% endfor %}
{% for file in person.attachments limit: 5 %}
* {{ file.type | words | link: file.url }}
{% endfor %}
{% if application.rejection_reason.name %}
* Reason: {{ application.rejection_reason.name }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        action: 'hire_candidate',
        payload: {
          application: {
            candidate: {
              id: 7,
              first_name: 'Ann',
              last_name: 'Lee',
              email_addresses: [{ value: 'ann@example.com', type: 'personal' }],
              attachments: [{ type: 'resume', url: 'https://example.com/cv' }],
            },
            jobs: [{ name: 'Designer' }],
          },
        },
      },
      topic: 'Hire candidate - 7',
      text: 'Hire candidate: Ann Lee (ID: 7), applying for **Designer**.\n* ann@example&#46;com (personal)\n* [resume](https://example.com/cv)',
    },
  ],
};
