import { OWN_FIELDS } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The parameters of a media type, which administrators name themselves. A new one has a subject and a message. */
export const zabbix: TemplateService = {
  name: 'zabbix',
  display_name: 'Zabbix',
  category: 'monitoring',
  setup: `*Alerts → Media types → Create media type*, of the type *Webhook*. Replace its parameters by these:

| Name | Value |
| --- | --- |
| address | URL |
| hostname | {HOST.NAME} |
| status | {EVENT.STATUS} |
| severity | {EVENT.SEVERITY} |
| trigger | {EVENT.NAME} |
| item | {ITEM.NAME}: {ITEM.VALUE} |
| update | {EVENT.UPDATE.MESSAGE} |
| link | {$ZABBIX.URL}/tr_events.php?triggerid={TRIGGER.ID}&eventid={EVENT.ID} |

This is its script:

\`\`\`js
var fields = JSON.parse(value);
var address = fields.address;
delete fields.address;
var request = new HttpRequest();
request.addHeader('Content-Type: application/json');
var answer = request.post(address, JSON.stringify(fields));
if (request.getStatus() !== 200) throw answer;
return 'OK';
\`\`\`

Add a message template for problems, recoveries and updates, give the media type to a user, and add an action that
sends to it.`,
  accepts_text: true,
  shared: `
{% assign title = Subject | default: subject | default: alert_subject %}
{% assign body = Message | default: message | default: alert_message %}
{% assign levels = 'Not classified,Information,Warning,Average,High,Disaster' | split: ',' %}
{% assign fields = delivery.payload %}
{% assign where = fields | find_field: 'hostname', 'host', 'host host', 'host dns', 'event host', 'host ip' %}
{% assign problem = fields | find_field: 'trigger', 'event name', 'trigger name', 'problem', 'problem name', 'alert name', \
'trigger description' | default: title %}
{% assign severity = fields | find_field: 'severity', 'event severity', 'trigger severity', 'trigger severity text', \
'severity text', 'event nseverity', 'nseverity' %}
{% assign severity = levels[severity] | default: severity %}
{% assign state = fields | find_field: 'status', 'event status', 'trigger status', 'event value', 'value' | upcase %}
{% case state %}{% when '0' %}{% assign state = 'RESOLVED' %}{% when '1' or '' %}{% assign state = 'PROBLEM' %}{% endcase %}
{% assign what = fields | find_field: 'item', 'item name' %}
{% assign amount = fields | find_field: 'item value', 'item last value', 'event opdata', 'opdata' %}
{% assign page = fields | find_field: 'link', 'event url', 'event link', 'trigger url', 'problem url' %}
{% assign update = fields | find_field: 'update', 'event update message', 'event ack message' %}
{% assign author = fields | find_field: 'user full name', 'user name', 'user' %}
{% assign date = fields | find_field: 'event date', 'date' %}
{% assign clock = fields | find_field: 'event time', 'time' %}`,
  topic: '{{ where | default: title | default: "Zabbix" }}',
  events: [
    {
      when: 'where and problem or where and what',
      text: `{% if state == 'OK' or state == 'RESOLVED' %}:check:{% else %}:alert:{% endif %} \
{{ state | bold }}{% if severity %} ({{ severity }}){% endif %} alert on {{ where | link: page }}:
{% if problem %}
* {{ problem }}
{% endif %}
{% if what or amount %}
* {{ what | default: 'Value' }}{% if amount %}: {{ amount }}{% endif %}
{% endif %}
{% if date %}
* Time: {{ date }} {{ clock }}
{% endif %}
{% if update %}
* {% if author %}{{ author }}: {% endif %}{{ update }}
{% endif %}
{{ body | quote }}`,
    },
    {
      when: 'title or body',
      text: `{% if title contains 'Resolved' or event_value == '0' %}:check: {% elsif title contains 'Problem' %}:alert: {% endif %}\
{{ title | bold }}

{{ body | linked_lines }}`,
    },
    OWN_FIELDS,
  ],
  samples: [
    {
      payload: { To: 'team', Subject: 'Resolved: Low memory', Message: 'Host: one\nProblem: https://example.com/p/7' },
      topic: 'Resolved: Low memory',
      text: ':check: **Resolved: Low memory**\n\nHost: one\nProblem: https://example.com/p/7',
    },
    {
      payload: { hostname: 'one', status: 'RESOLVED', trigger: 'Low memory', update: '{EVENT.UPDATE.MESSAGE}' },
      topic: 'one',
      text: ':check: **RESOLVED** alert on one:\n* Low memory',
    },
    {
      payload: {
        hostname: 'one',
        severity: 'High',
        status: 'PROBLEM',
        item: 'Memory: 900 MB',
        trigger: 'Low memory',
        link: 'https://example.com/zabbix',
      },
      topic: 'one',
      text: ':alert: **PROBLEM** (High) alert on [one](https://example.com/zabbix):\n* Low memory\n* Memory: 900 MB',
    },
    {
      payload: {
        'EVENT.NAME': 'Low memory',
        'EVENT.VALUE': '1',
        'EVENT.NSEVERITY': '4',
        'HOST.NAME': 'one',
        'ITEM.NAME': 'Memory',
        'ITEM.VALUE': '900 MB',
        'EVENT.UPDATE.MESSAGE': 'I look at it',
        'USER.FULLNAME': 'grace',
      },
      topic: 'one',
      text: ':alert: **PROBLEM** (High) alert on one:\n* Low memory\n* Memory: 900 MB\n* grace: I look at it',
    },
    {
      payload: {
        event: { value: 0, date: '2026.01.02', time: '03:04' },
        trigger: { name: 'Low memory', severity_text: 'High' },
        host: { name: 'one', ip: '10.0.0.7' },
      },
      topic: 'one',
      text: ':check: **RESOLVED** (High) alert on one:\n* Low memory\n* Time: 2026.01.02 03&#58;04',
    },
    {
      payload: { rack: 7, fan: 'off' },
      topic: 'Zabbix',
      text: '* rack: 7\n* fan: off',
    },
  ],
};
