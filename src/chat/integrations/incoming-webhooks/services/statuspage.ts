import type { TemplateService } from '../types.ts';

export const statuspage: TemplateService = {
  name: 'statuspage',
  display_name: 'Statuspage',
  category: 'customer-support',
  event: '{% if incident %}incident{% elsif component %}component_update{% else %}subscriber{% endif %}',
  topic: '{{ incident.name | default: component.name | default: "Statuspage" }}',
  events: [
    { on: 'subscriber' },
    {
      on: 'incident',
      text: `
{% assign update = incident.incident_updates[0] %}
{{ incident.name | link: incident.shortlink | bold }}
* State: {{ incident.status | words | bold }}
{% if incident.impact %}
* Impact: {{ incident.impact }}
{% endif %}
{% if incident.scheduled_for %}
* Scheduled: {{ incident.scheduled_for | time }}\
{% if incident.scheduled_until %} to {{ incident.scheduled_until | time }}{% endif %}
{% endif %}
{% if incident.components.size > 0 %}
* Components: {{ incident.components | map: 'name' | join }}
{% endif %}
{% if page.status_description %}
* Page: {{ page.status_description }}
{% endif %}
{{ update.body | quote }}`,
    },
    {
      on: 'component_update',
      text: `{{ component.name | bold }} changed its status{% if component_update.old_status %} from \
{{ component_update.old_status | words | bold }}{% endif %} to \
{{ component_update.new_status | words | bold }}.\
{% if page.status_description %} {{ page.status_description }}{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        page: { status_description: 'Minor outage' },
        incident: {
          name: 'Slow shop',
          status: 'investigating',
          shortlink: 'https://example.com/i',
          incident_updates: [{ body: 'We look into it.' }],
        },
      },
      topic: 'Slow shop',
      text: '**[Slow shop](https://example.com/i)**\n* State: **investigating**\n* Page: Minor outage\n\n``` quote\nWe look into it.\n```',
    },
    {
      payload: {
        page: { status_description: 'Up' },
        component: { name: 'Shop' },
        component_update: { old_status: 'major_outage', new_status: 'operational' },
      },
      topic: 'Shop',
      text: '**Shop** changed its status from **major outage** to **operational**. Up',
    },
    {
      payload: { component_update: { new_status: 'degraded_performance' }, component: { name: 'Shop' } },
      topic: 'Shop',
      text: '**Shop** changed its status to **degraded performance**.',
    },
    {
      payload: {
        incident: {
          name: 'New disks',
          status: 'scheduled',
          impact: 'maintenance',
          scheduled_for: '2026-01-02T02:00:00Z',
          scheduled_until: '2026-01-02T04:00:00Z',
          incident_updates: [{ body: 'We replace two disks.' }],
        },
      },
      topic: 'New disks',
      text:
        '**New disks**\n' +
        '* State: **scheduled**\n' +
        '* Impact: maintenance\n' +
        '* Scheduled: <time:2026-01-02T02:00:00.000Z> to <time:2026-01-02T04:00:00.000Z>\n' +
        '\n' +
        '``` quote\n' +
        'We replace two disks.\n' +
        '```',
    },
  ],
};
