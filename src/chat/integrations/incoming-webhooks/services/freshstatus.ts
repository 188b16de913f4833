import type { TemplateService } from '../types.ts';

export const freshstatus: TemplateService = {
  name: 'freshstatus',
  display_name: 'Freshstatus',
  category: 'monitoring',
  topic: '{{ title | default: "Freshstatus" }}',
  events: [
    {
      when: 'text and title == nil',
      text: '{{ text | slack }}',
    },
    {
      text: `
{% assign shown = incident_status | default: status | default: event_data.event_type | words %}
{% assign affected = affected_components | default: affected_services %}
{{ title | link: incident_display_url | bold }}{% if shown != '' %}: {{ shown }}{% endif %}
{{ description | lines }}
{% if message %}
{{ message | lines }}
{% endif %}
{% if start_time and start_time != 'None' %}
* Start: {{ start_time | time }}
{% endif %}
{% if end_time and end_time != 'None' %}
* End: {{ end_time | time }}
{% endif %}
{% if affected %}
* Affected: {{ affected | remove: "'" | split: ',' | sentence }}
{% endif %}
{% if source %}
* Source: {{ source }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        title: 'Slow shop',
        description: 'Pages load slowly',
        incident_status: 'Open',
        incident_display_url: 'https://example.com/i',
        start_time: '2026-01-02 03:04:00+00:00',
        affected_components: 'Shop',
      },
      topic: 'Slow shop',
      text: '**[Slow shop](https://example.com/i)**: open\nPages load slowly\n* Start: <time:2026-01-02T03:04:00.000Z>\n* Affected: Shop',
    },
    {
      payload: {
        title: 'Upgrade',
        description: 'We upgrade the database',
        status: 'Planned',
        source: 'Release',
        start_time: '2026-05-01 10:00:00+00:00',
        end_time: 'None',
        affected_services: 'Shop,Blog',
        event_data: { event_type: 'MAINTENANCE_PLANNED' },
      },
      topic: 'Upgrade',
      text: '**Upgrade**: planned\nWe upgrade the database\n* Start: <time:2026-05-01T10:00:00.000Z>\n* Affected: Shop and Blog\n* Source: Release',
    },
    {
      payload: {
        title: 'Slow shop',
        status: '',
        message: 'We look into it',
        incident_status: 'Open',
        event_data: { event_type: 'INCIDENT_NOTE_CREATE' },
      },
      topic: 'Slow shop',
      text: '**Slow shop**: open\n\nWe look into it',
    },
  ],
};
