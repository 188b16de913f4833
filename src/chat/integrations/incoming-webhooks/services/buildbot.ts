import type { TemplateService } from '../types.ts';

/**
 * What a reporter with Zulip's fields sends, and what `HttpStatusPush` sends: the build as the API of Buildbot has it.
 */
export const buildbot: TemplateService = {
  name: 'buildbot',
  display_name: 'Buildbot',
  category: 'continuous-integration',
  event: '{{ event }}',
  shared: `
{% assign outcomes = 'success,warnings,failure,skipped,exception,retry,cancelled' | split: ',' %}
{% assign builder_name = buildername | default: builder.name | default: properties.buildername[0] %}
{% assign stamp = buildset.sourcestamps[0] | default: sourcestamps[0] %}
{% assign project_name = project | default: properties.project[0] | default: stamp.project %}
{% assign branch = properties.branch[0] | default: stamp.branch %}
{% assign sha = properties.got_revision[0] | default: stamp.revision | default: properties.revision[0] %}`,
  topic: '{{ project_name | default: builder_name | default: "general" }}',
  branch: '{{ branch }}',
  events: [
    {
      when: 'event',
      text: `Build {{ '#' | append: buildid | link: url }}\
{% if result %} (result: {{ result }}){% endif %} for {{ builder_name | bold }} \
{% if event == 'new' %}started{% else %}finished{% endif %}\
{% if results or results == 0 %}: {{ outcomes[results] | bold }}{% endif %}.\
{% if state_string %} {{ state_string }}{% endif %}`,
    },
    {
      when: 'builder_name or state_string',
      text: `{% if complete != false and results == 0 %}:check: {% elsif results == 2 or results == 4 %}:cross_mark: {% endif %}\
Build {{ number | default: buildid | prepend: '#' | link: url }} of {{ builder_name | bold }} \
{% if complete %}finished{% else %}started{% endif %}\
{% if results or results == 0 %}: {{ outcomes[results] | bold }}{% endif %}.
{% if state_string %}
* {{ state_string }}
{% endif %}
{% if branch or sha %}
* {% if branch %}Branch: {{ branch | code }} {% endif %}{% if sha %}{{ sha | short_sha | code }}{% endif %}
{% endif %}
{% if properties.workername[0] %}
* Worker: {{ properties.workername[0] }}
{% endif %}
{% if properties.reason[0] or properties.owner[0] %}
* {{ properties.reason[0] | default: 'By' }} {{ properties.owner[0] }}
{% endif %}`,
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
    {
      payload: {
        buildid: 91,
        number: 34,
        builder: { name: 'nightly' },
        complete: true,
        results: 2,
        state_string: 'failed test',
        url: 'https://example.com/34',
        buildset: { sourcestamps: [{ project: 'klatch', branch: 'main', revision: '0123456789abcdef' }] },
        properties: { workername: ['one', 'Worker'] },
      },
      topic: 'klatch',
      text: ':cross_mark: Build [&#35;34](https://example.com/34) of **nightly** finished: **failure**.\n* failed test\n* Branch: `main` `0123456789a`\n* Worker: one',
    },
  ],
};
