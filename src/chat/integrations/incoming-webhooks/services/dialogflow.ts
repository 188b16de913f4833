import type { TemplateService } from '../types.ts';

export const dialogflow: TemplateService = {
  name: 'dialogflow',
  display_name: 'Dialogflow',
  category: 'customer-support',
  topic: '{{ result.metadata.intentName | default: queryResult.intent.displayName | default: "Dialogflow" }}',
  events: [
    {
      when: 'result or alternateResult or queryResult or status',
      text: `
{% assign answer = result.fulfillment.speech | default: alternateResult.fulfillment.speech \
| default: queryResult.fulfillmentText %}
{% assign code = status.code | default: 200 %}
{% if code != 200 %}
{{ code }} - {{ status.errorDetails | default: status.errorType }}
{% else %}
{{ answer | default: 'Dialogflow gave no answer.' | lines }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: { result: { fulfillment: { speech: 'It rains.' }, metadata: { intentName: 'weather' } } },
      topic: 'weather',
      text: 'It rains.',
    },
  ],
};
