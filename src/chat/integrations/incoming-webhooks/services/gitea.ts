import type { Sample, TemplateService } from '../types.ts';

const ISSUE = "{{ 'issue #' | append: issue.number | link: issue.html_url }}";
const PULL_REQUEST = "{{ 'PR #' | append: pull_request.number | link: pull_request.html_url }}";

/** What was done with an issue or a pull request. */
const DONE = `{% case action %}{% when 'label_updated' %}changed the labels of{% when 'label_cleared' %}removed the labels of\
{% when 'milestoned' %}set the milestone of{% when 'demilestoned' %}removed the milestone of\
{% when 'review_requested' %}requested a review of{% when 'review_request_removed' %}no longer requests a review of\
{% when 'synchronized' %}added commits to{% else %}{{ action | default: 'updated' | words }}{% endcase %}`;

/** What Gitea, Forgejo and Gogs send. The older of them have fewer fields under the same names. */
const family: Pick<TemplateService, 'category' | 'shared' | 'topic' | 'branch' | 'private' | 'events'> = {
  category: 'version-control',
  shared: `
{% assign name = sender.full_name | default: sender.login | default: sender.username | default: pusher.login \
| default: pusher.username | default: 'Somebody' %}
{% assign who = name | link: sender.html_url %}
{% assign repo = repository.name | default: repository.full_name | default: organization.username %}
{% assign subject = issue | default: pull_request %}`,
  topic: '{{ repo }}',
  branch: "{% if delivery.event == 'push' %}{{ ref | branch }}{% endif %}",
  private: 'repository.private',
  events: [
    {
      on: 'push',
      needs: ['ref'],
      topic: "{{ repo }}{% unless ref contains 'refs/tags/' %} / {{ ref | branch }}{% endunless %}",
      text: `
{% assign count = total_commits | default: commits.size %}
{% assign compare = compare_url | default: compare %}
{% if count > 0 %}
{{ who }} pushed {{ count | plural: 'commit' | link: compare }} to {{ ref | branch | code }}.

{% for commit in commits limit: 20 %}
* {{ commit.message | first_line }} ({{ commit.id | short_sha | link: commit.url }})\
{% if commit.author.name and commit.author.name != name and commit.author.username != sender.login %} \
by {{ commit.author.name }}{% endif %}
{% endfor %}
{% else %}
{{ who }} {% if ref contains 'refs/tags/' and before contains '0000000000' %}created{% else %}pushed{% endif %} \
{% if ref contains 'refs/tags/' %}the tag{% else %}the branch{% endif %} {{ ref | branch | code }}.
{% endif %}`,
    },
    {
      on: ['create', 'delete'],
      needs: ['ref_type'],
      topic: "{{ repo }}{% if ref_type == 'branch' %} / {{ ref | branch }}{% endif %}",
      text: `
{% assign name = ref | branch %}
{% assign url = repository.html_url | append: '/src/' | append: ref_type | append: '/' | append: name %}
{% if delivery.event == 'create' and repository.html_url %}
{{ who }} created the {{ ref_type }} {{ ref | branch | link: url }}.
{% else %}
{{ who }} {{ delivery.event }}d the {{ ref_type }} {{ ref | branch | code }}.
{% endif %}`,
    },
    {
      on: ['issues', 'issue_assign', 'issue_label', 'issue_milestone'],
      needs: ['issue'],
      topic: '{{ repo }} / issue #{{ issue.number }} {{ issue.title }}',
      text: `{{ who }} ${DONE} ${ISSUE}\
{% assign people = issue.assignees | map: 'login' | sentence %}\
{% if issue.assignee.login and action != 'unassigned' %} (assigned to \
{{ people | default: issue.assignee.login }}){% endif %}\
{% if action == 'label_updated' %}: {{ issue.labels | map: 'name' | sentence }}{% endif %}\
{% if issue.milestone.title and action == 'milestoned' %}: {{ issue.milestone.title }}{% endif %}.\
{% if action == 'opened' or action == 'edited' %}{{ issue.body | quote }}{% endif %}`,
    },
    // A comment of a review, which Gitea sends under the name of other comments.
    {
      on: ['pull_request_comment', 'pull_request_review_comment', 'pull_request_review'],
      when: 'comment == nil and review',
      needs: ['pull_request'],
      topic: '{{ repo }} / PR #{{ pull_request.number }} {{ pull_request.title }}',
      text: `{{ who }} reviewed ${PULL_REQUEST}.{{ review.content | quote }}`,
    },
    {
      on: ['issue_comment', 'pull_request_comment'],
      needs: ['comment'],
      topic: `{{ repo }} / {% if is_pull or pull_request or issue.pull_request %}PR{% else %}issue{% endif %} #{{ subject.number }} {{ subject.title }}`,
      text: `
{% capture kind %}{% if is_pull or pull_request or issue.pull_request %}PR{% else %}issue{% endif %} #{{ subject.number }}{% endcapture %}
{{ who }} {% if action == 'created' %}{{ 'commented' | link: comment.html_url }}{% else %}{{ action | words }} \
{{ 'a comment' | link: comment.html_url }}{% endif %} on {{ kind | link: subject.html_url }}.{{ comment.body | quote }}`,
    },
    {
      on: [
        'pull_request',
        'pull_request_assign',
        'pull_request_label',
        'pull_request_milestone',
        'pull_request_sync',
        'pull_request_review_request',
      ],
      needs: ['pull_request'],
      topic: '{{ repo }} / PR #{{ pull_request.number }} {{ pull_request.title }}',
      text: `
{% capture done %}${DONE}{% endcapture %}
{% if action == 'closed' and pull_request.merged %}
{% assign done = 'merged' %}
{% endif %}
{{ who }} {{ done }} {% if action == 'closed' and pull_request.merged == false %}without merge {% endif %}${PULL_REQUEST}\
{% assign base = pull_request.base.ref | default: pull_request.base_branch %}\
{% assign head = pull_request.head.ref | default: pull_request.head_branch %}\
{% if head and base %} from {{ head | code }} {% if done == 'merged' %}in{% endif %}to {{ base | code }}{% endif %}\
{% if requested_reviewer.login %} by {{ requested_reviewer.login }}{% endif %}\
{% if pull_request.assignee.login and done != 'merged' %} (assigned to {{ pull_request.assignee.login }}){% endif %}\
{% if action == 'label_updated' %}: {{ pull_request.labels | map: 'name' | sentence }}{% endif %}\
{% if pull_request.milestone.title and action == 'milestoned' %}: {{ pull_request.milestone.title }}{% endif %}.\
{% if action == 'opened' or action == 'edited' %}{{ pull_request.body | quote }}{% endif %}`,
    },
    {
      on: [
        'pull_request_approved',
        'pull_request_rejected',
        'pull_request_review_approved',
        'pull_request_review_rejected',
      ],
      needs: ['pull_request'],
      topic: '{{ repo }} / PR #{{ pull_request.number }} {{ pull_request.title }}',
      text: `{{ who }} {% if delivery.event contains 'approved' %}approved{% else %}requested changes of{% endif %} \
${PULL_REQUEST}.{{ review.content | quote }}`,
    },
    {
      on: 'release',
      needs: ['release'],
      text: `{{ who }} {{ action | words }} the release {{ release.name | default: release.tag_name \
| link: release.html_url }}{% if release.tag_name %} for the tag {{ release.tag_name | code }}{% endif %}.\
{{ release.body | quote }}`,
    },
    {
      on: 'fork',
      needs: ['forkee'],
      text: '{{ who }} forked {{ forkee.full_name | link: forkee.html_url }} as {{ repository.full_name | link: repository.html_url }}.',
    },
    {
      on: 'repository',
      topic: '{{ repo }}',
      text: '{{ who }} {{ action | words }} the repository {{ repository.full_name | link: repository.html_url }}.',
    },
    {
      on: 'wiki',
      text: `
{% assign path = page | replace: ' ', '-' %}
{% assign url = repository.html_url | append: '/wiki/' | append: path %}
{{ who }} {{ action | words }} the wiki page {{ page | link: url | bold }}.{% if comment %} {{ comment }}{% endif %}`,
    },
    {
      on: 'package',
      topic: '{{ package.repository.name | default: package.name }}',
      text: `{{ who }} {{ action | words }} the package {{ package.name | append: ' ' | append: package.version \
| link: package.html_url }} ({{ package.type }}).`,
    },
    {
      on: ['workflow_run', 'workflow_job'],
      when: "action != 'completed' and action",
    },
    {
      on: ['workflow_run', 'workflow_job', 'action_run_failure', 'action_run_success', 'action_run_recover'],
      text: `
{% assign run = workflow_run | default: workflow_job | default: run %}
{% assign outcome = run.conclusion | default: run.status | default: action %}
{% assign branch_name = run.head_branch | default: run.prettyref %}
{% if outcome == 'success' %}:check: {% elsif outcome == 'failure' %}:cross_mark: {% endif %}\
{{ run.display_title | default: run.name | default: run.title | link: run.html_url }}: \
{{ outcome | words | bold }}{% if branch_name %} on {{ branch_name | code }}{% endif %}.`,
    },
    {
      on: 'status',
      needs: ['state'],
      text: `{{ sha | short_sha | link: commit.url }} changed its status to {{ state | words | bold }}\
{% if context %}: {{ context | link: target_url }}{% endif %}.{% if description %} {{ description }}{% endif %}`,
    },
  ],
};

