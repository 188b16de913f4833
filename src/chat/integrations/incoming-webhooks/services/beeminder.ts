import type { TemplateService } from '../types.ts';

export const beeminder: TemplateService = {
  name: 'beeminder',
  display_name: 'Beeminder',
  category: 'misc',
  topic: "{{ delivery.payload.goal.slug | default: slug | default: 'beekeeper' }}",
  events: [
    {
      when: 'goal or slug',
      text: `
{% assign found = delivery.payload.goal | default: delivery.payload %}
:alert: You are going to derail from the goal {{ found.slug | bold }}\
{% if found.losedate %} on {{ found.losedate | time }}{% endif %}. \
You need {{ found.limsum | default: found.delta_text | bold }} to avoid it.
* Pledge: {{ found.pledge | default: found.amount | default: 0 }}$`,
    },
  ],
  samples: [
    {
      payload: { goal: { slug: 'run', losedate: 1_700_000_000, limsum: '+2 in 7 days', pledge: 5 } },
      topic: 'run',
      text: ':alert: You are going to derail from the goal **run** on <time:2023-11-14T22:13:20.000Z>. You need **&#43;2 in 7 days** to avoid it.\n* Pledge: 5$',
    },
  ],
};
