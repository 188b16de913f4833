import type { TemplateService } from '../types.ts';

export const papertrail: TemplateService = {
  name: 'papertrail',
  display_name: 'Papertrail',
  category: 'monitoring',
  topic: 'logs',
  events: [
    {
      when: 'counts',
      text: `{{ saved_search.name | link: saved_search.html_search_url | bold }} matched\
{% if max_id or min_id %} events{% endif %}:
{% for count in counts limit: 20 %}
{% assign total = 0 %}
{% for one in count.timeseries %}
{% assign total = total | plus: one[1] %}
{% endfor %}
* {{ count.source_name }}: {{ total }}
{% endfor %}`,
    },
    {
      needs: ['events'],
      text: `{{ saved_search.name | link: saved_search.html_search_url | bold }}: {{ events | plural: 'match', 'matches' }}

{% for event in events limit: 5 %}
{{ event.display_received_at }} – {{ event.source_name | default: event.hostname }} – {{ event.program }}{{ event.message | code_block }}
{% endfor %}
{% if events.size > 5 %}
{{ 'See more' | link: saved_search.html_search_url }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        saved_search: { name: 'Errors', html_search_url: 'https://example.com/s' },
        counts: [{ source_name: 'one', timeseries: { 1767323045: 2, 1767323105: 5 } }],
      },
      topic: 'logs',
      text: '**[Errors](https://example.com/s)** matched:\n* one: 7',
    },
    {
      payload: {
        saved_search: { name: 'Errors', html_search_url: 'https://example.com/s' },
        events: [{ display_received_at: 'Jan 2 03:04', source_name: 'one', program: 'cron', message: 'failed' }],
      },
      topic: 'logs',
      text: '**[Errors](https://example.com/s)**: 1 match\n\nJan 2 03&#58;04 – one – cron\n\n```\nfailed\n```',
    },
  ],
};
