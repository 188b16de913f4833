import type { TemplateService } from '../types.ts';

export const canarytoken: TemplateService = {
  name: 'canarytoken',
  display_name: 'Thinkst Canarytokens',
  category: 'monitoring',
  topic: 'canarytoken alert',
  events: [
    {
      when: 'manage_url or memo or Intro',
      text: `
:alert: **Canarytoken triggered**{% if memo %}: {{ memo | bold }}{% endif %}
{% if time %}
* Time: {{ time }}
{% endif %}
{% if channel %}
* Channel: {{ channel }}
{% endif %}
{% if src_ip or additional_data.src_ip %}
* Source: {{ src_ip | default: additional_data.src_ip }}
{% endif %}
{% if additional_data.useragent %}
* User agent: {{ additional_data.useragent }}
{% endif %}
{% if additional_data.referer %}
* Referrer: {{ additional_data.referer }}
{% endif %}
{% if Intro %}
{{ Intro | lines }}
{% endif %}
{% if manage_url %}
* {{ 'Manage this token' | link: manage_url }}
{% endif %}`,
    },
    { text: ':alert: **Canarytoken triggered**{{ delivery.payload | facts }}' },
  ],
  samples: [
    {
      payload: {
        manage_url: 'https://example.com/manage',
        memo: 'On the file server',
        channel: 'HTTP',
        time: '2026-01-02 03:04:05',
        additional_data: { src_ip: '192.0.2.1', useragent: 'curl' },
      },
      topic: 'canarytoken alert',
      text: ':alert: **Canarytoken triggered**: **On the file server**\n* Time: 2026-01-02 03&#58;04&#58;05\n* Channel: HTTP\n* Source: 192.0.2.1\n* User agent: curl\n* [Manage this token](https://example.com/manage)',
    },
  ],
};
