import type { TemplateService } from '../types.ts';

export const reviewboard: TemplateService = {
  name: 'reviewboard',
  display_name: 'Review Board',
  category: 'version-control',
  event: "{{ delivery.headers['x-reviewboard-event'] | default: event }}",
  shared: `
{% assign request = review_request %}
{% assign title = '#' | append: request.id | append: ' ' | append: request.summary %}
{% assign url = request.absolute_url %}
{% assign who = review.links.user.title | default: reply.links.user.title | default: closed_by.username \
| default: reopened_by.username | default: request.links.submitter.title | default: 'Somebody' %}`,
  topic: '{{ request.links.repository.title | default: request.repository.name | default: "Review Board" }}',
  events: [
    {
      needs: ['review_request'],
      text: `
{{ who | bold }} \
{% case delivery.event %}{% when 'review_request_published' %}opened the review request\
{% when 'review_request_reopened' %}reopened the review request\
{% when 'review_request_closed' %}closed the review request\
{% when 'review_published' %}reviewed{% when 'reply_published' %}replied to a review of\
{% else %}{{ delivery.event | words }}{% endcase %} {{ 'request ' | append: title | link: url }}\
{% if close_type %} ({{ close_type }}){% endif %}.
{% if delivery.event == 'review_request_published' %}
{{ request.description | quote }}
* Status: {{ request.status }}
{% assign people = request.target_people %}
{% if people.size > 0 %}
* Reviewers: {{ people | map: 'title' | sentence }}
{% endif %}
{% if request.branch %}
* Branch: {{ request.branch | code }}
{% endif %}
{% endif %}
{% if review.ship_it %}
**Ship it!**
{% endif %}
{{ review.body_top | default: reply.body_top | quote }}
{% for comment in diff_comments limit: 10 %}
{{ comment.text | quote }}
{% endfor %}`,
    },
  ],
  samples: [
    {
      headers: { 'X-ReviewBoard-Event': 'review_request_published' },
      payload: {
        event: 'review_request_published',
        review_request: {
          id: 7,
          summary: 'Better',
          description: 'So much',
          absolute_url: 'https://example.com/7',
          status: 'pending',
          links: { repository: { title: 'klatch' }, submitter: { title: 'mia' } },
        },
      },
      topic: 'klatch',
      text: '**mia** opened the review request [request #7 Better](https://example.com/7).\n\n``` quote\nSo much\n```\n\n* Status: pending',
    },
  ],
};
