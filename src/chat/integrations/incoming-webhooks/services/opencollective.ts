import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

export const opencollective: TemplateService = {
  name: 'opencollective',
  display_name: 'Open Collective',
  category: 'financial',
  event: '{{ type }}',
  topic:
    "{% if type == 'collective.member.created' %}New Member{% elsif type == 'collective.transaction.created' or data.transaction %}New Transaction{% else %}{{ data.collective.name | default: type | words }}{% endif %}",
  events: [
    {
      on: 'collective.member.created',
      needs: ['data'],
      text: `
{% assign person = data.member.memberCollective %}
{% assign url = 'https://opencollective.com/' | append: person.slug %}
{% if person.slug == nil or person.name == 'Incognito' or person.slug contains 'incognito' %}\
An incognito member{% else %}{{ person.name | link: url }}{% endif %} donated \
{{ data.order.formattedAmount | default: data.order.totalAmount | bold }}! :tada:`,
    },
    {
      when: 'data.transaction',
      text: `
{% assign from = data.fromCollective.name | default: data.transaction.fromCollective.name | default: 'Somebody' %}
{% assign amount = data.transaction.formattedAmount %}
{% unless amount %}
{% assign amount = data.transaction.amount | money: data.transaction.currency %}
{% endunless %}
{{ from }}: {{ amount | bold }}{% if data.transaction.description %} – {{ data.transaction.description }}{% endif %}`,
    },
    FALLBACK,
  ],
  samples: [
    {
      payload: {
        type: 'collective.member.created',
        data: {
          member: { memberCollective: { name: 'Ann', slug: 'ann' } },
          order: { formattedAmount: '$1.00' },
        },
      },
      topic: 'New Member',
      text: '[Ann](https://opencollective.com/ann) donated **$1.00**! :tada:',
    },
  ],
};
