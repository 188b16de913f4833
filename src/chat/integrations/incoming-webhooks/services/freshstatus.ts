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
{{ title | link: incident_display_url | bold }}{% if incident_status %}: {{ incident_status }}{% endif %}
{{ description | lines }}
{% if message %}
{{ message | lines }}
{% endif %}
{% if start_time %}
* Start: {{ start_time }}
{% endif %}
{% if end_time %}
* End: {{ end_time }}
{% endif %}
{% if affected_components %}
* Affected: {{ affected_components }}
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
        start_time: '2026-01-02 03:04',
        affected_components: 'Shop',
      },
      topic: 'Slow shop',
      text: '**[Slow shop](https://example.com/i)**: Open\nPages load slowly\n* Start: 2026-01-02 03&#58;04\n* Affected: Shop',
    },
  ],
};
