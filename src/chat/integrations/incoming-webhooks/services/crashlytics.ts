import type { TemplateService } from '../types.ts';

export const crashlytics: TemplateService = {
  name: 'crashlytics',
  display_name: 'Crashlytics',
  category: 'monitoring',
  event: '{{ event }}',
  topic: '{{ payload.display_id }}: {{ payload.title }}',
  events: [
    { on: 'verification', topic: 'Setup', text: 'The webhook of Crashlytics works.' },
    {
      needs: ['payload'],
      text: `{{ 'Issue' | link: payload.url }} {{ payload.title | bold }} affects at least \
{{ payload.impacted_devices_count | plural: 'device' }}\
{% if payload.crashes_count %} ({{ payload.crashes_count | plural: 'crash', 'crashes' }}){% endif %}\
{% if payload.method %} in {{ payload.method | code }}{% endif %}.`,
    },
  ],
  samples: [
    {
      payload: {
        event: 'issue_impact_change',
        payload: {
          display_id: 7,
          title: 'Main.java',
          method: 'run()',
          url: 'https://example.com/7',
          crashes_count: 3,
          impacted_devices_count: 1,
        },
      },
      topic: '7: Main.java',
      text: '[Issue](https://example.com/7) **Main.java** affects at least 1 device (3 crashes) in `run()`.',
    },
  ],
};
