import type { TemplateService } from '../types.ts';

export const teamcity: TemplateService = {
  name: 'teamcity',
  display_name: 'TeamCity',
  category: 'continuous-integration',
  event: '{{ build.buildEvent | default: eventType }}',
  shared: `
{% assign found = build | default: payload %}`,
  topic: '{{ found.buildFullName | default: found.buildType.name | default: "TeamCity" }}',
  events: [
    {
      when: 'found',
      text: `
{% assign result = found.buildResult | default: found.status | downcase %}
{% assign previous = found.buildResultPrevious %}
{% if result == 'success' %}:check: {% elsif result == 'failure' %}:cross_mark: {% endif %}\
{{ found.buildFullName | default: found.buildType.name }} build {{ found.buildNumber | default: found.number | append: '' }} – \
{% if result == 'success' and previous == 'failure' %}was fixed{% elsif result == 'failure' and previous == 'success' %}broke\
{% elsif result == 'failure' %}is still broken{% else %}{{ found.buildStateDescription | default: result | words }}{% endif %} \
({{ found.buildStatus | default: found.statusText }}){% if found.triggeredBy %}, triggered by {{ found.triggeredBy }}{% endif %}.
{% for change in found.changes limit: 5 %}
* {{ change.change.comment | default: change.comment | first_line }} \
by {{ change.change.username | default: change.username }}
{% endfor %}
{% assign changes_url = found.buildStatusUrl | append: '&tab=buildChangesDiv' %}
{% assign log_url = found.buildStatusUrl | default: found.webUrl %}
{% if log_url %}{{ 'Build log' | link: log_url }}{% endif %}\
{% if found.buildStatusUrl %}, {{ 'changes' | link: changes_url }}{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        build: {
          buildFullName: 'klatch :: Compile',
          buildNumber: '34',
          buildResult: 'failure',
          buildResultPrevious: 'success',
          buildStatus: 'Tests failed: 2',
          buildStatusUrl: 'https://example.com/view?id=7',
          triggeredBy: 'mia',
        },
      },
      topic: 'klatch :: Compile',
      text: ':cross_mark: klatch &#58;: Compile build 34 – broke (Tests failed: 2), triggered by mia.\n[Build log](https://example.com/view?id=7), [changes](https://example.com/view?id=7&tab=buildChangesDiv)',
    },
  ],
};
