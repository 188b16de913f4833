import type { TemplateService } from '../types.ts';

export const thinkst: TemplateService = {
  name: 'thinkst',
  display_name: 'Thinkst',
  category: 'monitoring',
  topic:
    '{% if Description %}canary alert - {{ CanaryName | default: Reminder }}{% else %}canarytoken alert - {{ Reminder }}{% endif %}',
  events: [
    {
      text: `
:alert: {{ Intro | default: Description | default: 'Alert' | bold }}
{% for fact in delivery.payload %}
{% assign name = fact[0] %}
{% if name != 'Intro' and name != 'Description' and name != 'AdditionalDetails' %}
{% if fact[1] %}
* {{ name | words | sentence_case }}: {{ fact[1] | lines }}
{% endif %}
{% endif %}
{% endfor %}
{% for detail in AdditionalDetails limit: 15 %}
* {{ detail[0] }}: {{ detail[1] }}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        Intro: 'A Canarytoken was triggered',
        Reminder: 'On the file server',
        SourceIP: '192.0.2.1',
        AdditionalDetails: [['Browser', 'curl']],
      },
      topic: 'canarytoken alert - On the file server',
      text: ':alert: **A Canarytoken was triggered**\n* Reminder: On the file server\n* Source ip: 192.0.2.1\n* Browser: curl',
    },
  ],
};
