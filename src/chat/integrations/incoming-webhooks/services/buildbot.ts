import type { TemplateService } from '../types.ts';

export const buildbot: TemplateService = {
  name: 'buildbot',
  display_name: 'Buildbot',
  category: 'continuous-integration',
  event: '{{ event }}',
  topic: '{{ project | default: builder.name | default: properties.project[0] | default: "general" }}',
  events: [
    {
      needs: ['event'],
      text: `
{% assign outcomes = 'success,warnings,failure,skipped,exception,retry,cancelled' | split: ',' %}
{% assign builder_name = buildername | default: builder.name %}
Build {{ '#' | append: buildid | link: url }}\
{% if result %} (result: {{ result }}){% endif %} for {{ builder_name | bold }} \
{% if event == 'new' %}started{% else %}finished{% endif %}\
{% if results or results == 0 %}: {{ outcomes[results] | bold }}{% endif %}.\
{% if state_string %} {{ state_string }}{% endif %}`,
    },
    {
      text: `Build {{ number | default: buildid | link: url }} of {{ builder.name | bold }}: {{ state_string }}.`,
    },
  ],
  samples: [
    {
      payload: {
        event: 'finished',
        buildid: 34,
        buildername: 'nightly',
        url: 'https://example.com/34',
        project: 'klatch',
        results: 0,
      },
      topic: 'klatch',
      text: 'Build [&#35;34](https://example.com/34) for **nightly** finished: **success**.',
    },
  ],
};