const REPOSITORY = { name: 'klatch', full_name: 'crew/klatch', html_url: 'https://example.com/klatch' };
const SENDER = { login: 'mia', html_url: 'https://example.com/mia' };

const SAMPLES: readonly (Omit<Sample, 'headers'> & { event: string })[] = [
  {
    event: 'push',
    payload: {
      ref: 'refs/heads/main',
      compare_url: 'https://example.com/compare',
      commits: [{ id: '0123456789abcdef', url: 'https://example.com/c', message: 'Fix it', author: { name: 'Max' } }],
      repository: REPOSITORY,
      sender: SENDER,
    },
    topic: 'klatch / main',
    text: '[mia](https://example.com/mia) pushed [1 commit](https://example.com/compare) to `main`.\n\n* Fix it ([0123456789a](https://example.com/c)) by Max',
  },
  {
    event: 'pull_request',
    payload: {
      action: 'opened',
      pull_request: {
        number: 7,
        title: 'Better',
        body: 'So much',
        html_url: 'https://example.com/7',
        head: { ref: 'fix' },
        base: { ref: 'main' },
      },
      repository: REPOSITORY,
      sender: SENDER,
    },
    topic: 'klatch / PR #7 Better',
    text: '[mia](https://example.com/mia) opened [PR #7](https://example.com/7) from `fix` to `main`.\n\n``` quote\nSo much\n```',
  },
  {
    event: 'pull_request_comment',
    payload: {
      action: 'reviewed',
      pull_request: { number: 7, title: 'Better', html_url: 'https://example.com/7' },
      review: { type: 'pull_request_review_comment', content: 'Why?' },
      repository: REPOSITORY,
      sender: SENDER,
    },
    topic: 'klatch / PR #7 Better',
    text: '[mia](https://example.com/mia) reviewed [PR #7](https://example.com/7).\n\n``` quote\nWhy?\n```',
  },
  {
    event: 'issues',
    payload: {
      action: 'label_updated',
      issue: { number: 3, title: 'It breaks', html_url: 'https://example.com/3', labels: [{ name: 'bug' }] },
      repository: REPOSITORY,
      sender: SENDER,
    },
    topic: 'klatch / issue #3 It breaks',
    text: '[mia](https://example.com/mia) changed the labels of [issue #3](https://example.com/3): bug.',
  },
  {
    event: 'pull_request',
    payload: {
      action: 'review_requested',
      pull_request: { number: 7, title: 'Better', html_url: 'https://example.com/7' },
      requested_reviewer: { login: 'max' },
      repository: REPOSITORY,
      sender: SENDER,
    },
    topic: 'klatch / PR #7 Better',
    text: '[mia](https://example.com/mia) requested a review of [PR #7](https://example.com/7) by max.',
  },
  {
    event: 'status',
    payload: {
      sha: '0123456789abcdef',
      state: 'failure',
      context: 'ci/build',
      target_url: 'https://example.com/build',
      description: 'It failed',
      commit: { url: 'https://example.com/c' },
      repository: REPOSITORY,
      sender: SENDER,
    },
    topic: 'klatch',
    text: '[0123456789a](https://example.com/c) changed its status to **failure**: [ci/build](https://example.com/build). It failed',
  },
  {
    event: 'issue_comment',
    payload: {
      action: 'created',
      issue: { number: 3, title: 'It breaks', html_url: 'https://example.com/3' },
      comment: { body: 'Why?', html_url: 'https://example.com/3#1' },
      repository: REPOSITORY,
      sender: SENDER,
    },
    topic: 'klatch / issue #3 It breaks',
    text: '[mia](https://example.com/mia) [commented](https://example.com/3#1) on [issue #3](https://example.com/3).\n\n``` quote\nWhy?\n```',
  },
];

