import type { TemplateService } from '../types.ts';

export const crowdsec: TemplateService = {
  name: 'crowdsec',
  display_name: 'CrowdSec',
  category: 'monitoring',
  setup: `In \`/etc/crowdsec/notifications/http.yaml\`, set \`url\` to the URL and \`format\` to \`{{.|toJson}}\`. Add
\`http_default\` to the notifications of a profile in \`/etc/crowdsec/profiles.yaml\`.`,
  topic: '{{ alerts[0].scenario | default: "CrowdSec" }}',
  shared: `
{% if delivery.payload | is_list %}
{% assign alerts = delivery.payload %}
{% else %}
{% assign alerts = delivery.payload.alerts | default: delivery.payload.Alert %}
{% endif %}`,
  events: [
    {
      when: 'alerts.size > 0',
      text: `
{% for alert in alerts limit: 10 %}
{% assign source = alert.source %}
{% assign address = source.value | default: source.ip | default: source.range %}
{% assign url = '' %}
{% if source.scope == 'Ip' or source.scope == 'ip' %}{% assign url = 'https://app.crowdsec.net/cti/' | append: address %}{% endif %}
:alert: {{ address | default: 'Somebody' | link: url | bold }}\
{% if source.cn or source.as_name %} ({% if source.cn %}{{ source.cn }}{% if source.as_name %}, {% endif %}{% endif %}\
{{ source.as_name }}){% endif %} triggered {{ alert.scenario | bold }}\
{% if alert.events_count > 0 %} with {{ alert.events_count | plural: 'event' }}{% endif %}\
{% if alert.machine_id %} on {{ alert.machine_id | code }}{% endif %}.
{% for decision in alert.decisions limit: 5 %}
* {{ decision.type | sentence_case | default: 'Decision' }} of {{ decision.value | default: address | code }}\
{% if decision.duration %} for {{ decision.duration }}{% endif %}{% if decision.simulated %} (simulated){% endif %}
{% endfor %}
{% if alert.message %}
* {{ alert.message | first_line }}
{% endif %}
{% endfor %}
{% if alerts.size > 10 %}
And {{ alerts.size | minus: 10 }} more.
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: [
        {
          scenario: 'crowdsecurity/http-probing',
          events_count: 11,
          source: { scope: 'Range', value: '192.0.2.0/24' },
          decisions: [],
        },
      ],
      topic: 'crowdsecurity/http-probing',
      text: ':alert: **192.0.2.0/24** triggered **crowdsecurity/http-probing** with 11 events.',
    },
    {
      payload: [
        {
          scenario: 'crowdsecurity/ssh-bf',
          message: 'Ip 192.0.2.1 performed ssh-bf (6 events over 5s)',
          events_count: 6,
          machine_id: 'one',
          source: { scope: 'Ip', value: '192.0.2.1', ip: '192.0.2.1', cn: 'DE', as_name: 'Example' },
          decisions: [{ type: 'ban', value: '192.0.2.1', duration: '4h', scope: 'Ip', origin: 'crowdsec' }],
        },
      ],
      topic: 'crowdsecurity/ssh-bf',
      text: ':alert: **[192.0.2.1](https://app.crowdsec.net/cti/192.0.2.1)** (DE, Example) triggered **crowdsecurity/ssh-bf** with 6 events on `one`.\n* Ban of `192.0.2.1` for 4h\n* Ip 192.0.2.1 performed ssh-bf (6 events over 5s)',
    },
  ],
};
