/** A payload as a service sends it. */
export interface Sample {
  service: string;
  headers?: Record<string, string>;
  payload: unknown;
  /** Paths of the fields without which the payload is invalid or contains nothing to report. */
  required: readonly string[];
}

const github = (event: string, payload: object, ...required: string[]): Sample => ({
  service: 'github',
  headers: { 'X-GitHub-Event': event },
  payload: {
    repository: { name: 'klatch', full_name: 'octo/klatch' },
    organization: { login: 'octo' },
    sender: { login: 'mona', html_url: 'https://example.com/mona' },
    ...payload,
  },
  required,
});

const gitlab = (event: string, payload: object, ...required: string[]): Sample => ({
  service: 'gitlab',
  headers: { 'X-Gitlab-Event': event },
  payload: { project: { name: 'klatch', web_url: 'https://example.com' }, user: { name: 'Lab' }, ...payload },
  required,
});

const other = (service: string, payload: object, ...required: string[]): Sample => ({ service, payload, required });

const subject = {
  number: 7,
  title: 'It breaks',
  html_url: 'https://example.com/7',
  body: 'Badly',
  merged: false,
  pull_request: { url: 'https://example.com/pulls/7' },
};
const said = { id: 1, html_url: 'https://example.com/7#1', body: 'Why?' };
const commits = [{ id: '0123456789abcdef', url: 'https://example.com/c', message: 'Fix it\n\nat last' }];
const attributes = {
  iid: 3,
  id: 31,
  title: 'Better',
  url: 'https://example.com/3',
  action: 'open',
  description: 'So much',
  note: 'Why?',
  noteable_type: 'MergeRequest',
};
const alert = {
  status: 'firing',
  labels: { alertname: 'Hot', instance: 'one' },
  annotations: { description: 'Too hot', summary: 'Hot' },
  generatorURL: 'https://example.com/graph',
  valueString: '[ value=9 ]',
};
const sentryIssue = {
  title: 'TypeError',
  web_url: 'https://example.com/e',
  permalink: null,
  shortId: 'SHOP-1',
  project: { name: 'shop' },
  culprit: 'pay(card)',
  level: 'error',
};
const sentryEvent = {
  title: 'TypeError',
  message: 'x is not a function',
  web_url: 'https://example.com/e',
  culprit: 'pay',
};

export const SAMPLES: readonly Sample[] = [
  github('ping', { zen: 'Keep it logically awesome.', hook_id: 1, hook: { id: 1 } }),
  github(
    'push',
    {
      ref: 'refs/heads/main',
      compare: 'https://example.com/compare',
      forced: false,
      deleted: false,
      pusher: { name: 'mona' },
      commits,
    },
    'ref',
  ),
  github('push', { ref: 'refs/tags/v1', compare: 'https://example.com/compare', commits: [] }, 'ref'),
  github('create', { ref: 'v1', ref_type: 'tag' }, 'ref_type'),
  github('delete', { ref: 'old', ref_type: 'branch' }, 'ref_type'),
  github('issues', { action: 'opened', issue: subject, label: { name: 'bug' } }, 'issue'),
  github('issues', { action: 'labeled', issue: subject, label: { name: 'bug' } }, 'issue'),
  github('issue_comment', { action: 'created', issue: subject, comment: said }, 'issue', 'comment'),
  github('pull_request', { action: 'closed', pull_request: { ...subject, merged: true } }, 'pull_request'),
  github(
    'pull_request_review',
    { action: 'submitted', pull_request: subject, review: { ...said, state: 'changes_requested' } },
    'pull_request',
    'review',
  ),
  github(
    'pull_request_review_comment',
    { action: 'edited', pull_request: subject, comment: said },
    'pull_request',
    'comment',
  ),
  github(
    'release',
    { action: 'published', release: { name: 'One', tag_name: 'v1', html_url: 'https://example.com/v1' } },
    'release',
  ),
  github('fork', { forkee: { full_name: 'max/klatch', html_url: 'https://example.com/max' } }, 'forkee'),
  github('star', { action: 'created' }, 'action'),
  github(
    'workflow_run',
    {
      action: 'completed',
      workflow_run: { name: 'CI', head_branch: 'main', conclusion: 'failure', html_url: 'https://example.com/run' },
    },
    'action',
    'workflow_run',
  ),
  gitlab(
    'Push Hook',
    {
      ref: 'refs/heads/main',
      after: '0123',
      user_name: 'Lab',
      total_commits_count: 1,
      commits,
      repository: { name: 'klatch' },
    },
    'ref',
  ),
  gitlab('Tag Push Hook', { ref: 'refs/tags/v1', after: '0123', user_name: 'Lab' }, 'ref'),
  gitlab('Issue Hook', { object_attributes: attributes }, 'object_attributes'),
  gitlab('Merge Request Hook', { object_attributes: { ...attributes, action: 'merge' } }, 'object_attributes'),
  gitlab(
    'Note Hook',
    { object_attributes: attributes, merge_request: { iid: 3, title: 'Better' } },
    'object_attributes',
  ),
  gitlab(
    'Pipeline Hook',
    { object_attributes: { id: 31, status: 'failed', ref: 'main' } },
    'object_attributes',
    'object_attributes.status',
  ),
  other('alertmanager', { alerts: [alert, { ...alert, status: 'resolved' }] }, 'alerts'),
  other('grafana', { status: 'firing', alerts: [alert, { ...alert, status: 'resolved' }] }, 'alerts'),
  other('grafana', {
    ruleName: 'Disk',
    ruleUrl: 'https://example.com/rule',
    state: 'alerting',
    message: 'Nearly full',
    evalMatches: [{ metric: 'free', value: 9 }],
  }),
  other(
    'sentry',
    { action: 'created', data: { issue: sentryIssue }, actor: { type: 'user', name: 'Mia' } },
    'data',
    'data.issue',
  ),
  other('sentry', { action: 'created', data: { event: sentryEvent } }, 'data', 'data.event'),
  other('sentry', { event: sentryEvent, url: 'https://example.com/e', project_name: 'shop' }, 'event'),
  other('slack_incoming', { text: '*Done* by <https://example.com|Mia>', channel: '#ops' }, 'text'),
  other('slack_incoming', {
    text: 'fallback',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'News' } },
      { type: 'section', text: { type: 'mrkdwn', text: 'well' }, fields: [{ type: 'mrkdwn', text: '*A*' }] },
      { type: 'context', elements: [{ type: 'image', image_url: 'https://example.com/i.png', alt_text: 'A' }] },
      { type: 'image', image_url: 'https://example.com/i.png', alt_text: 'A picture' },
    ],
  }),
  other(
    'slack_incoming',
    {
      attachments: [
        {
          fallback: 'A build failed',
          pretext: 'Look',
          title: 'Build',
          title_link: 'https://example.com',
          text: 'It failed',
          image_url: 'https://example.com/i.png',
          fields: [{ title: 'Branch', value: 'main', short: true }],
        },
      ],
    },
    'attachments',
    'attachments.0',
  ),
];
