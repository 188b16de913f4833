import type { TemplateService } from '../types.ts';

export const teamcity: TemplateService = {
  name: 'teamcity',
  display_name: 'TeamCity',
  category: 'continuous-integration',
  event: '{{ build.buildEvent | default: eventType }}',
  shared: `
{% assign found = build | default: payload %}
{% assign name = found.buildFullName | default: found.buildType.name %}
{% if found.buildType.projectName %}{% assign name = found.buildType.projectName | append: ' :: ' | append: name %}{% endif %}
{% assign branch_name = found.branchDisplayName | default: found.branchName %}`,
  topic: '{{ name | default: "TeamCity" }}',
  events: [
    {
      when: 'found',
      text: `
{% assign result = found.buildResult | default: found.status | downcase %}
{% assign previous = found.buildResultPrevious %}
{% if result == 'success' %}:check: {% elsif result == 'failure' %}:cross_mark: {% endif %}\
{{ name }} build {{ found.buildNumber | default: found.number }}{% if branch_name %} on {{ branch_name | code }}{% endif %} – \
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
    {
      payload: {
        eventType: 'BUILD_FINISHED',
        payload: {
          number: '7',
          status: 'SUCCESS',
          statusText: 'Tests passed: 12',
          branchName: 'main',
          webUrl: 'https://example.com/7',
          buildType: { name: 'Build', projectName: 'Shop' },
        },
      },
      topic: 'Shop :: Build',
      text:
        ':check: Shop &#58;: Build build 7 on `main` – success (Tests passed: 12).\n' +
        '[Build log](https://example.com/7)',
    },
  ],
};
