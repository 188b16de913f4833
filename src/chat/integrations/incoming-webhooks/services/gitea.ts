import type { Sample, TemplateService } from '../types.ts';

const ISSUE = "{{ 'issue #' | append: issue.number | link: issue.html_url }}";
const PULL_REQUEST = "{{ 'PR #' | append: pull_request.number | link: pull_request.html_url }}";

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
{{ who }} pushed {% if ref contains 'refs/tags/' %}the tag{% else %}the branch{% endif %} {{ ref | branch | code }}.
{% endif %}`,
    },
    {
      on: ['create', 'delete'],
      needs: ['ref_type'],
      topic: "{{ repo }}{% if ref_type == 'branch' %} / {{ ref | branch }}{% endif %}",
      text: '{{ who }} {{ delivery.event }}d the {{ ref_type }} {{ ref | branch | code }}.',
    },
    {
      on: ['issues', 'issue_assign', 'issue_label', 'issue_milestone'],
      needs: ['issue'],
      topic: '{{ repo }} / issue #{{ issue.number }} {{ issue.title }}',
      text: `{{ who }} {{ action | default: 'updated' | words }} ${ISSUE}\
{% assign people = issue.assignees | map: 'login' | sentence %}\
{% if issue.assignee.login and action != 'unassigned' %} (assigned to \
{{ people | default: issue.assignee.login }}){% endif %}\
{% if action contains 'label' %}: {{ issue.labels | map: 'name' | sentence }}{% endif %}\
{% if issue.milestone.title and action contains 'milestone' %}: {{ issue.milestone.title }}{% endif %}.\
{% if action == 'opened' or action == 'edited' %}{{ issue.body | quote }}{% endif %}`,
    },
    {
      on: ['issue_comment', 'pull_request_comment'],
      needs: ['comment'],
      topic: `{{ repo }} / {% if is_pull or pull_request %}PR{% else %}issue{% endif %} #{{ subject.number }} {{ subject.title }}`,
      text: `
{% capture kind %}{% if is_pull or pull_request %}PR{% else %}issue{% endif %} #{{ subject.number }}{% endcapture %}
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
{% assign done = action | default: 'updated' | words %}
{% if action == 'closed' and pull_request.merged %}
{% assign done = 'merged' %}
{% elsif action == 'synchronized' %}
{% assign done = 'added commits to' %}
{% endif %}
{{ who }} {{ done }} {% if action == 'closed' and pull_request.merged == false %}without merge {% endif %}${PULL_REQUEST}\
{% assign base = pull_request.base.ref | default: pull_request.base_branch %}\
{% assign head = pull_request.head.ref | default: pull_request.head_branch %}\
{% if head and base %} from {{ head | code }} {% if done == 'merged' %}in{% endif %}to {{ base | code }}{% endif %}\
{% if requested_reviewer.login %} for {{ requested_reviewer.login }}{% endif %}\
{% if pull_request.assignee.login and done != 'merged' %} (assigned to {{ pull_request.assignee.login }}){% endif %}\
{% if action contains 'label' %}: {{ pull_request.labels | map: 'name' | sentence }}{% endif %}.\
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
      on: ['pull_request_review_comment', 'pull_request_review'],
      needs: ['pull_request'],
      topic: '{{ repo }} / PR #{{ pull_request.number }} {{ pull_request.title }}',
      text: `{{ who }} reviewed ${PULL_REQUEST}.{{ review.content | quote }}`,
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
      text: `{{ who }} {{ action | words }} the wiki page {{ page | bold }}.{% if comment %} {{ comment }}{% endif %}`,
    },
    {
      on: 'package',
      topic: '{{ package.repository.name | default: package.name }}',
      text: `{{ who }} {{ action | words }} the package {{ package.name | append: ' ' | append: package.version \
| link: package.html_url }} ({{ package.type }}).`,
    },
    {
      on: ['workflow_run', 'workflow_job', 'action_run_failure', 'action_run_success', 'action_run_recover'],
      text: `{% assign run = workflow_run | default: workflow_job | default: run %}\
{{ run.display_title | default: run.name | default: run.title | link: run.html_url }}: \
{{ run.conclusion | default: run.status | default: action | words | bold }}\
{% if run.head_branch %} on {{ run.head_branch | code }}{% endif %}.`,
    },
  ],
};

const REPOSITORY = { name: 'klatch', full_name: 'crew/klatch', html_url: 'https://example.com/klatch' };
const SENDER = { login: 'mia', html_url: 'https://example.com/mia' };

const samples = (header: string): Sample[] => [
  {
    headers: { [header]: 'push' },
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
    headers: { [header]: 'pull_request' },
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
    headers: { [header]: 'issue_comment' },
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

export const gitea: TemplateService = {
  name: 'gitea',
  display_name: 'Gitea',
  header: 'X-Gitea-Event',
  ...family,
  samples: samples('X-Gitea-Event'),
};

export const forgejo: TemplateService = {
  name: 'forgejo',
  display_name: 'Forgejo',
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
