import type { TemplateService } from '../types.ts';

export const librato: TemplateService = {
  name: 'librato',
  display_name: 'Librato',
  category: 'monitoring',
  topic: '{% if alert %}Alert {{ alert.name }}{% elsif attachments %}Snapshots{% else %}Librato{% endif %}',
  events: [
    {
      when: 'attachments',
      text: `
{% for attachment in attachments limit: 10 %}
{{ attachment.author_name | default: 'Somebody' | bold }} sent a {{ 'snapshot' | link: attachment.image_url }} of \
{{ attachment.title | link: attachment.title_link }}.
{{ attachment.text | slack }}
{% endfor %}`,
    },
    {
      needs: ['alert'],
      text: `
{% assign url = 'https://metrics.librato.com/alerts#/' | append: alert.id %}
{{ 'Alert' | link: alert.runbook_url }} {{ alert.name | link: url | bold }} \
{% if clear %}has cleared at {{ trigger_time | time }}{% else %}has triggered{% endif %}.
{{ alert.description | lines }}
{% for source in violations %}
{% for violation in source[1] limit: 20 %}
{% assign condition = conditions | where: 'id', violation.condition_violated | first %}
* Metric {{ violation.metric | code }} of {{ source[0] }}{% if condition %}, {{ condition.summary_function | words }} \
{{ condition.type | words }}{% if condition.threshold %} {{ condition.threshold }}{% endif %}\
{% if condition.duration %} for {{ condition.duration }} s{% endif %}{% endif %}: value \
{{ violation.value | bold }} at {{ violation.recorded_at | time }}
{% endfor %}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        alert: { id: 7, name: 'Load', description: 'Too high' },
        trigger_time: 1_700_000_000,
        violations: {
          one: [{ metric: 'load', value: 9, condition_violated: 41, recorded_at: 1_700_000_000 }],
        },
        conditions: [{ id: 41, type: 'above', threshold: 4, summary_function: 'max', duration: 300 }],
      },
      topic: 'Alert Load',
      text: 'Alert **[Load](https://metrics.librato.com/alerts#/7)** has triggered.\nToo high\n* Metric `load` of one, max above 4 for 300 s: value **9** at <time:2023-11-14T22:13:20.000Z>',
    },
  ],
};
