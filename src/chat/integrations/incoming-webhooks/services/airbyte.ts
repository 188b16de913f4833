import type { TemplateService } from '../types.ts';

export const airbyte: TemplateService = {
  name: 'airbyte',
  display_name: 'Airbyte',
  category: 'monitoring',
  topic: '{% if data %}{{ data.workspace.name }} - {{ data.connection.name }}{% else %}Airbyte{% endif %}',
  events: [
    {
      when: 'data',
      text: `{% if data.success %}:check: {% else %}:cross_mark: {% endif %}The sync of \
{{ data.connection.name | link: data.connection.url }} {% if data.success %}succeeded{% else %}failed{% endif %}.

* Source: {{ data.source.name | link: data.source.url }}
* Destination: {{ data.destination.name | link: data.destination.url }}
* Records: {{ data.recordsEmitted }} emitted, {{ data.recordsCommitted }} committed
* Bytes: {{ data.bytesEmittedFormatted | default: data.bytesEmitted }} emitted, \
{{ data.bytesCommittedFormatted | default: data.bytesCommitted }} committed
* Duration: {{ data.durationFormatted | default: data.durationInSeconds }}
{% if data.errorMessage %}
* Error: {{ data.errorMessage }}{% if data.errorType %} ({{ data.errorType | words }}{% if data.errorOrigin %}, \
{{ data.errorOrigin }}{% endif %}){% endif %}
{% endif %}`,
    },
    { needs: ['text'], text: '{{ text | slack }}' },
  ],
  samples: [
    {
      payload: {
        data: {
          workspace: { name: 'Crew' },
          connection: { name: 'Shop to lake', url: 'https://example.com/connection' },
          source: { name: 'Shop', url: 'https://example.com/source' },
          destination: { name: 'Lake', url: 'https://example.com/lake' },
          recordsEmitted: 89,
          recordsCommitted: 45,
          bytesEmittedFormatted: '1 kB',
          bytesCommittedFormatted: '2 kB',
          durationFormatted: '2 min',
          success: false,
          errorMessage: 'No space',
          errorType: 'system_error',
        },
      },
      topic: 'Crew - Shop to lake',
      text: ':cross_mark: The sync of [Shop to lake](https://example.com/connection) failed.\n\n* Source: [Shop](https://example.com/source)\n* Destination: [Lake](https://example.com/lake)\n* Records: 89 emitted, 45 committed\n* Bytes: 1 kB emitted, 2 kB committed\n* Duration: 2 min\n* Error: No space (system error)',
    },
    { payload: { text: 'Hello!' }, topic: 'Airbyte', text: 'Hello!' },
  ],
};
