import type { TemplateService } from '../types.ts';

export const jotform: TemplateService = {
  name: 'jotform',
  display_name: 'Jotform',
  category: 'misc',
  topic: '{{ formTitle | default: "Jotform" }}',
  events: [
    {
      needs: ['formTitle'],
      text: `A new submission (ID {{ submissionID }}) was received\
{% if username %} for {{ username }}{% endif %}:
{% if pretty %}
{% assign answers = pretty | split: ', ' %}
{% for answer in answers limit: 50 %}{% if answer contains ':' %}

* {{ answer }}{% else %}, {{ answer }}{% endif %}{% endfor %}
{% else %}
{{ rawRequest | parse_json | facts }}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: { formTitle: 'Survey', submissionID: '7', pretty: 'Name:Ann, City:Ulm, Germany' },
      topic: 'Survey',
      text: 'A new submission (ID 7) was received:\n\n* Name&#58;Ann\n* City&#58;Ulm, Germany',
    },
  ],
};
