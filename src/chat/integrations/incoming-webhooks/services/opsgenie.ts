import type { TemplateService } from '../types.ts';

export const opsgenie: TemplateService = {
  name: 'opsgenie',
  display_name: 'Opsgenie',
  category: 'monitoring',
  event: '{{ action }}',
  topic: '{{ integrationName | default: alert.message }}',
  events: [
    {
      needs: ['alert'],
      text: `
{% assign url = 'https://app.opsgenie.com/alert/V2#/show/' | append: alert.alertId %}
{{ 'Opsgenie alert' | link: url }} for {{ integrationName | default: source.name | bold }}:
* Event: {{ action | words | replace: 'un ack', 'unack' }}
* Message: {{ alert.message }}
{% if alert.description %}
* Description: {{ alert.description }}
{% endif %}
{% if alert.note %}
* Note: {{ alert.note | bold }}
{% endif %}
{% if alert.recipient %}
* Recipient: {{ alert.recipient | bold }}
{% endif %}
{% if alert.addedTags %}
* Tags added: {{ alert.addedTags | bold }}
{% endif %}
{% if alert.removedTags %}
* Tags removed: {{ alert.removedTags | bold }}
{% endif %}
{% if alert.team or alert.oldTeam %}
* Team: {{ alert.team | default: alert.newTeam | bold }}
{% endif %}
{% if alert.owner %}
* Assigned to: {{ alert.owner | bold }}
{% endif %}
{% if escalationName or escalation.name %}
* Escalation: {{ escalationName | default: escalation.name }}
{% endif %}
{% if alert.tags.size > 0 %}
* Tags: {{ alert.tags | join }}
{% endif %}
{% if alert.snoozeEndDate %}
* Until: {{ alert.snoozeEndDate }}
{% endif %}
{% if alert.oldMessage %}
* Former message: {{ alert.oldMessage }}
{% endif %}
{% if alert.priority %}
* Priority: {% if alert.oldPriority %}{{ alert.oldPriority }} → {% endif %}{{ alert.priority }}
{% endif %}
{% if alert.username %}
* By: {{ alert.username }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        action: 'Create',
        integrationName: 'Webhook',
        alert: { alertId: '7', message: 'Disk full', tags: ['disk'], username: 'mia@example.com', priority: 'P1' },
      },
      topic: 'Webhook',
      text: '[Opsgenie alert](https://app.opsgenie.com/alert/V2#/show/7) for **Webhook**:\n* Event: create\n* Message: Disk full\n* Tags: disk\n* Priority: P1\n* By: mia@example&#46;com',
    },
    {
      payload: {
        action: 'UpdatePriority',
        integrationName: 'Shop',
        alert: { alertId: '7', message: 'Disk full', oldPriority: 'P3', priority: 'P1', username: 'Mia' },
      },
      topic: 'Shop',
      text:
        '[Opsgenie alert](https://app.opsgenie.com/alert/V2#/show/7) for **Shop**:\n' +
        '* Event: update priority\n' +
        '* Message: Disk full\n' +
        '* Priority: P3 → P1\n' +
        '* By: Mia',
    },
    {
      payload: {
        action: 'Snooze',
        integrationName: 'Shop',
        alert: { alertId: '7', message: 'Disk full', snoozeEndDate: '2026-01-02 12:00' },
      },
      topic: 'Shop',
      text:
        '[Opsgenie alert](https://app.opsgenie.com/alert/V2#/show/7) for **Shop**:\n' +
        '* Event: snooze\n' +
        '* Message: Disk full\n' +
        '* Until: 2026-01-02 12&#58;00',
    },
  ],
};
