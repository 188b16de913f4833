import type { Sample, TemplateService } from '../types.ts';

/** An issue, task, epic or other work item, linked. */
const ISSUE = '{{ kind | append: " #" | append: object_attributes.iid | link: object_attributes.url }}';
const MERGE_REQUEST = '{{ "merge request !" | append: object_attributes.iid | link: object_attributes.url }}';
const COMMITS = `
{% for commit in commits limit: 20 %}
* {{ commit.message | first_line | default: 'no message' }}\
{% if commit.id %} ({{ commit.id | short_sha | link: commit.url }}){% endif %}\
{% if commit.author.name and commit.author.name != user_name %} by {{ commit.author.name }}{% endif %}
{% endfor %}
{% if count > 20 %}
* and {{ count | minus: 20 }} more
{% endif %}`;

/**
 * `changed the title and labels of`, for the actions on issues and merge requests; `done` is the action. Each name in
 * `changed` ends with a comma, so the last part of the list is empty.
 */
const DONE = `
{% capture changed %}{% for change in changes %}{% case change[0] %}\
{% when 'title' or 'description' or 'labels' or 'assignees' or 'reviewers' or 'due_date' or 'weight' or 'severity' \
or 'target_branch' or 'confidential' or 'time_estimate' or 'discussion_locked' or 'health_status' %}\
{{ change[0] | words }},{% when 'milestone_id' %}milestone,{% when 'draft' %}draft state,{% endcase %}{% endfor %}{% endcapture %}
{% assign changed = changed | split: ',' %}
{% capture done_words %}\
{% case done %}{% when 'open' %}opened{% when 'close' %}closed{% when 'reopen' %}reopened{% when 'merge' %}merged\
{% when 'approval' %}approved{% when 'unapproval' %}unapproved\
{% when 'update' %}{% if changed.size > 1 %}changed the {{ changed | sentence }} of{% else %}updated{% endif %}\
{% else %}{{ done | words }}{% endcase %}{% endcapture %}`;
const ASSIGNED = `{% if assignees.size > 0 %} (assigned to {{ assignees | map: 'name' | sentence }})\
{% elsif assignee.name %} (assigned to {{ assignee.name }}){% endif %}`;
const FORMER_TITLE = `{% if changes.title.previous and changes.title.current %} \
Its title was {{ changes.title.previous | bold }}.{% endif %}`;
/** What a note or a reaction is about, from the fields beside it. */
const SUBJECT_TOPIC = `
{% if merge_request %}
{{ repo }} / MR !{{ merge_request.iid }}\
{% unless delivery.query.use_merge_request_title == 'false' %} {{ merge_request.title }}{% endunless %}
{% elsif issue %}
{{ repo }} / {{ kind }} #{{ issue.iid }} {{ issue.title }}
{% elsif snippet %}
{{ repo }} / snippet #{{ snippet.id }} {{ snippet.title }}
{% else %}
{{ repo }}
{% endif %}`;
const SUBJECT_LINK = `\
{% if merge_request %}{% assign url = repo_url | append: '/-/merge_requests/' | append: merge_request.iid %}\
{{ 'merge request !' | append: merge_request.iid | link: url }}\
{% elsif issue %}{% assign url = repo_url | append: '/-/issues/' | append: issue.iid %}\
{% assign url = issue.url | default: url %}{{ kind | append: ' #' | append: issue.iid | link: url }}\
{% elsif snippet %}{% assign url = repo_url | append: '/-/snippets/' | append: snippet.id %}\
{{ 'snippet #' | append: snippet.id | link: url }}\
{% elsif commit.id %}{{ commit.id | short_sha | link: commit.url }}\
{% else %}{% assign type = note.noteable_type | default: object_attributes.noteable_type \
| default: object_attributes.awardable_type | remove_first: 'DesignManagement::' | words %}\
{% if type == '' %}something{% else %}a {{ type }}{% endif %}{% endif %}`;

/**
 * What happened to a project, a group, a person or a key. The last word of the event says what was done, such as in
 * `project_destroy`, and those about members end with the kind of place, such as in `user_add_to_team`.
 */
