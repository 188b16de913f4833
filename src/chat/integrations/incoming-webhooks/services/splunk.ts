import type { TemplateService } from '../types.ts';

export const splunk: TemplateService = {
  name: 'splunk',
  display_name: 'Splunk',
  category: 'monitoring',
  topic: '{{ search_name | default: "Splunk" }}',
  events: [
    {
      when: 'search_name or results_link or result',
      text: `Splunk alert from a saved search:
* Search: {{ search_name | default: 'unnamed' | link: results_link }}
{% if result.host %}
* Host: {{ result.host }}
{% endif %}
{% if result.source %}
* Source: {{ result.source | code }}
{% endif %}
{{ result._raw | code_block }}
{% unless result._raw %}{{ result | facts: 'host', 'source' }}{% endunless %}`,
    },
  ],
  samples: [
    {
      payload: {
        search_name: 'Errors by shop',
        results_link: 'https://example.com/splunk',
        result: { shop: 'one', count: '7' },
      },
      topic: 'Errors by shop',
      text: 'Splunk alert from a saved search:\n* Search: [Errors by shop](https://example.com/splunk)\n\n* shop: one\n* count: 7',
    },
    {
      payload: {
        search_name: 'sudo',
        results_link: 'https://example.com/s',
        result: { host: 'one', source: '/var/log/auth.log', _raw: 'sudo: mia' },
      },
      topic: 'sudo',
      text: 'Splunk alert from a saved search:\n* Search: [sudo](https://example.com/s)\n* Host: one\n* Source: `/var/log/auth.log`\n\n```\nsudo: mia\n```',
    },
  ],
};
