import type { TemplateService } from '../types.ts';

/** Seerr, Jellyseerr and Overseerr. Their deliveries contain no address of their own. */
const family: Omit<TemplateService, 'name' | 'display_name'> = {
  category: 'entertainment',
  event: '{{ notification_type }}',
  shared: `
{% assign url = '' %}
{% if media.tmdbId %}
{% assign kind = media.media_type | default: 'movie' %}
{% assign url = 'https://www.themoviedb.org/' | append: kind | append: '/' | append: media.tmdbId %}
{% endif %}`,
  topic: "{% if notification_type == 'TEST_NOTIFICATION' %}Seerr{% else %}{{ subject }}{% endif %}",
  events: [
    { on: 'TEST_NOTIFICATION', text: 'The webhook of Seerr works.' },
    {
      needs: ['subject'],
      text: `{{ event | default: notification_type | words | sentence_case | bold }}: {{ subject | link: url }}
{% assign requester = request.requestedBy_username | default: username %}
{% if requester %}
* Requested by: {{ requester }}
{% endif %}
{% if issue.reportedBy_username %}
* Reported by: {{ issue.reportedBy_username }} ({{ issue.issue_type | words }}, {{ issue.issue_status | words }})
{% endif %}
{% if comment.commentedBy_username %}
* Comment by: {{ comment.commentedBy_username }}
{% endif %}
{% if media.media_type %}
* {{ media.media_type | replace: 'tv', 'series' | sentence_case }}\
{% if media.status %}: {{ media.status | words }}{% endif %}
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
        media: { media_type: 'movie', tmdbId: '7', status: 'PENDING' },
        request: { requestedBy_username: 'mia' },
      },
      topic: 'Marmots (2026)',
      text: '**New movie request**: [Marmots (2026)](https://www.themoviedb.org/movie/7)\n* Requested by: mia\n* Movie: pending\n\n``` quote\nThey sleep.\n```',
    },
    {
      payload: {
        notification_type: 'ISSUE_COMMENT',
        event: 'New Comment on Audio Issue',
        subject: 'Marmots (2026)',
        message: 'No sound',
        media: { media_type: 'tv', status: 'AVAILABLE' },
        issue: { issue_type: 'AUDIO', issue_status: 'OPEN', reportedBy_username: 'mia' },
        comment: { comment_message: 'I look at it', commentedBy_username: 'max' },
        extra: [{ name: 'Affected Season', value: '2' }],
      },
      topic: 'Marmots (2026)',
      text: '**New comment on audio issue**: Marmots (2026)\n* Reported by: mia (audio, open)\n* Comment by: max\n* Series: available\n* Affected Season: 2\n\n``` quote\nI look at it\n```',
    },
    {
      payload: { notification_type: 'TEST_NOTIFICATION', subject: 'Test Notification' },
      topic: 'Seerr',
      text: 'The webhook of Seerr works.',
    },
  ],
};

export const seerr: TemplateService = { name: 'seerr', display_name: 'Seerr', ...family };

export const jellyseerr: TemplateService = { name: 'jellyseerr', display_name: 'Jellyseerr', ...family };

export const overseerr: TemplateService = { name: 'overseerr', display_name: 'Overseerr', ...family };
