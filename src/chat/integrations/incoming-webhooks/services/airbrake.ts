import type { TemplateService } from '../types.ts';

export const airbrake: TemplateService = {
  name: 'airbrake',
  display_name: 'Airbrake',
  category: 'monitoring',
  topic: '{{ error.project.name | default: error.environment }}',
  events: [
    {
      needs: ['error'],
      text: `{{ error.error_class | default: 'Error' | link: airbrake_error_url }}: {{ error.error_message | bold }} occurred\
{% if error.times_occurred %} {{ error.times_occurred | plural: 'time' }}{% endif %}\
{% if error.environment %} in {{ error.environment }}{% endif %}.\
{% if error.last_notice.request_url %}
* {{ error.last_notice.request_url | link: error.last_notice.request_url }}{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        airbrake_error_url: 'https://example.com/errors/1',
        error: { error_class: 'IOError', error_message: 'No disk', times_occurred: 3, project: { name: 'shop' } },
      },
      topic: 'shop',
      text: '[IOError](https://example.com/errors/1): **No disk** occurred 3 times.',
    },
  ],
};
