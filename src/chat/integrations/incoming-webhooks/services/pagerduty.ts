import type { TemplateService } from '../types.ts';

/**
 * Three forms: of version 1 and 2 with a list of messages, and of version 3 with one event. Notes of version 3 name an
 * incident by its title and id, so both are its topic.
 */
export const pagerduty: TemplateService = {
  name: 'pagerduty',
  display_name: 'PagerDuty',
  category: 'monitoring',
  event: `{{ event.event_type | default: messages[0].event | default: messages[0].type }}`,
  shared: `
{% assign first = messages[0] %}
{% assign about = event.data %}
{% assign found = about.incident | default: about | default: first.incident | default: first.data.incident %}
{% assign number = found.number | default: found.incident_number | default: found.id %}
{% assign title = found.title | default: found.trigger_summary_data.subject \
| default: found.trigger_summary_data.description | default: found.summary %}`,
  topic: `{% if about.type == 'service' %}{{ title }}{% elsif event and found.id %}{{ title }} ({{ found.id }})\
{% else %}Incident {{ number }}{% endif %}`,
  events: [
    { on: 'pagey.ping', topic: 'PagerDuty', text: 'The webhook of PagerDuty works.' },
    {
      when: 'event',
      needs: ['event'],
      text: `
{% assign what = event.event_type | remove_first: 'incident.' | remove_first: 'service.' | words %}
{% assign people = found.assignees | map: 'summary' | sentence %}
{% assign name = 'Incident ' | append: title %}
{% if found.number %}{% assign name = 'Incident ' | append: number | append: ' ' | append: title | strip %}{% endif %}
{% if about.type == 'service' %}{% assign name = 'Service ' | append: title %}{% endif %}
{{ name | link: found.html_url }}{% if what contains ' ' %}: {% else %} was {% endif %}{{ what | bold }}\
{% if event.agent.summary %} by {{ event.agent.summary | link: event.agent.html_url }}{% endif %}\
{% if found.service.summary %} for {{ found.service.summary | link: found.service.html_url }}{% endif %}\
{% if found.urgency %} ({{ found.urgency }}){% endif %}.
{% if found.priority.summary %}
* Priority: {{ found.priority.summary }}
{% endif %}
{% if found.assignees.size > 0 %}
* Assigned to: {{ people }}
{% endif %}
{% if about.user.summary %}
* Responder: {{ about.user.summary }}{% if about.state %} ({{ about.state }}){% endif %}
{% endif %}
{% if about.conference_url %}
* {{ 'Conference' | link: about.conference_url }}
{% endif %}
{{ about.content | default: about.message | default: found.body.details | quote }}`,
    },
    {
      needs: ['messages'],
      text: `
{% for one in messages limit: 10 %}
{% assign incident = one.incident | default: one.data.incident %}
{% assign what = one.event | default: one.type | split: '.' | last | words %}
{% assign who = incident.assigned_to_user.name | default: incident.assignments[0].assignee.summary %}
{% assign by = incident.last_status_change_by.name | default: incident.last_status_change_by.summary \
| default: incident.resolved_by_user.name %}
{% assign service_url = incident.service.html_url %}
{% assign id = incident.incident_number | default: incident.id %}
{{ 'Incident ' | append: id | link: incident.html_url }} was {{ what | past | bold }}\
{% if incident.service.name or incident.service.summary %} for \
{{ incident.service.name | default: incident.service.summary | link: service_url }}{% endif %}\
{% if who %}, assigned to {{ who }}{% endif %}{% if by and by != who %}, by {{ by }}{% endif %}.
{% assign text = incident.trigger_summary_data.subject | default: incident.trigger_summary_data.description \
| default: incident.title | default: incident.summary %}
{{ text | quote }}
{% for entry in one.log_entries limit: 5 %}
{{ entry.channel.summary | default: entry.channel.content }}
{% endfor %}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        event: {
          event_type: 'incident.annotated',
          agent: { summary: 'Mia' },
          data: {
            id: 'N1',
            type: 'incident_note',
            content: 'I look at it',
            incident: { id: 'Q7', summary: 'Disk full', html_url: 'https://example.com/7' },
          },
        },
      },
      topic: 'Disk full (Q7)',
      text: '[Incident Disk full](https://example.com/7) was **annotated** by Mia.\n\n``` quote\nI look at it\n```',
    },
    {
      payload: {
        event: {
          event_type: 'incident.triggered',
          agent: { summary: 'Mia' },
          data: {
            number: 7,
            title: 'Disk full',
            html_url: 'https://example.com/7',
            service: { summary: 'Shop' },
            assignees: [{ summary: 'Max' }],
            urgency: 'high',
          },
        },
      },
      topic: 'Incident 7',
      text: '[Incident 7 Disk full](https://example.com/7) was **triggered** by Mia for Shop (high).\n* Assigned to: Max',
    },
    {
      payload: {
        messages: [
          {
            type: 'incident.resolve',
            data: {
              incident: {
                incident_number: 7,
                html_url: 'https://example.com/7',
                service: { name: 'Shop' },
                resolved_by_user: { name: 'Max' },
                trigger_summary_data: { subject: 'Disk full' },
              },
            },
          },
        ],
      },
      topic: 'Incident 7',
      text: '[Incident 7](https://example.com/7) was **resolved** for Shop, by Max.\n\n``` quote\nDisk full\n```',
    },
    {
      payload: {
        event: {
          event_type: 'incident.priority_updated',
          agent: { summary: 'Mia' },
          data: {
            id: 'Q7',
            type: 'incident',
            number: 7,
            title: 'Disk full',
            html_url: 'https://example.com/7',
            priority: { summary: 'P1' },
          },
        },
      },
      topic: 'Disk full (Q7)',
      text: '[Incident 7 Disk full](https://example.com/7): **priority updated** by Mia.\n* Priority: P1',
    },
    {
      payload: {
        event: {
          event_type: 'incident.conference_bridge.updated',
          data: {
            incident: { id: 'Q7', summary: 'Disk full', html_url: 'https://example.com/7' },
            conference_url: 'https://example.com/call',
            type: 'incident_conference_bridge',
          },
        },
      },
      topic: 'Disk full (Q7)',
      text:
        '[Incident Disk full](https://example.com/7): **conference bridge updated**.\n' +
        '* [Conference](https://example.com/call)',
    },
  ],
};
