import type { TemplateService } from '../types.ts';

const PULL_REQUEST = "{{ 'PR #' | append: pullrequest.id | link: pullrequest.links.html.href }}";
const PULL_REQUEST_TOPIC = '{{ repository.name }} / PR #{{ pullrequest.id }} {{ pullrequest.title }}';
const ISSUE = "{{ 'issue #' | append: issue.id | link: issue.links.html.href }}";
const ISSUE_TOPIC = '{{ repository.name }} / issue #{{ issue.id }} {{ issue.title }}';

/** Bitbucket Cloud. */
export const bitbucket2: TemplateService = {
  name: 'bitbucket2',
  display_name: 'Bitbucket',
  category: 'version-control',
  event: `
{% if delivery.headers['x-event-key'] %}{{ delivery.headers['x-event-key'] }}\
{% elsif push %}repo:push{% elsif fork %}repo:fork{% elsif pullrequest and comment %}pullrequest:comment_created\
{% elsif pullrequest %}pullrequest:updated{% elsif issue and comment %}issue:comment_created\
{% elsif issue %}issue:updated{% elsif commit_status %}repo:commit_status_updated\
{% elsif comment %}repo:commit_comment_created{% endif %}`,
  shared: `
{% assign who = actor.display_name | default: actor.nickname | default: actor.username | default: 'Somebody' \
| link: actor.links.html.href %}
{% assign change = push.changes[0] %}
{% assign ref = change.new.name | default: change.old.name %}`,
  topic: '{{ repository.name | default: repository.full_name }}',
  branch: "{% if push and change.new.type != 'tag' and change.new.type != 'annotated_tag' %}{{ ref }}{% endif %}",
  private: 'repository.is_private',
  events: [
    { on: 'repo:push', when: 'push.changes.size == 0', text: '{{ who }} pushed nothing new.' },
    {
      on: 'repo:push',
      needs: ['push'],
      topic: `{{ repository.name }}{% if change.new.type == 'branch' or change.old.type == 'branch' \
or change.new.type == 'named_branch' %} / {{ ref }}{% endif %}`,
      text: `
{% for change in push.changes limit: 10 %}
{% assign name = change.new.name | default: change.old.name %}
{% assign kind = change.new.type | default: change.old.type | default: 'branch' | words %}
{% if change.closed or change.new == nil %}
{{ who }} deleted the {{ kind }} {{ name | code }}.
{% elsif kind contains 'tag' %}
{{ who }} pushed the tag {{ name | link: change.new.links.html.href }}.
{% elsif change.forced %}
{{ who }} force-pushed to {{ name | code }}{% if change.new.target.hash %}, which is now at \
{{ change.new.target.hash | short_sha | link: change.new.target.links.html.href }}{% endif %}.
{% else %}
{% assign url = change.links.html.href %}
{{ who }} pushed {{ change.commits | plural: 'commit' | link: url }}{% if change.truncated %} and more{% endif %} to \
{% if change.created %}the new branch {% endif %}{{ name | code }}.

{% for commit in change.commits limit: 20 %}
* {{ commit.message | first_line }} ({{ commit.hash | short_sha | link: commit.links.html.href }})\
{% assign author = commit.author.user.display_name | default: commit.author.user.nickname | default: commit.author.raw %}\
{% if author and author != actor.display_name %} by {{ author }}{% endif %}
{% endfor %}
{% endif %}
{% endfor %}`,
    },
    {
      on: 'repo:fork',
      needs: ['fork'],
      text: '{{ who }} forked the repository as {{ fork.full_name | default: fork.name | link: fork.links.html.href }}.',
    },
    {
      on: ['repo:commit_comment_created', 'repo:commit_comment_updated'],
      needs: ['comment'],
      text: `{{ who }} {{ 'commented' | link: comment.links.html.href }} on \
{{ commit.hash | default: comment.commit.hash | short_sha | link: comment.commit.links.html.href }}.\
{{ comment.content.raw | quote }}`,
    },
    {
      on: ['repo:commit_status_created', 'repo:commit_status_updated'],
      needs: ['commit_status'],
      text: `
{% assign hash = commit_status.commit.hash | default: commit_status.links.commit.href | split: '/' | last %}
{{ commit_status.name | default: commit_status.key | link: commit_status.url }} has the status \
{{ commit_status.state | words | bold }} for {{ hash | short_sha | link: commit_status.links.commit.href }}.\
{% if commit_status.description %} {{ commit_status.description }}{% endif %}`,
    },
    {
      on: 'repo:updated',
      text: `
{% for change in changes %}
{% assign name = change[0] %}
{% if change[1].new and name != 'full_name' and name != 'slug' and name != 'links' %}
{{ who }} changed the {{ name | words }} of the repository from {{ change[1].old | default: 'nothing' | bold }} to \
{{ change[1].new | bold }}.
{% endif %}
{% endfor %}`,
    },
    {
      on: ['repo:transfer', 'repo:deleted', 'repo:created', 'repo:imported'],
      text: '{{ who }}: {{ delivery.event | words }} {{ repository.full_name | link: repository.links.html.href }}.',
    },
    {
      on: ['issue:created', 'issue:updated'],
      needs: ['issue'],
      topic: ISSUE_TOPIC,
      text: `{{ who }} {% if delivery.event == 'issue:created' %}created{% else %}updated{% endif %} ${ISSUE}\
{% if issue.assignee.display_name %} (assigned to {{ issue.assignee.display_name }}){% endif %}\
{% if changes.status.new %}: {{ changes.status.old }} → {{ changes.status.new }}{% endif %}.\
{% if delivery.event == 'issue:created' %}{{ issue.content.raw | quote }}{% else %}{{ comment.content.raw | quote }}{% endif %}`,
    },
    {
      on: 'issue:comment_created',
      needs: ['issue', 'comment'],
      topic: ISSUE_TOPIC,
      text: `{{ who }} {{ 'commented' | link: comment.links.html.href }} on ${ISSUE}.{{ comment.content.raw | quote }}`,
    },
    {
      on: [
        'pullrequest:comment_created',
        'pullrequest:comment_updated',
        'pullrequest:comment_deleted',
        'pullrequest:comment_resolved',
        'pullrequest:comment_reopened',
      ],
      needs: ['pullrequest', 'comment'],
      topic: PULL_REQUEST_TOPIC,
      text: `{{ who }} {% if delivery.event contains 'created' %}{{ 'commented' | link: comment.links.html.href }}\
{% else %}{{ delivery.event | split: '_' | last }} {{ 'a comment' | link: comment.links.html.href }}{% endif %} on ${PULL_REQUEST}\
{% if comment.inline.path %} ({{ comment.inline.path | code }}){% endif %}.{{ comment.content.raw | quote }}`,
    },
    {
      on: [
        'pullrequest:created',
        'pullrequest:updated',
        'pullrequest:approved',
        'pullrequest:unapproved',
        'pullrequest:fulfilled',
        'pullrequest:rejected',
        'pullrequest:changes_request_created',
        'pullrequest:changes_request_removed',
      ],
      needs: ['pullrequest'],
      topic: PULL_REQUEST_TOPIC,
      text: `
{{ who }} {% case delivery.event %}{% when 'pullrequest:fulfilled' %}merged\
{% when 'pullrequest:changes_request_created' %}requested changes of\
{% when 'pullrequest:changes_request_removed' %}no longer requests changes of\
{% else %}{{ delivery.event | split: ':' | last | words }}{% endcase %} ${PULL_REQUEST}\
{% if pullrequest.source.branch.name %} from {{ pullrequest.source.branch.name | code }} \
{% if delivery.event == 'pullrequest:fulfilled' %}in{% endif %}to {{ pullrequest.destination.branch.name | code }}{% endif %}\
{% if pullrequest.reviewers.size > 0 %}{% if delivery.event == 'pullrequest:created' or delivery.event == 'pullrequest:updated' %} \
(assigned to {{ pullrequest.reviewers | map: 'display_name' | sentence }} for review){% endif %}{% endif %}.\
{% if delivery.event == 'pullrequest:created' or delivery.event == 'pullrequest:updated' %}\
{{ pullrequest.description | quote }}{% endif %}{{ pullrequest.reason | quote }}`,
    },
  ],
  samples: [
    {
      headers: { 'X-Event-Key': 'repo:push' },
      payload: {
        actor: { display_name: 'Mia', links: { html: { href: 'https://example.com/mia' } } },
        repository: { name: 'klatch' },
        push: {
          changes: [
            {
              new: { name: 'main', type: 'branch' },
              links: { html: { href: 'https://example.com/compare' } },
              commits: [
                { hash: '0123456789abcdef', message: 'Fix it', links: { html: { href: 'https://example.com/c' } } },
              ],
            },
          ],
        },
      },
      topic: 'klatch / main',
      text: '[Mia](https://example.com/mia) pushed [1 commit](https://example.com/compare) to `main`.\n\n* Fix it ([0123456789a](https://example.com/c))',
    },
    {
      headers: { 'X-Event-Key': 'pullrequest:created' },
      payload: {
        actor: { display_name: 'Mia' },
        repository: { name: 'klatch' },
        pullrequest: {
          id: 7,
          title: 'Better',
          description: 'So much',
          links: { html: { href: 'https://example.com/7' } },
          source: { branch: { name: 'fix' } },
          destination: { branch: { name: 'main' } },
          reviewers: [{ display_name: 'Max' }],
        },
      },
      topic: 'klatch / PR #7 Better',
      text: 'Mia created [PR #7](https://example.com/7) from `fix` to `main` (assigned to Max for review).\n\n``` quote\nSo much\n```',
    },
    {
      headers: { 'X-Event-Key': 'issue:comment_created' },
      payload: {
        actor: { display_name: 'Mia' },
        repository: { name: 'klatch' },
        issue: { id: 3, title: 'It breaks', links: { html: { href: 'https://example.com/3' } } },
        comment: { content: { raw: 'Why?' }, links: { html: { href: 'https://example.com/3#1' } } },
      },
      topic: 'klatch / issue #3 It breaks',
      text: 'Mia [commented](https://example.com/3#1) on [issue #3](https://example.com/3).\n\n``` quote\nWhy?\n```',
    },
  ],
};
