import type { Sample, TemplateService } from '../types.ts';

/** `issue #7`, linked, and for what follows it the title if the topic does not say it. */
const ISSUE = '{{ "issue #" | append: issue.number | link: issue.html_url }}';
const PULL_REQUEST = '{{ "PR #" | append: pull_request.number | link: pull_request.html_url }}';
const DISCUSSION = '{{ "discussion #" | append: discussion.number | link: discussion.html_url }}';
const REPOSITORY = '{{ repository.full_name | default: repository.name | link: repository.html_url }}';
const ISSUE_TOPIC = '{{ repo }} / issue #{{ issue.number }} {{ issue.title }}';
const PULL_REQUEST_TOPIC = '{{ repo }} / PR #{{ pull_request.number }} {{ pull_request.title }}';
const DISCUSSION_TOPIC = '{{ repo }} / discussion #{{ discussion.number }} {{ discussion.title }}';

/** What the actions on issues and pull requests have in common; `subject` is the link. */
const CHANGE = (subject: string): string => `
{% case action %}
{% when 'labeled' or 'unlabeled' %}
{{ who }} {% if action == 'labeled' %}added the label {% else %}removed the label {% endif %}\
{{ label.name | bold }} {% if action == 'labeled' %}to{% else %}from{% endif %} ${subject}.
{% when 'assigned' or 'unassigned' %}
{{ who }} {{ action }} {{ assignee.login | link: assignee.html_url }} \
{% if action == 'assigned' %}to{% else %}from{% endif %} ${subject}.
{% when 'milestoned' or 'demilestoned' %}
{{ who }} {% if action == 'milestoned' %}added{% else %}removed{% endif %} ${subject} \
{% if action == 'milestoned' %}to{% else %}from{% endif %} milestone {{ milestone.title | link: milestone.html_url }}.`;

const PERSON = { login: 'max', html_url: 'https://example.com/max' };
const MILESTONE = { title: 'Spring', html_url: 'https://example.com/milestone' };
const SUBJECT = {
  number: 7,
  title: 'It breaks',
  html_url: 'https://example.com/7',
  body: 'Badly',
  labels: [{ name: 'bug' }],
  assignees: [{ login: 'max' }],
};
const PULL = {
  ...SUBJECT,
  merged: false,
  head: { ref: 'fix', sha: '0123456789abcdef' },
  base: { ref: 'main' },
  commits: 1,
  changed_files: 2,
};
const COMMENT = { id: 1, html_url: 'https://example.com/7#1', body: 'Why?' };

const event = (name: string, payload: object, [topic, text]: readonly [string, string]): Sample => ({
  headers: { 'X-GitHub-Event': name },
  payload: {
    repository: { name: 'klatch', full_name: 'octo/klatch', html_url: 'https://example.com/klatch' },
    organization: { login: 'octo' },
    sender: { login: 'mona', html_url: 'https://example.com/mona' },
    ...payload,
  },
  topic,
  text,
});

