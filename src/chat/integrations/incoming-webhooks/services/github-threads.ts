import { COMMENT, event, type GithubEvents, MILESTONE, PERSON } from './github-parts.ts';

/** `issue #7`, linked, and for what follows it the title if the topic does not say it. */
const ISSUE = '{{ "issue #" | append: issue.number | link: issue.html_url }}';
const PULL_REQUEST = '{{ "PR #" | append: pull_request.number | link: pull_request.html_url }}';
const DISCUSSION = '{{ "discussion #" | append: discussion.number | link: discussion.html_url }}';
const ISSUE_TOPIC = '{{ repo }} / issue #{{ issue.number }} {{ issue.title }}';
const PULL_REQUEST_TOPIC = '{{ repo }} / PR #{{ pull_request.number }} {{ pull_request.title }}';
const DISCUSSION_TOPIC = '{{ repo }} / discussion #{{ discussion.number }} {{ discussion.title }}';

/** An edit of an issue, pull request or discussion, the variable `name`, whose link is `subject`. */
const EDIT = (name: string, subject: string): string => `
{% when 'edited' %}
{% if changes.title.from %}
{{ who }} changed the title of ${subject} from {{ changes.title.from | bold }} to {{ ${name}.title | bold }}.
{% elsif changes.base.ref.from %}
{{ who }} changed the base of ${subject} from {{ changes.base.ref.from | code }} to {{ ${name}.base.ref | code }}.
{% else %}
{{ who }} edited ${subject}.
{% endif %}
{% if changes.body or changes == nil %}{{ ${name}.body | quote }}{% endif %}`;

/** What the actions on issues and pull requests have in common. */
const CHANGE = (name: string, subject: string): string => `
{% case action %}
{% when 'labeled' or 'unlabeled' %}
{{ who }} {% if action == 'labeled' %}added the label {% else %}removed the label {% endif %}\
{{ label.name | bold }} {% if action == 'labeled' %}to{% else %}from{% endif %} ${subject}.
{% when 'assigned' or 'unassigned' %}
{{ who }} {{ action }} {{ assignee.login | link: assignee.html_url }} \
{% if action == 'assigned' %}to{% else %}from{% endif %} ${subject}.
{% when 'milestoned' or 'demilestoned' %}
{{ who }} {% if action == 'milestoned' %}added{% else %}removed{% endif %} ${subject} \
{% if action == 'milestoned' %}to{% else %}from{% endif %} milestone {{ milestone.title | link: milestone.html_url }}.
${EDIT(name, subject)}`;

/** An edit that changed no text, such as of a mention whose name changed, or of a task's check mark. */
const UNCHANGED = (name: string): string => `action == 'edited' and changes and changes.body.from == ${name}.body`;
const WITHOUT_CHANGES = "action == 'edited' and changes and changes.size == 0";

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

