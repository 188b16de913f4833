import type { TemplateService } from '../types.ts';

/** A workflow posts the topic and the message itself. */
export const n8n: TemplateService = {
  name: 'n8n',
  display_name: 'n8n',
  category: 'meta-integration',
  topic: '{{ topic | default: title | default: workflow.name | default: "n8n" }}',
  events: [
    {
      when: 'execution.error',
      text: `:cross_mark: The workflow {{ workflow.name | link: execution.url | bold }} failed\
{% if execution.lastNodeExecuted %} at {{ execution.lastNodeExecuted | bold }}{% endif %}: {{ execution.error.message }}`,
    },
    { when: 'message or text or content', text: '{{ message | default: text | default: content | lines }}' },
    { text: '{{ delivery.payload | facts }}' },
  ],
  samples: [
    { payload: { topic: 'garden', message: 'It rains.' }, topic: 'garden', text: 'It rains.' },
    {
      payload: {
        workflow: { name: 'Import' },
        execution: { url: 'https://example.com/e', lastNodeExecuted: 'Read', error: { message: 'No file' } },
      },
      topic: 'Import',
      text: ':cross_mark: The workflow **[Import](https://example.com/e)** failed at **Read**: No file',
    },
  ],
};
