import type { TemplateService } from '../types.ts';

/** Seerr, Jellyseerr and Overseerr. */
export const seerr: TemplateService = {
  name: 'seerr',
  display_name: 'Seerr',
  category: 'entertainment',
  event: '{{ notification_type }}',
  topic: "{% if notification_type == 'TEST_NOTIFICATION' %}Seerr{% else %}{{ subject }}{% endif %}",
  events: [
    { on: 'TEST_NOTIFICATION', text: 'The webhook of Seerr works.' },
    {
      needs: ['subject'],
      text: `{{ event | default: notification_type | words | sentence_case | bold }}: {{ subject }}
{% if request.requestedBy_username %}
* Requested by: {{ request.requestedBy_username }}
{% endif %}
{% if issue.reportedBy_username %}
* Reported by: {{ issue.reportedBy_username }} ({{ issue.issue_type | words }}, {{ issue.issue_status | words }})
{% endif %}
{% if media.media_type %}
* {{ media.media_type }}: {{ media.status | words }}
{% endif %}
{% for one in extra limit: 10 %}
* {{ one.name }}: {{ one.value }}
{% endfor %}
{{ comment.comment_message | default: message | quote }}`,
    },
  ],
  samples: [
    {
      payload: {
        notification_type: 'MEDIA_PENDING',
        event: 'New Movie Request',
        subject: 'Marmots (2026)',
        message: 'They sleep.',
        media: { media_type: 'movie', status: 'PENDING' },
        request: { requestedBy_username: 'mia' },
      },
      topic: 'Marmots (2026)',
      text: '**New movie request**: Marmots (2026)\n* Requested by: mia\n* movie: pending\n\n``` quote\nThey sleep.\n```',
    },
  ],
};
