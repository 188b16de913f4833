import type { TemplateService } from '../types.ts';

export const raygun: TemplateService = {
  name: 'raygun',
  display_name: 'Raygun',
  category: 'monitoring',
  event: '{{ event }}',
  topic: '{{ application.name }}',
  events: [
    {
      needs: ['error'],
      text: `
{% case eventType %}
{% when 'NewErrorOccurred' or 'ErrorReoccurred' %}
:alert: {% if eventType == 'NewErrorOccurred' %}New{% else %}Repeated{% endif %} {{ 'error' | link: error.url }}: \
{{ error.message | bold }}
{% when 'OneMinuteFollowUp' or 'FiveMinuteFollowUp' or 'TenMinuteFollowUp' or 'ThirtyMinuteFollowUp' or 'HourlyFollowUp' %}
{{ eventType | words | sentence_case }} of the {{ 'error' | link: error.url }}: {{ error.message | bold }}
{% when 'StatusChanged' %}
{{ error.message | link: error.url | bold }} has the status {{ error.status | bold }}\
{% if error.user %}, changed by {{ error.user }}{% endif %}.
{% when 'AssignedToUser' %}
{{ error.user | default: 'Somebody' }} assigned {{ error.message | link: error.url | bold }} to {{ error.assignedTo | bold }}.
{% when 'CommentAdded' %}
{{ error.user | default: 'Somebody' }} commented on {{ error.message | link: error.url | bold }}.{{ error.comment | quote }}
{% else %}
{{ eventType | words | sentence_case }}: {{ error.message | link: error.url | bold }}
{% endcase %}
{% if error.instance.machineName %}
* Machine: {{ error.instance.machineName }}
{% endif %}
{% if error.usersAffected %}
* {{ error.usersAffected | plural: 'user' }} affected, {{ error.totalOccurrences | plural: 'occurrence' }} in total
{% endif %}
{% if error.firstOccurredOn %}
* First: {{ error.firstOccurredOn | time }}, last: {{ error.lastOccurredOn | time }}
{% endif %}
{% if error.instance.tags.size > 0 %}
* Tags: {{ error.instance.tags | join }}
{% endif %}
{% if error.instance.affectedUser.UserName %}
* User: {{ error.instance.affectedUser.UserName }}
{% endif %}
{% for data in error.instance.customData %}
* {{ data[0] }}: {{ data[1] }}
{% endfor %}
* Application: {{ application.name | link: application.url }}`,
    },
  ],
  samples: [
    {
      payload: {
        event: 'error_notification',
        eventType: 'NewErrorOccurred',
        error: { url: 'https://example.com/7', message: 'No disk', usersAffected: 1, totalOccurrences: 2 },
        application: { name: 'shop', url: 'https://example.com/shop' },
      },
      topic: 'shop',
      text: ':alert: New [error](https://example.com/7): **No disk**\n* 1 user affected, 2 occurrences in total\n* Application: [shop](https://example.com/shop)',
    },
  ],
};