const samples = (header: string): Sample[] =>
  SAMPLES.map(({ event, ...sample }) => ({ headers: { [header]: event }, ...sample }));

export const gitea: TemplateService = {
  name: 'gitea',
  display_name: 'Gitea',
  setup: `*Settings → Webhooks → Add webhook → Gitea* of a repository or an organization, with the URL as its *Target URL*,
the method POST and the type application/json. If this server is in the network of Gitea, its name must be in
\`ALLOWED_HOST_LIST\` in the section \`[webhook]\` of \`app.ini\`.`,
  header: 'X-Gitea-Event',
  ...family,
  samples: samples('X-Gitea-Event'),
};

export const forgejo: TemplateService = {
  name: 'forgejo',
  display_name: 'Forgejo',
  setup: `*Settings → Webhooks → Add webhook → Forgejo* of a repository or an organization, with the URL as its *Target URL*,
the method POST and the type application/json. If this server is in the network of Forgejo, its name must be in
\`ALLOWED_HOST_LIST\` in the section \`[webhook]\` of \`app.ini\`.`,
  header: 'X-Forgejo-Event',
  ...family,
  samples: samples('X-Forgejo-Event'),
};

export const gogs: TemplateService = {
  name: 'gogs',
  display_name: 'Gogs',
  header: 'X-Gogs-Event',
  ...family,
  samples: samples('X-Gogs-Event'),
};
