import type { TemplateService } from '../types.ts';

export const gosquared: TemplateService = {
  name: 'gosquared',
  display_name: 'GoSquared',
  category: 'marketing',
  event: '{% if message %}chat_message{% elsif concurrents %}traffic_spike{% else %}{{ version }}{% endif %}',
  topic: `
{% if message %}
Live chat session - {{ person._anon.name | default: person.name }}
{% else %}
GoSquared - {{ siteDetails.domain }}
{% endif %}`,
  events: [
    { on: 'chat_message', when: 'message.private' },
    {
      on: 'chat_message',
      text: `{% if message.from == 'agent' %}{{ message.agent.email | default: message.agent.first_name | default: 'An agent' | bold }}\
{% else %}{{ person._anon.name | default: person.name | default: 'A visitor' | bold }}{% endif %}: \
{{ message.content | quote }}`,
    },
    {
      on: 'traffic_spike',
      text: `{{ siteDetails.domain | link: siteDetails.url }} has {{ concurrents | plural: 'visitor' | bold }} online\
{% if triggeredAlert.type %} ({{ triggeredAlert.type | words }} {{ triggeredAlert.value }}){% endif %}.`,
    },
  ],
  samples: [
    {
      payload: { concurrents: 33, siteDetails: { domain: 'shop.example.com', url: 'https://shop.example.com' } },
      topic: 'GoSquared - shop.example.com',
      text: '[shop.example&#46;com](https://shop.example.com) has **33 visitors** online.',
    },
    {
      payload: { message: { content: 'Hello', from: 'client' }, person: { name: 'Ann' } },
      topic: 'Live chat session - Ann',
      text: '**Ann**:\n\n``` quote\nHello\n```',
    },
  ],
};