const ADMINISTRATION = `
{% assign words = event_name | split: '_' %}
{% assign noun = words | first %}
{% assign verb = words | last %}
{% case verb %}{% when 'create' %}{% assign done = 'created' %}{% when 'destroy' %}{% assign done = 'deleted' %}\
{% when 'rename' %}{% assign done = 'renamed' %}{% when 'transfer' %}{% assign done = 'moved' %}\
{% when 'update' %}{% assign done = 'changed' %}{% else %}{% assign done = '' %}{% endcase %}
{% assign person = user_name | default: name | default: user_username | default: username | default: user_email %}
{% assign place = project_path_with_namespace | default: group_path | default: group_name %}
{% assign kind = 'group' %}
{% if project_path_with_namespace %}
{% assign kind = 'project' %}
{% endif %}
{% assign role = access_level | default: group_access %}
{% if event_name contains 'user_add_to' %}
{{ person | bold }} was added to the {{ kind }} {{ place | bold }}{% if role %} as {{ role | downcase }}{% endif %}.
{% elsif event_name contains 'user_remove_from' %}
{{ person | bold }} was removed from the {{ kind }} {{ place | bold }}.
{% elsif event_name contains 'user_update_for' %}
The role of {{ person | bold }} in the {{ kind }} {{ place | bold }} was changed{% if role %} to {{ role | downcase }}{% endif %}.
{% elsif event_name == 'user_failed_login' %}
A sign-in as {{ person | bold }} failed.{% if state %} The account is {{ state | words }}.{% endif %}
{% elsif noun == 'key' and done != '' %}
An SSH key of {{ person | bold }} was {% if verb == 'create' %}added{% else %}removed{% endif %}.
{% elsif noun == 'user' and done != '' %}
The account of {{ person | bold }}{% if email %} ({{ email }}){% endif %} was {{ done }}.\
{% if old_username %} Its name was {{ old_username | bold }}.{% endif %}
{% elsif done != '' %}
{% assign before = old_path_with_namespace | default: old_full_path | default: old_path %}
{% assign owner = owner_name | default: owners[0].name %}
The {{ noun }} {{ path_with_namespace | default: full_path | default: path | default: name | bold }} was {{ done }}\
{% if owner %} (owner: {{ owner }}){% endif %}.{% if before %} Its path was {{ before | bold }}.{% endif %}
{% else %}
{{ event_name | words | sentence_case | bold }}: \
{{ path_with_namespace | default: full_path | default: place | default: person }}\
{% if user_name and place %} ({{ user_name }}){% endif %}.
{% endif %}`;

const COMMIT = [
  { id: '0123456789abcdef', url: 'https://example.com/c', message: 'Fix it\n\nat last', author: { name: 'Max' } },
];
const BRANCHES = { source_branch: 'fix', target_branch: 'main' };
const ATTRIBUTES = {
  iid: 3,
  id: 31,
  title: 'Better',
  url: 'https://example.com/3',
  action: 'open',
  description: 'So much',
  note: 'Why?',
  noteable_type: 'MergeRequest',
};

const event = (name: string, payload: object, [topic, text]: readonly [string, string]): Sample => ({
  headers: { 'X-Gitlab-Event': name },
  payload: { project: { name: 'klatch', web_url: 'https://example.com' }, user: { name: 'Lab' }, ...payload },
  topic,
  text,
});

