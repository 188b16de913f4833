import type { TemplateService } from '../types.ts';

const PULL_REQUEST = "{{ 'PR #' | append: resource.pullRequestId | link: url }}";

export const azuredevops: TemplateService = {
  name: 'azuredevops',
  display_name: 'Azure DevOps',
  category: 'version-control',
  event: '{{ eventType }}',
  shared: `
{% assign repo = resource.repository.name | default: resource.definition.name | default: resourceContainers.project.id %}
{% assign repo_url = resource.repository.remoteUrl | default: resource.repository.webUrl %}
{% assign url = resource._links.web.href %}
{% unless url %}
{% assign url = repo_url | append: '/pullrequest/' | append: resource.pullRequestId %}
{% endunless %}
{% assign who = resource.pushedBy.displayName | default: resource.createdBy.displayName %}`,
  topic: '{{ repo }}',
  branch: "{% if eventType == 'git.push' %}{{ resource.refUpdates[0].name | branch }}{% endif %}",
  events: [
    {
      on: 'git.push',
      needs: ['resource'],
      topic: '{{ repo }} / {{ resource.refUpdates[0].name | branch }}',
      text: `
{% assign branch = resource.refUpdates[0].name | branch %}
{% assign branch_url = repo_url | append: '?version=GB' | append: branch %}
{% if resource.commits.size > 0 %}
{{ who }} pushed {{ resource.commits | plural: 'commit' }} to {{ branch | link: branch_url }}.

{% for commit in resource.commits limit: 20 %}
{% assign commit_url = repo_url | append: '/commit/' | append: commit.commitId %}
* {{ commit.comment | first_line }} ({{ commit.commitId | short_sha | link: commit_url }})\
{% if commit.author.name and commit.author.name != who %} by {{ commit.author.name }}{% endif %}

{% endfor %}
{% else %}
{{ who }} pushed the branch {{ branch | link: branch_url }}.
{% endif %}`,
    },
    {
      on: ['git.pullrequest.created', 'git.pullrequest.updated', 'git.pullrequest.merged'],
      needs: ['resource'],
      topic: '{{ repo }} / PR #{{ resource.pullRequestId }} {{ resource.title }}',
      text: `
{% case eventType %}
{% when 'git.pullrequest.created' %}
{{ who }} created ${PULL_REQUEST} from {{ resource.sourceRefName | branch | code }} to \
{{ resource.targetRefName | branch | code }}\
{% if resource.reviewers.size > 0 %}, for review by {{ resource.reviewers | map: 'displayName' | sentence }}{% endif %}.\
{{ resource.description | quote }}
{% when 'git.pullrequest.merged' %}
{% if resource.closedBy.displayName %}{{ resource.closedBy.displayName }}{% else %}{{ who }}{% endif %} merged \
${PULL_REQUEST} from {{ resource.sourceRefName | branch | code }} into {{ resource.targetRefName | branch | code }}.
{% else %}
{{ message.text | default: 'The pull request was updated' | first_line }} – ${PULL_REQUEST} from \
{{ resource.sourceRefName | branch | code }} to {{ resource.targetRefName | branch | code }} \
({{ resource.status }}{% if resource.lastMergeSourceCommit.commitId %}, \
{{ resource.lastMergeSourceCommit.commitId | short_sha | code }}{% endif %}).
{% endcase %}`,
    },
    {
      needs: ['message'],
      topic: '{{ repo | default: resource.fields["System.TeamProject"] | default: "Azure DevOps" }}',
      text: `{{ message.text | default: detailedMessage.text | lines }}{% if url contains 'http' %} \
({{ 'open' | link: url }}){% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        eventType: 'git.push',
        resource: {
          commits: [{ commitId: '0123456789abcdef', author: { name: 'Max' }, comment: 'Fix it' }],
          refUpdates: [{ name: 'refs/heads/main' }],
          repository: { name: 'klatch', remoteUrl: 'https://example.com/klatch' },
          pushedBy: { displayName: 'Mia' },
        },
      },
      topic: 'klatch / main',
      text: 'Mia pushed 1 commit to [main](https://example.com/klatch?version=GBmain).\n\n* Fix it ([0123456789a](https://example.com/klatch/commit/0123456789abcdef)) by Max',
    },
    {
      payload: {
        eventType: 'git.pullrequest.created',
        resource: {
          pullRequestId: 7,
          title: 'Better',
          sourceRefName: 'refs/heads/fix',
          targetRefName: 'refs/heads/main',
          createdBy: { displayName: 'Mia' },
          repository: { name: 'klatch', remoteUrl: 'https://example.com/klatch' },
        },
      },
      topic: 'klatch / PR #7 Better',
      text: 'Mia created [PR #7](https://example.com/klatch/pullrequest/7) from `fix` to `main`.',
    },
    {
      payload: {
        eventType: 'build.complete',
        message: { text: 'Build 7 succeeded' },
        resource: { definition: { name: 'nightly' }, _links: { web: { href: 'https://example.com/7' } } },
      },
      topic: 'nightly',
      text: 'Build 7 succeeded ([open](https://example.com/7))',
    },
  ],
};
