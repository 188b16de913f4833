import type { TemplateService } from '../types.ts';

/** A workflow posts the topic and the message itself. An error workflow posts what its trigger gives. */
export const n8n: TemplateService = {
  name: 'n8n',
  display_name: 'n8n',
  category: 'meta-integration',
  accepts_text: true,
  shared: `
{% assign first = delivery.payload | limit: 1 | first %}
{% assign flow = workflow | default: first.workflow %}
{% assign run = execution | default: first.execution %}
{% assign start = trigger | default: first.trigger %}
{% assign failure = run.error | default: start.error %}`,
  topic:
    '{{ topic | default: title | default: first.topic | default: first.title | default: flow.name | default: "n8n" }}',
  events: [
    {
      when: 'failure',
      text: `:cross_mark: The workflow {{ flow.name | default: flow.id | link: run.url | bold }} failed\
{% if run.lastNodeExecuted or failure.node.name %} at {{ run.lastNodeExecuted | default: failure.node.name | bold }}{% endif %}: \
{{ failure.message | default: failure.cause.message | default: failure.description | default: 'unknown error' }}\
{% if run.mode or start.mode %} ({{ run.mode | default: start.mode | words }}){% endif %}`,
    },
    { when: 'message or text or content', text: '{{ message | default: text | default: content | linked_lines }}' },
    {
      text: `
{% if delivery.payload | is_list %}
{% for one in delivery.payload limit: 10 %}
{{ one.message | default: one.text | default: one.content | linked_lines }}
{% unless one.message or one.text or one.content %}{{ one | facts }}{% endunless %}

{% endfor %}
{% else %}
{{ delivery.payload | facts }}
{% endif %}`,
    },
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
    {
      payload: { workflow: { name: 'Import' }, trigger: { mode: 'trigger', error: { cause: { message: 'No mail' } } } },
      topic: 'Import',
      text: ':cross_mark: The workflow **Import** failed: No mail (trigger)',
    },
    {
      payload: [{ plant: 'Bean', height: 7 }, { message: 'It rains.' }],
      topic: 'n8n',
      text: '* plant: Bean\n* height: 7\n\nIt rains.',
    },
  ],
};
