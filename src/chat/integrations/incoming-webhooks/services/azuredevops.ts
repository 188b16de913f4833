import type { TemplateService } from '../types.ts';

const PULL_REQUEST = "{{ 'PR #' | append: resource.pullRequestId | link: url }}";

export const azuredevops: TemplateService = {
  name: 'azuredevops',
  display_name: 'Azure DevOps',
  category: 'version-control',
  event: '{{ eventType }}',
  shared: `
{% assign pull_request = resource.pullRequest | default: resource %}
{% assign found = resource.repository | default: pull_request.repository %}
{% assign fields = resource.revision.fields | default: resource.fields %}
{% assign repo = found.name | default: resource.definition.name | default: resource.pipeline.name | default: fields['System.TeamProject'] \
| default: resource.project.name | default: resource.teamProject | default: 'Azure DevOps' %}
{% assign repo_url = found.remoteUrl | default: found.webUrl %}
{% assign url = resource._links.web.href | default: resource.run._links.web.href \
| default: resource.release._links.web.href %}
{% if url == nil and pull_request.pullRequestId %}
{% assign url = repo_url | append: '/pullrequest/' | append: pull_request.pullRequestId %}
{% endif %}
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
{% assign after = resource.refUpdates[0].newObjectId | default: 'unknown' | remove: '0' %}
{% assign branch_url = repo_url | append: '?version=GB' | append: branch %}
{% if resource.commits.size > 0 %}
{{ who }} pushed {{ resource.commits | plural: 'commit' }} to {{ branch | link: branch_url }}.

{% for commit in resource.commits limit: 20 %}
{% assign commit_url = repo_url | append: '/commit/' | append: commit.commitId %}
* {{ commit.comment | first_line }} ({{ commit.commitId | short_sha | link: commit_url }})\
{% if commit.author.name and commit.author.name != who %} by {{ commit.author.name }}{% endif %}
{% endfor %}
{% elsif after == '' %}
{{ who }} deleted the branch {{ branch | code }}.
{% else %}
{{ who }} pushed the branch {{ branch | link: branch_url }}.
{% endif %}`,
    },
    // Azure also tells that it tried whether a merge is possible.
    { on: 'git.pullrequest.merged', when: "resource.status and resource.status != 'completed'" },
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
      topic: `{{ repo }}{% if fields['System.Title'] %} / #{{ resource.workItemId | default: resource.id }} {{ fields['System.Title'] }}\
{% elsif pull_request.pullRequestId %} / PR #{{ pull_request.pullRequestId }} {{ pull_request.title }}{% endif %}`,
      text: `{{ message.text | default: detailedMessage.text | lines }}{% if url contains 'http' %} \
({{ 'open' | link: url }}){% endif %}\
{{ resource.comment.content | quote }}`,
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
    {
      payload: {
        eventType: 'git.push',
        resource: {
          commits: [],
          refUpdates: [{ name: 'refs/heads/old', oldObjectId: '0123', newObjectId: '0000000000' }],
          repository: { name: 'klatch', remoteUrl: 'https://example.com/klatch' },
          pushedBy: { displayName: 'Mia' },
        },
      },
      topic: 'klatch / old',
      text: 'Mia deleted the branch `old`.',
    },
    {
      payload: {
        eventType: 'workitem.updated',
        message: { text: 'Bug #7 (It breaks) updated by Mia' },
        resource: {
          workItemId: 7,
          fields: { 'System.State': { oldValue: 'New', newValue: 'Active' } },
          revision: { fields: { 'System.Title': 'It breaks', 'System.TeamProject': 'klatch' } },
          _links: { web: { href: 'https://example.com/7' } },
        },
        resourceContainers: { project: { id: '1a2b3c' } },
      },
      topic: 'klatch / #7 It breaks',
      text: 'Bug #7 (It breaks) updated by Mia ([open](https://example.com/7))',
    },
    {
      payload: {
        eventType: 'ms.vss-code.git-pullrequest-comment-event',
        message: { text: 'Mia has commented on a pull request' },
        resource: {
          comment: { content: 'Why?' },
          pullRequest: {
            pullRequestId: 7,
            title: 'Better',
            repository: { name: 'klatch', remoteUrl: 'https://example.com/klatch' },
          },
        },
      },
      topic: 'klatch / PR #7 Better',
      text: 'Mia has commented on a pull request ([open](https://example.com/klatch/pullrequest/7))\n\n``` quote\nWhy?\n```',
    },
  ],
};