/** What the administration of an instance or of a group sends. */
const ADMINISTRATION_SAMPLES: readonly Sample[] = (
  [
    [
      'System Hook',
      { event_name: 'project_transfer', path_with_namespace: 'new/klatch', old_path_with_namespace: 'crew/klatch' },
      'The project **new/klatch** was moved. Its path was **crew/klatch**.',
    ],
    [
      'System Hook',
      {
        event_name: 'user_add_to_team',
        project_path_with_namespace: 'crew/klatch',
        user_name: 'Mia',
        access_level: 'Maintainer',
      },
      '**Mia** was added to the project **crew/klatch** as maintainer.',
    ],
    [
      'System Hook',
      { event_name: 'user_update_for_group', group_path: 'crew', user_name: 'Mia', group_access: 'Owner' },
      'The role of **Mia** in the group **crew** was changed to owner.',
    ],
    [
      'System Hook',
      { event_name: 'user_failed_login', name: 'Mia', email: 'mia@example.com', state: 'blocked' },
      'A sign-in as **Mia** failed. The account is blocked.',
    ],
    [
      'System Hook',
      { event_name: 'user_rename', name: 'Mia', email: 'mia@example.com', old_username: 'maya' },
      'The account of **Mia** (mia@example&#46;com) was renamed. Its name was **maya**.',
    ],
    [
      'System Hook',
      { event_name: 'key_create', username: 'mia', key: 'ssh-ed25519' },
      'An SSH key of **mia** was added.',
    ],
    [
      'System Hook',
      { event_name: 'user_access_request_to_group', group_path: 'crew', user_name: 'Mia' },
      '**User access request to group**: crew (Mia).',
    ],
  ] as const
).map(([name, payload, text]) => event(name, payload, ['klatch', text]));