/** Issues, pull requests and discussions, with the comments on them. */
export const THREADS: GithubEvents = {
  events: [
    {
      on: 'issues',
      needs: ['issue'],
      topic: ISSUE_TOPIC,
      text: `${CHANGE('issue', ISSUE)}
{% when 'typed' or 'untyped' %}
{{ who }} {% if action == 'typed' %}set{% else %}removed{% endif %} the type {{ type.name | bold }} of ${ISSUE}.
{% when 'locked' %}
{{ who }} locked ${ISSUE}{% if issue.active_lock_reason %} as {{ issue.active_lock_reason }}{% endif %}.
{% when 'transferred' %}
{{ who }} transferred ${ISSUE} to {{ changes.new_repository.full_name | link: changes.new_issue.html_url }}.
{% else %}
{{ who }} {{ action | default: 'updated' | words }} ${ISSUE}\
{% if action == 'closed' and issue.state_reason == 'not_planned' %} as not planned{% endif %}\
{% if action == 'opened' and issue.assignees.size > 0 %} (assigned to {{ issue.assignees | map: 'login' | sentence }})\
{% endif %}\
{% if action == 'opened' and issue.labels.size > 0 %} with {{ issue.labels | map: 'name' | sentence }}{% endif %}.\
{% if changes.old_issue %} It was {{ 'issue #' | append: changes.old_issue.number | link: changes.old_issue.html_url }} of \
{{ changes.old_repository.full_name | link: changes.old_repository.html_url }}.{% endif %}\
{% if action == 'opened' %}{{ issue.body | quote }}{% endif %}
{% endcase %}`,
    },
    { on: 'issue_comment', when: UNCHANGED('comment') },
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
      text: `${CHANGE('pull_request', PULL_REQUEST)}
{% when 'review_requested' or 'review_request_removed' %}
{% assign reviewers = pull_request.requested_reviewers | map: 'login' | sentence %}
{% assign reviewer = requested_reviewer.login | default: requested_team.name | default: reviewers %}
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
{% when 'enqueued' or 'dequeued' %}
{{ who }} {% if action == 'enqueued' %}added ${PULL_REQUEST} to{% else %}removed ${PULL_REQUEST} from{% endif %} the merge queue\
{% if reason %}: {{ reason | words }}{% endif %}.
{% when 'locked' %}
{{ who }} locked ${PULL_REQUEST}{% if pull_request.active_lock_reason %} as {{ pull_request.active_lock_reason }}{% endif %}.
{% when 'unlocked' %}
{{ who }} unlocked ${PULL_REQUEST}.
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
{% if action == 'opened' %}{{ pull_request.body | quote }}{% endif %}
{% endcase %}`,
    },
    { on: 'pull_request_review', when: WITHOUT_CHANGES },
    { on: 'pull_request_review', when: UNCHANGED('review') },
    {
      on: 'pull_request_review',
      needs: ['pull_request', 'review'],
      topic: PULL_REQUEST_TOPIC,
      text: `{{ who }} {{ action | default: 'submitted' | words }} \
{{ 'a review' | link: review.html_url }} of ${PULL_REQUEST}\
{% if review.state and action != review.state %}: {{ review.state | words }}{% endif %}.{{ review.body | quote }}`,
    },
    { on: 'pull_request_review_comment', when: UNCHANGED('comment') },
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
      text: `
{% assign comment = thread.comments[0] %}
{{ who }} {{ action | words }} {{ 'a thread' | link: comment.html_url }} of the review of ${PULL_REQUEST}\
{% if comment.path %} ({{ comment.path | code }}){% endif %}.{{ comment.body | quote }}`,
    },
    {
      on: 'discussion',
      needs: ['discussion'],
      topic: DISCUSSION_TOPIC,
      text: `
{% case action %}
{% when 'answered' %}
{{ who }} marked {{ 'an answer' | link: answer.html_url }} in ${DISCUSSION}.{{ answer.body | quote }}
{% when 'unanswered' %}
{{ who }} no longer marks {{ 'an answer' | link: old_answer.html_url }} in ${DISCUSSION}.
{% when 'transferred' %}
{{ who }} transferred ${DISCUSSION} to {{ changes.new_repository.full_name | link: changes.new_discussion.html_url }}.
{% when 'labeled' or 'unlabeled' %}
{{ who }} {% if action == 'labeled' %}added the label {% else %}removed the label {% endif %}{{ label.name | bold }} \
{% if action == 'labeled' %}to{% else %}from{% endif %} ${DISCUSSION}.
{% when 'category_changed' %}
{{ who }} moved ${DISCUSSION}{% if changes.category.from.name %} from {{ changes.category.from.name | bold }}{% endif %} to \
{{ discussion.category.name | bold }}.
${EDIT('discussion', DISCUSSION)}
{% else %}
{{ who }} {{ action | words }} ${DISCUSSION}\
{% if action == 'created' and discussion.category.name %} in {{ discussion.category.name | bold }}{% endif %}.\
{% if action == 'created' %}{{ discussion.body | quote }}{% endif %}
{% endcase %}`,
    },
    { on: 'discussion_comment', when: UNCHANGED('comment') },
    {
      on: 'discussion_comment',
      needs: ['discussion', 'comment'],
      topic: DISCUSSION_TOPIC,
      text: `{{ who }} {% if action == 'created' %}{{ 'commented' | link: comment.html_url }}\
{% else %}{{ action | words }} {{ 'a comment' | link: comment.html_url }}{% endif %} on ${DISCUSSION}.\
{% unless action == 'deleted' %}{{ comment.body | quote }}{% endunless %}`,
    },
    // A link between issues of one repository is sent once for each of the two.
    { on: 'sub_issues', when: "action contains 'parent_issue'" },
    {
      on: 'sub_issues',
      needs: ['sub_issue', 'parent_issue'],
      topic: '{{ repo }} / issue #{{ parent_issue.number }} {{ parent_issue.title }}',
      text: `
{% assign child = 'issue #' | append: sub_issue.number | append: ' ' | append: sub_issue.title %}
{{ who }} {% if action contains 'added' %}added{% else %}removed{% endif %} {{ child | link: sub_issue.html_url }} \
{% if action contains 'added' %}to{% else %}from{% endif %} the sub-issues of \
{{ 'issue #' | append: parent_issue.number | link: parent_issue.html_url }}.`,
    },
    { on: 'issue_dependencies', when: "action contains 'blocking_'" },
    {
      on: 'issue_dependencies',
      needs: ['blocked_issue', 'blocking_issue'],
      topic: '{{ repo }} / issue #{{ blocked_issue.number }} {{ blocked_issue.title }}',
      text: `
{% assign cause = 'issue #' | append: blocking_issue.number | append: ' ' | append: blocking_issue.title %}
{{ who }} marked {{ 'issue #' | append: blocked_issue.number | link: blocked_issue.html_url }} as \
{% if action contains 'removed' %}no longer {% endif %}blocked by {{ cause | link: blocking_issue.html_url }}.`,
    },
  ],
  samples: [
    event('issues', { action: 'edited', issue: SUBJECT, changes: { title: { from: 'It brakes' } } }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) changed the title of [issue #7](https://example.com/7) from **It brakes** to **It breaks**.',
    ]),
    event('issues', { action: 'edited', issue: SUBJECT, changes: { body: { from: 'Bad' } } }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) edited [issue #7](https://example.com/7).\n\n``` quote\nBadly\n```',
    ]),
    event(
      'issues',
      {
        action: 'opened',
        issue: { ...SUBJECT, labels: [], assignees: [] },
        changes: {
          old_issue: { number: 2, html_url: 'https://example.com/old/2' },
          old_repository: { full_name: 'octo/old', html_url: 'https://example.com/old' },
        },
      },
      [
        'klatch / issue #7 It breaks',
        '[mona](https://example.com/mona) opened [issue #7](https://example.com/7). It was [issue #2](https://example.com/old/2) of [octo/old](https://example.com/old).\n\n``` quote\nBadly\n```',
      ],
    ),
    event('issues', { action: 'locked', issue: { ...SUBJECT, active_lock_reason: 'spam' } }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) locked [issue #7](https://example.com/7) as spam.',
    ]),
    event('issues', { action: 'typed', issue: SUBJECT, type: { name: 'Task' } }, [
      'klatch / issue #7 It breaks',
      '[mona](https://example.com/mona) set the type **Task** of [issue #7](https://example.com/7).',
    ]),
    event(
      'sub_issues',
      { action: 'sub_issue_added', parent_issue: SUBJECT, sub_issue: { ...SUBJECT, number: 8, title: 'A part' } },
      [
        'klatch / issue #7 It breaks',
        '[mona](https://example.com/mona) added [issue #8 A part](https://example.com/7) to the sub-issues of [issue #7](https://example.com/7).',
      ],
    ),
    event(
      'issue_dependencies',
      { action: 'blocked_by_added', blocked_issue: SUBJECT, blocking_issue: { ...SUBJECT, number: 8, title: 'First' } },
      [
        'klatch / issue #7 It breaks',
        '[mona](https://example.com/mona) marked [issue #7](https://example.com/7) as blocked by [issue #8 First](https://example.com/7).',
      ],
    ),
    event('pull_request', { action: 'edited', pull_request: PULL, changes: { base: { ref: { from: 'old' } } } }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) changed the base of [PR #7](https://example.com/7) from `old` to `main`.',
    ]),
    event('pull_request', { action: 'dequeued', pull_request: PULL, reason: 'CI_FAILURE' }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) removed [PR #7](https://example.com/7) from the merge queue: ci failure.',
    ]),
    event('pull_request', { action: 'unlocked', pull_request: PULL }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) unlocked [PR #7](https://example.com/7).',
    ]),
    event('pull_request', { action: 'review_requested', pull_request: { ...PULL, requested_reviewers: [PERSON] } }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) requested a review of [PR #7](https://example.com/7) from max.',
    ]),
    event(
      'pull_request_review_thread',
      { action: 'resolved', pull_request: PULL, thread: { comments: [{ ...COMMENT, path: 'pay.ts' }] } },
      [
        'klatch / PR #7 It breaks',
        '[mona](https://example.com/mona) resolved [a thread](https://example.com/7#1) of the review of [PR #7](https://example.com/7) (`pay.ts`).\n\n``` quote\nWhy?\n```',
      ],
    ),
    event('pull_request_review', { action: 'dismissed', pull_request: PULL, review: { state: 'dismissed' } }, [
      'klatch / PR #7 It breaks',
      '[mona](https://example.com/mona) dismissed a review of [PR #7](https://example.com/7).',
    ]),
    event(
      'discussion',
      {
        action: 'transferred',
        discussion: SUBJECT,
        changes: {
          new_repository: { full_name: 'octo/new' },
          new_discussion: { html_url: 'https://example.com/new/1' },
        },
      },
      [
        'klatch / discussion #7 It breaks',
        '[mona](https://example.com/mona) transferred [discussion #7](https://example.com/7) to [octo/new](https://example.com/new/1).',
      ],
    ),
    event(
      'discussion',
      {
        action: 'category_changed',
        discussion: { ...SUBJECT, category: { name: 'Ideas' } },
        changes: { category: { from: { name: 'General' } } },
      },
      [
        'klatch / discussion #7 It breaks',
        '[mona](https://example.com/mona) moved [discussion #7](https://example.com/7) from **General** to **Ideas**.',
      ],
    ),
    event('discussion', { action: 'edited', discussion: SUBJECT, changes: { title: { from: 'It brakes' } } }, [
      'klatch / discussion #7 It breaks',
      '[mona](https://example.com/mona) changed the title of [discussion #7](https://example.com/7) from **It brakes** to **It breaks**.',
    ]),
    event('discussion', { action: 'labeled', discussion: SUBJECT, label: { name: 'bug' } }, [
      'klatch / discussion #7 It breaks',
      '[mona](https://example.com/mona) added the label **bug** to [discussion #7](https://example.com/7).',
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
    event('discussion', { action: 'created', discussion: { ...SUBJECT, category: { name: 'Ideas' } } }, [
      'klatch / discussion #7 It breaks',
      '[mona](https://example.com/mona) created [discussion #7](https://example.com/7) in **Ideas**.\n\n``` quote\nBadly\n```',
    ]),
    event('discussion_comment', { action: 'created', discussion: SUBJECT, comment: COMMENT }, [
      'klatch / discussion #7 It breaks',
      '[mona](https://example.com/mona) [commented](https://example.com/7#1) on [discussion #7](https://example.com/7).\n\n``` quote\nWhy?\n```',
    ]),
  ],
};
