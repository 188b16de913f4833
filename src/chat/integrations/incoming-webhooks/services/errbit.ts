import type { TemplateService } from '../types.ts';

export const errbit: TemplateService = {
  name: 'errbit',
  display_name: 'Errbit',
  category: 'monitoring',
  topic: '{{ problem.app_name }} / {{ problem.environment }}',
  events: [
    {
      needs: ['problem'],
      text: `{{ problem.error_class | default: 'Error' | link: problem.url }}: {{ problem.message | quote }}
{% if problem.where %}
* In: {{ problem.where | code }}
{% endif %}
* {{ problem.notices_count | plural: 'occurrence' }}`,
    },
  ],
  samples: [
    {
      payload: {
        problem: {
          url: 'https://example.com/7',
          app_name: 'shop',
          environment: 'production',
          error_class: 'IOError',
          message: 'No disk',
          where: 'pay#run',
          notices_count: 2,
        },
      },
      topic: 'shop / production',
      text: '[IOError](https://example.com/7):\n\n``` quote\nNo disk\n```\n\n* In: `pay#run`\n* 2 occurrences',
    },
  ],
};