export const gitlab: TemplateService = {
  name: 'gitlab',
  display_name: 'GitLab',
  category: 'version-control',
  setup:
    '*Settings → Webhooks → Add new webhook* of a project or a group, with the URL and the triggers that you want.',
  header: 'X-Gitlab-Event',
  // A system hook sends what project hooks send, under another name.
  event: `
{% assign sent_as = object_kind %}
{% if event_name == 'push' or event_name == 'tag_push' %}
{% assign sent_as = event_name %}
{% endif %}
{% if delivery.header == 'System Hook' and sent_as %}
{{ sent_as | replace: '_', ' ' | words | replace: 'push', 'Push' | replace: 'tag P', 'Tag P' \
| replace: 'merge request', 'Merge Request' | replace: 'issue', 'Issue' | replace: 'note', 'Note' }} Hook
{% else %}
{{ delivery.header | remove_first: 'Confidential ' }}
{% endif %}`,
  topic: '{{ repo }}',
  branch:
    "{% if delivery.event == 'Push Hook' %}{{ ref | branch }}{% elsif delivery.event == 'Pipeline Hook' %}{{ object_attributes.ref }}{% endif %}",
  private: 'project.visibility_level == 0',
  shared: `
{% assign who = user.name | default: user.username | default: user_name | default: user_username | default: 'Somebody' %}
{% assign repo = project.name | default: project.path_with_namespace | default: repository.name \
| default: project_name %}
{% unless repo %}
{% assign repo = object_attributes.url | split: '/-/' | first | split: '/' | last | default: 'GitLab' %}
{% endunless %}
{% assign kind = issue.type | default: object_attributes.type | default: 'issue' | downcase %}
{% assign repo_url = project.web_url | default: repository.homepage %}
{% assign outcome = object_attributes.status | default: build_status %}
{% assign sign = '' %}
{% if outcome == 'success' %}
{% assign sign = ':check: ' %}
{% elsif outcome == 'failed' %}
{% assign sign = ':cross_mark: ' %}
{% endif %}`,
  events: [
    {
      on: ['Push Hook', 'Tag Push Hook'],
      needs: ['ref'],
      topic: "{{ repo }}{% unless delivery.event == 'Tag Push Hook' %} / {{ ref | branch }}{% endunless %}",
      text: `
{% capture kind %}{% if ref contains 'refs/tags/' %}tag{% else %}branch{% endif %}{% endcapture %}
{% assign count = total_commits_count | default: commits.size | number %}
{% assign new = after | default: checkout_sha | default: '' %}
{% assign is_deleted = new | remove: '0' | size %}
{% assign branch_name = ref | branch %}
{% if new != '' and is_deleted == 0 %}
{{ who }} deleted the {{ kind }} {{ ref | branch | code }}.
{% elsif kind == 'tag' or count == 0 %}
{% assign url = repo_url | append: '/-/tree/' | append: branch_name %}
{% if kind == 'tag' %}
{% assign url = repo_url | append: '/-/tags/' | append: branch_name %}
{% endif %}
{{ who }} pushed the {{ kind }} {{ branch_name | link: url }}.{{ message | quote }}
{% else %}
{% assign is_new = before | remove: '0' | size %}
{% assign compare = repo_url | append: '/compare/' | append: before | append: '...' | append: after %}
{% if is_new == 0 %}
{% assign compare = repo_url | append: '/-/commits/' | append: branch_name %}
{% endif %}
{{ who }} pushed {{ count | plural: 'commit' | link: compare }} to {{ ref | branch | code }}.

${COMMITS}
{% endif %}`,
    },
    {
      on: ['Issue Hook', 'Work Item Hook'],
      needs: ['object_attributes'],
      topic: '{{ repo }} / {{ kind }} #{{ object_attributes.iid }} {{ object_attributes.title }}',
      text: `
{% assign done = object_attributes.action | default: 'open' %}
{% if done == 'update' and changes.state_id.current == 2 %}
{% assign done = 'close' %}
{% elsif done == 'update' and changes.state_id.previous == 2 %}
{% assign done = 'reopen' %}
{% endif %}
${DONE}
{{ who }} {{ done_words }} ${ISSUE}${ASSIGNED}\
{% if changes.labels.current.size > 0 %} with the labels {{ changes.labels.current | map: 'title' | sentence }}{% endif %}.\
${FORMER_TITLE}\
{% if done == 'open' or changes.description or changes == nil and done == 'update' %}\
{{ object_attributes.description | quote }}{% endif %}`,
    },
    {
      on: 'Merge Request Hook',
      needs: ['object_attributes'],
      topic: `{{ repo }} / MR !{{ object_attributes.iid }}\
{% unless delivery.query.use_merge_request_title == 'false' %} {{ object_attributes.title }}{% endunless %}`,
      text: `
{% assign done = object_attributes.action | default: 'open' %}
{% if done == 'update' and object_attributes.oldrev %}
{% assign commit = object_attributes.last_commit %}
{{ who }} added commits to ${MERGE_REQUEST}\
{% if commit.id %}: {{ commit.message | first_line }} ({{ commit.id | short_sha | link: commit.url }}){% endif %}.
{% else %}
${DONE}
{{ who }} {{ done_words }} ${MERGE_REQUEST}\
{% if object_attributes.source_branch and object_attributes.target_branch %} from \
{{ object_attributes.source_branch | code }} {% if done == 'merge' %}in{% endif %}to \
{{ object_attributes.target_branch | code }}{% endif %}${ASSIGNED}\
{% if reviewers.size > 0 and done == 'open' %}, for review by {{ reviewers | map: 'name' | sentence }}{% endif %}.\
{% if changes.labels.current.size > 0 %} Its labels are {{ changes.labels.current | map: 'title' | sentence }}.{% endif %}\
${FORMER_TITLE}\
{% if done == 'open' or changes.description %}{{ object_attributes.description | quote }}{% endif %}
{% endif %}`,
    },
    {
      on: 'Note Hook',
      needs: ['object_attributes'],
      topic: SUBJECT_TOPIC,
      text: `
{{ who }} {% if object_attributes.action == 'update' %}edited {{ 'a comment' | link: object_attributes.url }}\
{% else %}{{ 'commented' | link: object_attributes.url }}{% endif %} on ${SUBJECT_LINK}.\
{{ object_attributes.note | quote }}`,
    },
    {
      on: 'Pipeline Hook',
      when: "outcome == 'created' or outcome == 'waiting_for_resource' or outcome == 'preparing' or outcome == 'scheduled'",
    },
    {
      on: 'Pipeline Hook',
      needs: ['object_attributes', 'object_attributes.status'],
      topic: '{{ repo }}{% if object_attributes.ref %} / {{ object_attributes.ref }}{% endif %}',
      text: `
{% assign url = repo_url | append: '/-/pipelines/' | append: object_attributes.id %}
{{ sign | raw }}{{ 'Pipeline ' | append: object_attributes.id | link: url }}\
{% if object_attributes.name %} ({{ object_attributes.name }}){% endif %} \
{% case outcome %}{% when 'success' or 'failed' or 'canceled' or 'skipped' %}ended: {{ outcome }}\
{% when 'running' %}started{% when 'pending' %}was created{% when 'manual' %}waits for a manual job\
{% else %}changed its status to {{ outcome | words }}{% endcase %}\
{% if object_attributes.duration > 0 %} after {{ object_attributes.duration }} s{% endif %}\
{% if commit.id %} for {{ commit.id | short_sha | link: commit.url }}{% endif %}\
{% if user.name %}, triggered by {{ user.name }}{% endif %}.
{% for build in builds limit: 20 %}
{% assign build_url = repo_url | append: '/-/jobs/' | append: build.id %}
* {{ build.name | link: build_url }}: {{ build.status | words }}\
{% if build.artifacts_file.filename %}{% assign file_url = build_url | append: '/artifacts/download' %}, \
{{ build.artifacts_file.filename | link: file_url }}{% endif %}
{% endfor %}`,
    },
    {
      on: ['Job Hook', 'Build Hook'],
      topic: '{{ repo }}{% if ref %} / {{ ref }}{% endif %}',
      needs: ['build_status'],
      text: `
{% assign url = repo_url | append: '/-/jobs/' | append: build_id %}
{{ sign | raw }}Job {{ build_name | default: build_id | link: url }} of the stage {{ build_stage | default: '?' }} \
{% case build_status %}{% when 'created' or 'pending' %}was created{% when 'running' %}started\
{% else %}changed its status to {{ build_status | words }}{% endcase %}\
{% if sha %} for {{ sha | short_sha | code }}{% endif %}{% if user.name %}, triggered by {{ user.name }}{% endif %}.`,
    },
    {
      on: 'Wiki Page Hook',
      needs: ['object_attributes'],
      text: `{{ who }} {% assign done = object_attributes.action | default: 'update' %}{{ done }}\
{% if done == 'create' or done == 'update' or done == 'delete' %}d{% endif %} the wiki page \
{{ object_attributes.title | link: object_attributes.url }}.\
{% if object_attributes.message %} {{ object_attributes.message }}{% endif %}`,
    },
    {
      on: 'Release Hook',
      text: `{{ who }} {{ action | default: 'create' }}d the release {{ name | default: tag | link: url }}\
{% if tag %} for the tag {{ tag | code }}{% endif %} of {{ repo | link: repo_url }}.{{ description | quote }}`,
    },
    {
      on: 'Deployment Hook',
      needs: ['status'],
      topic: '{{ repo }}{% if environment %} / deployment on {{ environment }}{% endif %}',
      text: `{% if status == 'success' %}:check: {% elsif status == 'failed' %}:cross_mark: {% endif %}\
{{ approver.name | default: who }}: the {{ 'deployment' | link: deployable_url }} of \
{{ short_sha | default: ref | link: commit_url }} \
to {{ environment | link: environment_external_url }} is {{ status | words | bold }}.\
{% if commit_title %} {{ commit_title }}{% endif %}{{ approval.comment | quote }}`,
    },
    {
      on: 'Emoji Hook',
      needs: ['object_attributes.name'],
      topic: SUBJECT_TOPIC,
      text: `{{ who }} {% if event_type == 'revoke' %}removed the reaction{% else %}reacted with{% endif %} \
:{{ object_attributes.name }}: {% if event_type == 'revoke' %}from{% else %}to{% endif %} \
{% if note %}{{ 'a comment' | link: object_attributes.awarded_on_url }} on {% endif %}${SUBJECT_LINK}.\
{{ note.note | quote }}`,
    },
    {
      on: 'Milestone Hook',
      needs: ['object_attributes'],
      text: `
{% assign url = repo_url | append: '/-/milestones/' | append: object_attributes.iid %}
{% assign done = object_attributes.action | default: action | default: 'update' %}
{{ who }} {{ done | past }} the milestone {{ object_attributes.title | link: url | bold }}\
{% if object_attributes.due_date %}, due {{ object_attributes.due_date }}{% endif %}.`,
    },
    {
      on: 'Vulnerability Hook',
      needs: ['object_attributes'],
      text: `:alert: Vulnerability {{ object_attributes.title | link: object_attributes.url | bold }}: \
{{ object_attributes.state | default: 'found' | words }}\
{% if object_attributes.severity %} (severity: {{ object_attributes.severity | words }}){% endif %}.`,
    },
    {
      on: ['Resource Access Token Hook', 'Resource Deploy Token Hook'],
      topic: '{{ project.name | default: group.group_name | default: "GitLab" }}',
      text: `The {{ object_kind | words | default: 'token' }} {{ object_attributes.name | bold }} of \
{{ project.name | default: group.group_name | default: 'GitLab' | link: project.web_url }} expires\
{% if object_attributes.expires_at %} on {{ object_attributes.expires_at }}{% endif %}.`,
    },
    {
      on: ['Project Hook', 'Subgroup Hook'],
      topic: '{{ parent_name | default: name | default: "GitLab" }}',
      needs: ['event_name'],
      text: ADMINISTRATION,
    },
    {
      on: 'Feature Flag Hook',
      needs: ['object_attributes'],
      text: `{% assign url = repo_url | append: '/-/feature_flags' %}{{ who }} turned the feature flag {{ object_attributes.name | link: url | bold }} \
{% if object_attributes.active %}on{% else %}off{% endif %}.`,
    },
    {
      on: 'Member Hook',
      topic: '{{ group_name }}',
      needs: ['event_name'],
      text: ADMINISTRATION,
    },
    {
      on: 'Test Hook',
      text: 'The webhook works.',
    },
    { on: 'System Hook', when: "event_name == 'repository_update'" },
    {
      on: 'System Hook',
      needs: ['event_name'],
      topic:
        '{{ project.name | default: path_with_namespace | default: name | default: group_name | default: "GitLab" }}',
      text: ADMINISTRATION,
    },
  ],
  samples: [
    event(
      'Push Hook',
      {
        ref: 'refs/heads/main',
        before: '0123',
        after: '4567',
        user_name: 'Lab',
        total_commits_count: 1,
        commits: COMMIT,
      },
      [
        'klatch / main',
        'Lab pushed [1 commit](https://example.com/compare/0123...4567) to `main`.\n\n* Fix it ([0123456789a](https://example.com/c)) by Max',
      ],
    ),
    event('Push Hook', { ref: 'refs/heads/old', after: '0000', user_name: 'Lab' }, [
      'klatch / old',
      'Lab deleted the branch `old`.',
    ]),
    event('Tag Push Hook', { ref: 'refs/tags/v1', after: '0123', user_name: 'Lab' }, [
      'klatch',
      'Lab pushed the tag [v1](https://example.com/-/tags/v1).',
    ]),
    event('Issue Hook', { object_attributes: ATTRIBUTES, assignees: [{ name: 'Max' }] }, [
      'klatch / issue #3 Better',
      'Lab opened [issue #3](https://example.com/3) (assigned to Max).\n\n``` quote\nSo much\n```',
    ]),
    event('Merge Request Hook', { object_attributes: { ...ATTRIBUTES, ...BRANCHES, action: 'merge' } }, [
      'klatch / MR !3 Better',
      'Lab merged [merge request !3](https://example.com/3) from `fix` into `main`.',
    ]),
    event('Merge Request Hook', { object_attributes: { ...ATTRIBUTES, ...BRANCHES } }, [
      'klatch / MR !3 Better',
      'Lab opened [merge request !3](https://example.com/3) from `fix` to `main`.\n\n``` quote\nSo much\n```',
    ]),
    event(
      'Merge Request Hook',
      { object_attributes: { ...ATTRIBUTES, action: 'update', oldrev: '0123', last_commit: COMMIT[0] } },
      [
        'klatch / MR !3 Better',
        'Lab added commits to [merge request !3](https://example.com/3): Fix it ([0123456789a](https://example.com/c)).',
      ],
    ),
    event(
      'Issue Hook',
      {
        object_attributes: { ...ATTRIBUTES, type: 'Incident', action: 'update' },
        changes: {
          title: { previous: 'Bitter', current: 'Better' },
          labels: { current: [{ title: 'bug' }] },
          updated_at: { previous: '1', current: '2' },
        },
      },
      [
        'klatch / incident #3 Better',
        'Lab changed the title and labels of [incident #3](https://example.com/3) with the labels bug. Its title was **Bitter**.',
      ],
    ),
    event(
      'Issue Hook',
      {
        object_attributes: { ...ATTRIBUTES, type: 'Requirement', action: 'update' },
        changes: { state_id: { previous: 1, current: 2 } },
      },
      ['klatch / requirement #3 Better', 'Lab closed [requirement #3](https://example.com/3).'],
    ),
    event(
      'Confidential Issue Hook',
      {
        project: null,
        object_attributes: {
          ...ATTRIBUTES,
          type: 'Epic',
          description: 'So much <!-- for the author -->',
          url: 'https://example.com/groups/crew/-/work_items/3',
        },
      },
      [
        'crew / epic #3 Better',
        'Lab opened [epic #3](https://example.com/groups/crew/-/work_items/3).\n\n``` quote\nSo much\n```',
      ],
    ),
    event(
      'Merge Request Hook',
      {
        object_attributes: { ...ATTRIBUTES, ...BRANCHES, action: 'update' },
        changes: { draft: { previous: true, current: false }, reviewers: { current: [{ name: 'Max' }] } },
      },
      [
        'klatch / MR !3 Better',
        'Lab changed the draft state and reviewers of [merge request !3](https://example.com/3) from `fix` to `main`.',
      ],
    ),
    event('Note Hook', { object_attributes: { ...ATTRIBUTES, action: 'update' }, issue: { iid: 3, title: 'Better' } }, [
      'klatch / issue #3 Better',
      'Lab edited [a comment](https://example.com/3) on [issue #3](https://example.com/-/issues/3).\n\n``` quote\nWhy?\n```',
    ]),
    event(
      'Emoji Hook',
      {
        event_type: 'award',
        object_attributes: { name: 'heart', awardable_type: 'MergeRequest', awarded_on_url: 'https://example.com/3' },
        merge_request: { iid: 3, title: 'Better' },
      },
      [
        'klatch / MR !3 Better',
        'Lab reacted with :heart: to [merge request !3](https://example.com/-/merge_requests/3).',
      ],
    ),
    event(
      'Emoji Hook',
      {
        event_type: 'revoke',
        object_attributes: { name: 'heart', awardable_type: 'Note', awarded_on_url: null },
        note: { note: 'Why?', noteable_type: 'DesignManagement::Design' },
      },
      ['klatch', 'Lab removed the reaction :heart: from a comment on a design.\n\n``` quote\nWhy?\n```'],
    ),
    event(
      'Milestone Hook',
      { object_attributes: { iid: 3, title: 'Spring', due_date: '2026-05-01' }, action: 'close' },
      ['klatch', 'Lab closed the milestone **[Spring](https://example.com/-/milestones/3)**, due 2026-05-01.'],
    ),
    event(
      'Vulnerability Hook',
      { object_attributes: { title: 'XSS', url: 'https://example.com/v', state: 'confirmed', severity: 'high' } },
      ['klatch', ':alert: Vulnerability **[XSS](https://example.com/v)**: confirmed (severity: high).'],
    ),
    event(
      'Resource Access Token Hook',
      { object_kind: 'access_token', object_attributes: { name: 'CI', expires_at: '2026-05-01' } },
      ['klatch', 'The access token **CI** of [klatch](https://example.com) expires on 2026-05-01.'],
    ),
    event('Note Hook', { object_attributes: ATTRIBUTES, merge_request: { iid: 3, title: 'Better' } }, [
      'klatch / MR !3 Better',
      'Lab [commented](https://example.com/3) on [merge request !3](https://example.com/-/merge_requests/3).\n\n``` quote\nWhy?\n```',
    ]),
    event('Note Hook', { object_attributes: ATTRIBUTES, commit: COMMIT[0] }, [
      'klatch',
      'Lab [commented](https://example.com/3) on [0123456789a](https://example.com/c).\n\n``` quote\nWhy?\n```',
    ]),
    event(
      'Pipeline Hook',
      {
        object_attributes: { id: 31, status: 'failed', ref: 'main', duration: 63 },
        commit: COMMIT[0],
        builds: [
          { id: 5, name: 'lint', status: 'failed' },
          { id: 6, name: 'pack', status: 'success', artifacts_file: { filename: 'klatch.zip' } },
        ],
      },
      [
        'klatch / main',
        ':cross_mark: [Pipeline 31](https://example.com/-/pipelines/31) ended: failed after 63 s for [0123456789a](https://example.com/c), triggered by Lab.\n* [lint](https://example.com/-/jobs/5): failed\n* [pack](https://example.com/-/jobs/6): success, [klatch.zip](https://example.com/-/jobs/6/artifacts/download)',
      ],
    ),
    event('Pipeline Hook', { object_attributes: { id: 31, status: 'running', ref: 'main' } }, [
      'klatch / main',
      '[Pipeline 31](https://example.com/-/pipelines/31) started, triggered by Lab.',
    ]),
    event('Job Hook', { ref: 'main', build_id: 5, build_name: 'lint', build_stage: 'test', build_status: 'success' }, [
      'klatch / main',
      ':check: Job [lint](https://example.com/-/jobs/5) of the stage test changed its status to success, triggered by Lab.',
    ]),
    event(
      'Wiki Page Hook',
      { object_attributes: { title: 'Home', url: 'https://example.com/wiki', action: 'create' } },
      ['klatch', 'Lab created the wiki page [Home](https://example.com/wiki).'],
    ),
    event('Release Hook', { name: 'One', tag: 'v1', url: 'https://example.com/v1', action: 'create' }, [
      'klatch',
      'Lab created the release [One](https://example.com/v1) for the tag `v1` of [klatch](https://example.com).',
    ]),
    event(
      'Deployment Hook',
      { status: 'success', environment: 'staging', short_sha: '01234567', commit_url: 'https://example.com/c' },
      [
        'klatch / deployment on staging',
        ':check: Lab: the deployment of [01234567](https://example.com/c) to staging is **success**.',
      ],
    ),
    event(
      'Deployment Hook',
      {
        status: 'approved',
        environment: 'staging',
        short_sha: '01234567',
        commit_url: 'https://example.com/c',
        approver: { name: 'Max' },
        approval: { comment: 'Go' },
      },
      [
        'klatch / deployment on staging',
        'Max: the deployment of [01234567](https://example.com/c) to staging is **approved**.\n\n``` quote\nGo\n```',
      ],
    ),
    event('Subgroup Hook', { event_name: 'subgroup_create', name: 'web', full_path: 'crew/web', parent_name: 'crew' }, [
      'crew',
      'The subgroup **crew/web** was created.',
    ]),
    event('System Hook', { event_name: 'project_create', path_with_namespace: 'crew/klatch', owner_name: 'Mia' }, [
      'klatch',
      'The project **crew/klatch** was created (owner: Mia).',
    ]),
    event(
      'System Hook',
      { event_name: 'push', ref: 'refs/heads/main', user_name: 'Lab', before: '0123', after: '4567', commits: COMMIT },
      [
        'klatch / main',
        'Lab pushed [1 commit](https://example.com/compare/0123...4567) to `main`.\n\n* Fix it ([0123456789a](https://example.com/c)) by Max',
      ],
    ),
    ...ADMINISTRATION_SAMPLES,
  ],
};
