import type { TemplateService } from '../types.ts';

export const appveyor: TemplateService = {
  name: 'appveyor',
  display_name: 'AppVeyor',
  category: 'continuous-integration',
  event: '{{ eventName }}',
  topic: '{{ eventData.projectName }}',
  branch: '{{ eventData.branch }}',
  events: [
    {
      needs: ['eventData'],
      text: `{% if eventData.passed %}:check: {% elsif eventData.failed %}:cross_mark: {% endif %}\
{{ 'Build ' | append: eventData.projectName | append: ' ' | append: eventData.buildVersion | append: ' ' \
| append: eventData.status | link: eventData.buildUrl | bold }}

* Commit: {{ eventData.commitId | link: eventData.commitUrl }} by {{ eventData.commitAuthor }}\
{% if eventData.commitDate %} on {{ eventData.commitDate }}{% endif %}: \
{{ eventData.commitMessage | first_line }}
{% if eventData.branch %}
* Branch: {{ eventData.branch | code }} of {{ eventData.repositoryName }}
{% endif %}
* Started: {{ eventData.started }}
* Finished: {{ eventData.finished }}{% if eventData.duration %} ({{ eventData.duration }}){% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        eventName: 'build_success',
        eventData: {
          passed: true,
          status: 'Success',
          projectName: 'klatch',
          buildVersion: '1.2',
          buildUrl: 'https://example.com/build',
          repositoryName: 'crew/klatch',
          branch: 'main',
          commitId: '0123456',
          commitAuthor: 'Mia',
          commitDate: '1/2/2026 3:04 PM',
          commitMessage: 'Fix it',
          started: '1/2/2026 3:05 PM',
          finished: '1/2/2026 3:06 PM',
        },
      },
      topic: 'klatch',
      text: ':check: **[Build klatch 1.2 Success](https://example.com/build)**\n\n* Commit: 0123456 by Mia on 1/2/2026 3:04 PM: Fix it\n* Branch: `main` of crew/klatch\n* Started: 1/2/2026 3:05 PM\n* Finished: 1/2/2026 3:06 PM',
    },
  ],
};