export const github: TemplateService = {
  name: 'github',
  display_name: 'GitHub',
  category: 'version-control',
  header: 'X-GitHub-Event',
  topic: '{{ repo }}',
  branch: "{% if delivery.event == 'push' and ref contains 'refs/heads/' %}{{ ref | branch }}{% endif %}",
  private: 'repository.private',
  shared: `
{% assign who = sender.login | default: pusher.name | default: 'Somebody' | link: sender.html_url %}
{% assign repo = repository.name | default: repository.full_name | default: organization.login | default: 'GitHub' %}`,
  events: [
    {
      on: 'ping',
      when: 'zen or hook_id or hook or repository or organization',
      text: `GitHub is connected{% if zen %}: {{ zen }}{% else %}.{% endif %}`,
    },
    {
      on: 'push',
      needs: ['ref'],
      topic: "{{ repo }}{% unless ref contains 'refs/tags/' %} / {{ ref | branch }}{% endunless %}",
      text: `
{% capture kind %}{% if ref contains 'refs/tags/' %}tag{% else %}branch{% endif %}{% endcapture %}
{% if deleted %}
{{ who }} deleted the {{ kind }} {{ ref | branch | code }}.
{% elsif kind == 'tag' or commits.size == 0 or commits == nil %}
{{ who }} {% if forced %}force-{% endif %}pushed the {{ kind }} {{ ref | branch | code }}\
{% if head_commit.id %} ({{ head_commit.id | short_sha | link: head_commit.url }}){% endif %}.
{% else %}
{{ who }} {% if forced %}force-pushed{% else %}pushed{% endif %} \
{{ commits | plural: 'commit' | link: compare }} to {% if created %}the new branch {% endif %}{{ ref | branch | code }}.

{% for commit in commits limit: 20 %}
* {{ commit.message | first_line | default: 'no message' }}\
{% if commit.id %} ({{ commit.id | short_sha | link: commit.url }}){% endif %}\
{% if commit.author.name and commit.author.name != pusher.name and commit.author.username != sender.login %} by {{ commit.author.name }}{% endif %}

{% endfor %}
{% if commits.size > 20 %}
* and {{ commits.size | minus: 20 }} more
{% endif %}
{% endif %}`,
    },
    {
      on: ['create', 'delete'],
      needs: ['ref_type'],
      text: `{{ who }} {{ delivery.event }}d the {{ ref_type | words }}\
{% if ref %} {{ ref | code }}{% endif %}.`,
    },
    {
      on: 'issues',
      needs: ['issue'],
      topic: ISSUE_TOPIC,
      text: `${CHANGE(ISSUE)}
{% when 'transferred' %}
{{ who }} transferred ${ISSUE} to {{ changes.new_repository.full_name | link: changes.new_issue.html_url }}.
{% else %}
{{ who }} {{ action | default: 'updated' | words }} ${ISSUE}\
{% if action == 'closed' and issue.state_reason == 'not_planned' %} as not planned{% endif %}\
{% if action == 'opened' and issue.assignees.size > 0 %} (assigned to {{ issue.assignees | map: 'login' | sentence }})\
{% endif %}\
{% if action == 'opened' and issue.labels.size > 0 %} with {{ issue.labels | map: 'name' | sentence }}{% endif %}.\
{% if action == 'opened' or action == 'edited' %}{{ issue.body | quote }}{% endif %}
{% endcase %}`,
    },
    {
      on: 'issue_comment',
      needs: ['issue', 'comment'],
      topic: `{{ repo }} / {% if issue.pull_request %}PR{% else %}issue{% endif %} #{{ issue.number }} {{ issue.title }}`,
      text: `
{% capture kind %}{% if issue.pull_request %}PR{% else %}issue{% endif %} #{{ issue.number }}{% endcapture %}
{{ who }} {% if action == 'created' or action == nil %}{{ 'commented' | link: comment.html_url }}\
{% else %}{{ action | words }} {{ 'a comment' | link: comment.html_url }}{% endif %} on \
{{ kind | link: issue.html_url }}.{% unless action == 'deleted' %}{{ comment.body | quote }}{% endunless %}`,
    },
    { on: 'pull_request', when: "action == 'subscribed' or action == 'unsubscribed'" },
    {
      on: 'pull_request',
      needs: ['pull_request'],
      topic: PULL_REQUEST_TOPIC,
      text: `${CHANGE(PULL_REQUEST)}
{% when 'review_requested' or 'review_request_removed' %}
{% assign reviewer = requested_reviewer.login | default: requested_team.name %}
{% assign reviewer_url = requested_reviewer.html_url | default: requested_team.html_url %}
{{ who }} {% if action == 'review_requested' %}requested{% else %}no longer requests{% endif %} a review of ${PULL_REQUEST} \
from {{ reviewer | link: reviewer_url }}.
{% when 'synchronize' %}
{% assign url = pull_request.html_url | append: '/files/' | append: before | append: '..' | append: after %}
{{ who }} {{ 'updated' | link: url }} ${PULL_REQUEST} \
(now {{ pull_request.head.sha | short_sha | code }}).
{% when 'auto_merge_enabled' or 'auto_merge_disabled' %}
{{ who }} {% if action == 'auto_merge_enabled' %}enabled{% else %}disabled{% endif %} auto merge for ${PULL_REQUEST}\
{% if reason %}: {{ reason }}{% endif %}.
{% when 'ready_for_review' %}
{{ who }} marked ${PULL_REQUEST} as ready for review.
{% when 'converted_to_draft' %}
{{ who }} converted ${PULL_REQUEST} to a draft.
{% else %}
{% assign done = action | default: 'updated' | words %}
{% if action == 'closed' and pull_request.merged %}
{% assign done = 'merged' %}
{% endif %}
{{ who }} {{ done }} {% if action == 'closed' and pull_request.merged == false %}without merge {% endif %}\
${PULL_REQUEST}\
{% if pull_request.draft and action == 'opened' %} as a draft{% endif %}\
{% if pull_request.head.ref and pull_request.base.ref %} from {{ pull_request.head.ref | code }} \
{% if done == 'merged' %}in{% endif %}to {{ pull_request.base.ref | code }}{% endif %}\
{% if action == 'opened' and pull_request.assignees.size > 0 %} \
(assigned to {{ pull_request.assignees | map: 'login' | sentence }}){% endif %}\
{% if action == 'opened' and pull_request.commits %}: {{ pull_request.commits | plural: 'commit' }}, \
{{ pull_request.changed_files | plural: 'file' }}{% endif %}.\
{% if action == 'opened' or action == 'edited' %}{{ pull_request.body | quote }}{% endif %}
{% endcase %}`,
    },
    {
      on: 'pull_request_review',
      needs: ['pull_request', 'review'],
      topic: PULL_REQUEST_TOPIC,
      text: `{{ who }} {{ action | default: 'submitted' | words }} \
{{ 'a review' | link: review.html_url }} of ${PULL_REQUEST}\
{% if review.state %}: {{ review.state | words }}{% endif %}.{{ review.body | quote }}`,
    },
    {
      on: 'pull_request_review_comment',
      needs: ['pull_request', 'comment'],
      topic: PULL_REQUEST_TOPIC,
      text: `{{ who }} {% if action == 'created' or action == nil %}{{ 'commented' | link: comment.html_url }}\
{% else %}{{ action | words }} {{ 'a review comment' | link: comment.html_url }}{% endif %} on ${PULL_REQUEST}\
{% if comment.path %} ({{ comment.path | code }}){% endif %}.\
{% unless action == 'deleted' %}{{ comment.body | quote }}{% endunless %}`,
    },
    {
      on: 'pull_request_review_thread',
      needs: ['pull_request'],
      topic: PULL_REQUEST_TOPIC,
      text: `{{ who }} {{ action | words }} a thread of the review of ${PULL_REQUEST}.`,
    },
    {
      on: 'release',
      needs: ['release'],
      text: `{{ who }} {{ action | default: 'updated' | words }} {% if release.prerelease %}the pre-release \
{% else %}the release {% endif %}{{ release.name | default: release.tag_name | default: 'without a name' | link: release.html_url }}\
{% if release.tag_name %} for the tag {{ release.tag_name | code }}{% endif %}.\
{% if action == 'published' %}{{ release.body | quote }}{% endif %}`,
    },
    {
      on: 'fork',
      needs: ['forkee'],
      text: `{{ who }} forked the repository{% if forkee.full_name or forkee.name %} as \
{{ forkee.full_name | default: forkee.name | link: forkee.html_url }}{% endif %}.`,
    },
    { on: 'star', when: "action == 'deleted'" },
    { on: ['star', 'watch'], needs: ['action'], text: `{{ who }} starred the repository ${REPOSITORY}.` },
    {
      on: 'workflow_run',
      when: "action != 'completed' and action and workflow_run",
    },
    {
      on: 'workflow_run',
      needs: ['workflow_run', 'action'],
      topic: '{{ repo }}{% if workflow_run.head_branch %} / {{ workflow_run.head_branch }}{% endif %}',
      text: `{% if workflow_run.conclusion == 'success' %}:check: {% elsif workflow_run.conclusion == 'failure' %}:cross_mark: \
{% endif %}{{ workflow_run.name | default: 'A workflow' | link: workflow_run.html_url }}\
{% if workflow_run.run_number %} #{{ workflow_run.run_number }}{% endif %} ended\
{% if workflow_run.conclusion %}: {{ workflow_run.conclusion | words }}{% endif %}\
{% if workflow_run.head_sha %} ({{ workflow_run.head_sha | short_sha | code }}){% endif %}.`,
    },
    { on: 'check_run', when: "action and action != 'completed'" },
    {
      on: 'check_run',
      needs: ['check_run'],
      topic: '{{ repo }} / checks',
      text: `
{% assign commit_url = repository.html_url | append: '/commit/' | append: check_run.head_sha %}
Check {{ check_run.name | link: check_run.html_url }} {{ check_run.status | words }}\
{% if check_run.conclusion %} ({{ check_run.conclusion | words }}){% endif %}\
{% if check_run.head_sha %} for {{ check_run.head_sha | short_sha | link: commit_url }}{% endif %}.\
{% if check_run.output.title %} {{ check_run.output.title }}{% endif %}`,
    },
    {
      on: 'commit_comment',
      needs: ['comment'],
      text: `{{ who }} {{ 'commented' | link: comment.html_url }} on the commit {{ comment.commit_id | short_sha | code }}\
{% if comment.path %} ({{ comment.path | code }}){% endif %}.{{ comment.body | quote }}`,
    },
    {
      on: 'deployment',
      needs: ['deployment'],
      text: `{{ who }} created a deployment{% if deployment.ref %} of {{ deployment.ref | code }}{% endif %}\
{% if deployment.environment %} to {{ deployment.environment | bold }}{% endif %}.{{ deployment.description | quote }}`,
    },
    {
      on: 'deployment_status',
      needs: ['deployment_status'],
      text: `The {{ 'deployment' | link: deployment_status.target_url }}\
{% if deployment.ref %} of {{ deployment.ref | code }}{% endif %}\
{% if deployment.environment %} to {{ deployment.environment | bold }}{% endif %} changed its status to \
{{ deployment_status.state | words | bold }}.{{ deployment_status.description | quote }}`,
    },
    {
      on: 'discussion',
      needs: ['discussion'],
      topic: DISCUSSION_TOPIC,
      text: `
{% case action %}
{% when 'answered' %}
{{ who }} marked {{ 'an answer' | link: answer.html_url }} in ${DISCUSSION}.{{ answer.body | quote }}
{% when 'labeled' or 'unlabeled' %}
{{ who }} {{ action }} ${DISCUSSION}: {{ label.name }}.
{% when 'category_changed' %}
{{ who }} moved ${DISCUSSION} to {{ discussion.category.name | bold }}.
{% else %}
{{ who }} {{ action | words }} ${DISCUSSION}\
{% if action == 'created' and discussion.category.name %} in {{ discussion.category.name | bold }}{% endif %}.\
{% if action == 'created' or action == 'edited' %}{{ discussion.body | quote }}{% endif %}
{% endcase %}`,
    },
    {
      on: 'discussion_comment',
      needs: ['discussion', 'comment'],
      topic: DISCUSSION_TOPIC,
      text: `{{ who }} {% if action == 'created' %}{{ 'commented' | link: comment.html_url }}\
{% else %}{{ action | words }} {{ 'a comment' | link: comment.html_url }}{% endif %} on ${DISCUSSION}.\
{% unless action == 'deleted' %}{{ comment.body | quote }}{% endunless %}`,
    },
    {
      on: 'gollum',
      needs: ['pages'],
      text: `{{ who }} changed the wiki of ${REPOSITORY}:
{% for page in pages limit: 20 %}
* {{ page.action | words }} {{ page.title | default: page.page_name | link: page.html_url }}\
{% if page.summary %}: {{ page.summary }}{% endif %}

{% endfor %}`,
    },
    {
      on: 'member',
      needs: ['member'],
      text: `{{ who }} {{ action | words }} {{ member.login | link: member.html_url }} \
{% if action == 'added' %}to{% elsif action == 'removed' %}from{% else %}in{% endif %} ${REPOSITORY}.`,
    },
    {
      on: 'membership',
      needs: ['member'],
      topic: '{{ organization.login }}',
      text: `{{ who }} {{ action | words }} {{ member.login | link: member.html_url }} \
{% if action == 'added' %}to{% else %}from{% endif %} the {{ scope | default: 'team' }} {{ team.name | link: team.html_url }}.`,
    },
    {
      on: 'page_build',
      needs: ['build'],
      text: `GitHub Pages build, triggered by {{ build.pusher.login | default: sender.login | link: build.pusher.html_url }}: \
{{ build.status | words | bold }}{% if build.commit %} for {{ build.commit | short_sha | code }}{% endif %}.\
{{ build.error.message | quote }}`,
    },
    { on: 'public', text: `{{ who }} made the repository ${REPOSITORY} public.` },
    { on: 'repository', text: `{{ who }} {{ action | words }} the repository ${REPOSITORY}.` },
    {
      on: 'status',
      needs: ['state'],
      text: `{{ sha | short_sha | link: commit.html_url }} changed its status to {{ state | words | bold }}\
{% if context %}: {{ context | link: target_url }}{% endif %}\
{% if branches.size > 0 %} on {{ branches | map: 'name' | sentence }}{% endif %}.\
{% if description %} {{ description }}{% endif %}`,
    },
    {
      on: 'team',
      needs: ['team'],
      topic: 'team {{ team.name }}',
      text: `{{ who }} {{ action | words }} the team {{ team.name | link: team.html_url }}\
{% if action contains 'repository' and repository %}: ${REPOSITORY}{% endif %}.\
{% if changes.description %} Its description was {{ changes.description.from | default: 'empty' | bold }}, and is now \
{{ team.description | default: 'empty' | bold }}.{% endif %}\
{% if changes.name %} Its name was {{ changes.name.from | bold }}.{% endif %}\
{% if changes.privacy %} Its visibility is now {{ team.privacy | bold }}.{% endif %}\
{% if changes.repository.permissions %} The permission of ${REPOSITORY} was changed to \
{% if repository.permissions.admin %}**admin**{% elsif repository.permissions.push %}**write**{% else %}**read**{% endif %}.\
{% endif %}`,
    },
    {
      on: 'team_add',
      needs: ['team'],
      text: `{{ who }} added the repository ${REPOSITORY} to the team {{ team.name | link: team.html_url }}.`,
    },
    {
      on: 'milestone',
      needs: ['milestone'],
      text: `{{ who }} {{ action | words }} the milestone {{ milestone.title | link: milestone.html_url }}\
{% if milestone.due_on %}, due {{ milestone.due_on | time }}{% endif %}.`,
    },
    {
      on: ['dependabot_alert', 'code_scanning_alert', 'secret_scanning_alert'],
      needs: ['alert'],
      text: `{{ who }}: {{ delivery.event | words }} {{ action | words }}: \
{{ alert.security_advisory.summary | default: alert.rule.description | default: alert.secret_type_display_name \
| default: alert.number | link: alert.html_url }}\
{% if alert.security_advisory.severity %} (severity: {{ alert.security_advisory.severity }}){% endif %}.`,
    },
    {
      on: ['check_suite', 'installation', 'installation_repositories', 'label', 'merge_group', 'meta', 'organization'],
    },
    { on: ['project', 'project_card', 'project_column', 'repository_vulnerability_alert', 'workflow_job'] },
  ],
  samples: [
    event('ping', { zen: 'Keep it logically awesome.', hook_id: 1, hook: { id: 1 } }, [
      'klatch',
      'GitHub is connected: Keep it logically awesome.',
    ]),
    event(
      'push',
      {
        ref: 'refs/heads/main',
        compare: 'https://example.com/compare',
        forced: false,
        deleted: false,
        pusher: { name: 'mona' },
        commits: [
          {
            id: '0123456789abcdef',
            url: 'https://example.com/c',
            message: 'Fix it\n\nat last',
            author: { name: 'Max' },
          },
        ],
      },
      [
        'klatch / main',
        '[mona](https://example.com/mona) pushed [1 commit](https://example.com/compare) to `main`.\n\n* Fix it ([0123456789a](https://example.com/c)) by Max',
      ],
    ),
    event('push', { ref: 'refs/tags/v1', compare: 'https://example.com/compare', commits: [] }, [
      'klatch',
      '[mona](https://example.com/mona) pushed the tag `v1`.',
    ]),
    event('push', { ref: 'refs/heads/old', deleted: true, commits: [] }, [
      'klatch / old',
      '[mona](https://example.com/mona) deleted the branch `old`.',
    ]),
    event('create', { ref: 'v1', ref_type: 'tag' }, [
      'klatch',
      '[mona](https://example.com/mona) created the tag `v1`.',
    ]),
    event('delete', { ref: 'old', ref_type: 'branch' }, [
      'klatch',
      '[mona](https://example.com/mona) deleted the branch `old`.',
    ]),
    event('issues', { action: 'opened', issue: SUBJECT }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) opened [issue #7](https://example.com/7) (assigned to max) with bug.\n\n``` quote\nBadly\n```',
    ]),
    event('issues', { action: 'labeled', issue: SUBJECT, label: { name: 'bug' } }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) added the label **bug** to [issue #7](https://example.com/7).',
    ]),
    event('issues', { action: 'assigned', issue: SUBJECT, assignee: PERSON }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) assigned [max](https://example.com/max) to [issue #7](https://example.com/7).',
    ]),
    event('issues', { action: 'milestoned', issue: SUBJECT, milestone: MILESTONE }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) added [issue #7](https://example.com/7) to milestone [Spring](https://example.com/milestone).',
    ]),
    event('issue_comment', { action: 'created', issue: { ...SUBJECT, pull_request: undefined }, comment: COMMENT }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) [commented](https://example.com/7#1) on [issue #7](https://example.com/7).\n\n``` quote\nWhy?\n```',
    ]),
    event('pull_request', { action: 'opened', pull_request: PULL }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) opened [PR #7](https://example.com/7) from `fix` to `main` (assigned to max): 1 commit, 2 files.\n\n``` quote\nBadly\n```',
    ]),
    event('pull_request', { action: 'closed', pull_request: { ...PULL, merged: true } }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) merged [PR #7](https://example.com/7) from `fix` into `main`.',
    ]),
    event('pull_request', { action: 'review_requested', pull_request: PULL, requested_reviewer: PERSON }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) requested a review of [PR #7](https://example.com/7) from [max](https://example.com/max).',
    ]),
    event('pull_request', { action: 'synchronize', pull_request: PULL, before: '0123', after: '4567' }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) [updated](https://example.com/7/files/0123..4567) [PR #7](https://example.com/7) (now `0123456789a`).',
    ]),
    event('pull_request', { action: 'auto_merge_enabled', pull_request: PULL }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) enabled auto merge for [PR #7](https://example.com/7).',
    ]),
    event(
      'pull_request_review',
      { action: 'submitted', pull_request: PULL, review: { ...COMMENT, state: 'changes_requested' } },
      [
        'klatch / PR #7 It breaks',
        '[mona](https://example.com/mona) submitted [a review](https://example.com/7#1) of [PR #7](https://example.com/7): changes requested.\n\n``` quote\nWhy?\n```',
      ],
    ),
    event('pull_request_review_comment', { action: 'edited', pull_request: PULL, comment: COMMENT }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) edited [a review comment](https://example.com/7#1) on [PR #7](https://example.com/7).\n\n``` quote\nWhy?\n```',
    ]),
    event(
      'release',
      { action: 'published', release: { name: 'One', tag_name: 'v1', html_url: 'https://example.com/v1' } },
      [
        'klatch',
        '[mona](https://example.com/mona) published the release [One](https://example.com/v1) for the tag `v1`.',
      ],
    ),
    event('fork', { forkee: { full_name: 'max/klatch', html_url: 'https://example.com/max' } }, [
      'klatch',
      '[mona](https://example.com/mona) forked the repository as [max/klatch](https://example.com/max).',
    ]),
    event('star', { action: 'created' }, [
      'klatch',
      '[mona](https://example.com/mona) starred the repository [octo/klatch](https://example.com/klatch).',
    ]),
    event(
      'workflow_run',
      {
        action: 'completed',
        workflow_run: {
          name: 'CI',
          run_number: 12,
          head_branch: 'main',
          head_sha: '0123456789abcdef',
          conclusion: 'failure',
          html_url: 'https://example.com/run',
        },
      },
      ['klatch / main', ':cross_mark: [CI](https://example.com/run) #12 ended: failure (`0123456789a`).'],
    ),
    event(
      'check_run',
      {
        action: 'completed',
        check_run: {
          name: 'lint',
          status: 'completed',
          conclusion: 'success',
          head_sha: '0123456789abcdef',
          html_url: 'https://example.com/check',
        },
      },
      [
        'klatch / checks',
        'Check [lint](https://example.com/check) completed (success) for [0123456789a](https://example.com/klatch/commit/0123456789abcdef).',
      ],
    ),
    event('commit_comment', { action: 'created', comment: { ...COMMENT, commit_id: '0123456789abcdef' } }, [
      'klatch',
      '[mona](https://example.com/mona) [commented](https://example.com/7#1) on the commit `0123456789a`.\n\n``` quote\nWhy?\n```',
    ]),
    event('deployment', { deployment: { ref: 'main', environment: 'production', description: 'By CI' } }, [
      'klatch',
      '[mona](https://example.com/mona) created a deployment of `main` to **production**.\n\n``` quote\nBy CI\n```',
    ]),
    event(
      'deployment_status',
      { deployment: { ref: 'main', environment: 'production' }, deployment_status: { state: 'success' } },
      ['klatch', 'The deployment of `main` to **production** changed its status to **success**.'],
    ),
    event('discussion', { action: 'created', discussion: { ...SUBJECT, category: { name: 'Ideas' } } }, [
      'klatch / discussion #7 It breaks',
      '[mona](https://example.com/mona) created [discussion #7](https://example.com/7) in **Ideas**.\n\n``` quote\nBadly\n```',
    ]),
    event('discussion_comment', { action: 'created', discussion: SUBJECT, comment: COMMENT }, [
      'klatch / discussion #7 It breaks',
      '[mona](https://example.com/mona) [commented](https://example.com/7#1) on [discussion #7](https://example.com/7).\n\n``` quote\nWhy?\n```',
    ]),
    event('gollum', { pages: [{ action: 'created', title: 'Home', html_url: 'https://example.com/wiki' }] }, [
      'klatch',
      '[mona](https://example.com/mona) changed the wiki of [octo/klatch](https://example.com/klatch):\n* created [Home](https://example.com/wiki)',
    ]),
    event('member', { action: 'added', member: PERSON }, [
      'klatch',
      '[mona](https://example.com/mona) added [max](https://example.com/max) to [octo/klatch](https://example.com/klatch).',
    ]),
    event(
      'membership',
      {
        action: 'removed',
        scope: 'team',
        member: PERSON,
        team: { name: 'Crew', html_url: 'https://example.com/crew' },
      },
      [
        'octo',
        '[mona](https://example.com/mona) removed [max](https://example.com/max) from the team [Crew](https://example.com/crew).',
      ],
    ),
    event('page_build', { build: { status: 'built', commit: '0123456789abcdef', pusher: PERSON } }, [
      'klatch',
      'GitHub Pages build, triggered by [max](https://example.com/max): **built** for `0123456789a`.',
    ]),
    event('public', {}, [
      'klatch',
      '[mona](https://example.com/mona) made the repository [octo/klatch](https://example.com/klatch) public.',
    ]),
    event('repository', { action: 'archived' }, [
      'klatch',
      '[mona](https://example.com/mona) archived the repository [octo/klatch](https://example.com/klatch).',
    ]),
    event(
      'status',
      {
        sha: '0123456789abcdef',
        state: 'failure',
        context: 'ci/build',
        target_url: 'https://example.com/build',
        description: 'It failed',
        commit: { html_url: 'https://example.com/c' },
        branches: [{ name: 'main' }],
      },
      [
        'klatch',
        '[0123456789a](https://example.com/c) changed its status to **failure**: [ci/build](https://example.com/build) on main. It failed',
      ],
    ),
    event('team', { action: 'created', team: { name: 'Crew', html_url: 'https://example.com/crew' } }, [
      'team Crew',
      '[mona](https://example.com/mona) created the team [Crew](https://example.com/crew).',
    ]),
    event('team_add', { team: { name: 'Crew', html_url: 'https://example.com/crew' } }, [
      'klatch',
      '[mona](https://example.com/mona) added the repository [octo/klatch](https://example.com/klatch) to the team [Crew](https://example.com/crew).',
    ]),
    event('milestone', { action: 'created', milestone: MILESTONE }, [
      'klatch',
      '[mona](https://example.com/mona) created the milestone [Spring](https://example.com/milestone).',
    ]),
  ],
};
