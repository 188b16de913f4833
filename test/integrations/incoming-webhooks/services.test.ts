import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { servicesTable } from '../../../scripts/services.ts';
import { SERVICES } from '../../../src/chat/integrations/incoming-webhooks/services/table.ts';
import { ApiError } from '../../../src/kernel/errors.ts';
import { LOADED, readSample } from './samples.ts';

for (const service of LOADED)
  test(`each sample of ${service.display_name} gives the notice beside it`, () => {
    const samples = service.samples;
    assert.ok(samples.length > 0);
    for (const sample of samples) {
      const notice = readSample(service, sample);
      assert.deepEqual({ topic: notice?.topic, text: notice?.content }, { topic: sample.topic, text: sample.text });
    }
  });

test('every service has a name of its own', () => {
  const names = SERVICES.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const name of names) assert.match(name, /^[a-z0-9_]+$/);
});

/** The incoming webhooks of Zulip 10.2. A team that moves from Zulip keeps their addresses. */
const OF_ZULIP = `
airbrake airbyte alertmanager ansibletower appfollow appveyor azuredevops basecamp beanstalk beeminder
bitbucket bitbucket2 bitbucket3 buildbot canarytoken circleci clubhouse codeship crashlytics delighted
dialogflow dropbox errbit flock freshdesk freshping freshstatus front gitea github githubsponsors gitlab gocd
gogs gosquared grafana greenhouse groove harbor hellosign helloworld heroku homeassistant ifttt insping
intercom jira jotform json librato lidarr linear mention netlify newrelic opencollective opsgenie pagerduty
papertrail patreon pingdom pivotal radarr raygun reviewboard rhodecode rundeck semaphore sentry slack
slack_incoming sonarqube sonarr splunk statuspage stripe taiga teamcity thinkst transifex travis trello updown
uptimerobot wekan wordpress zabbix zapier zendesk
`;

test('every incoming webhook of Zulip is offered under the same name', () => {
  const names = SERVICES.map(({ name }) => name);
  assert.deepEqual(
    OF_ZULIP.trim()
      .split(/\s+/)
      .filter((name) => !names.includes(name)),
    [],
  );
});

test('the table names every service, as its file describes it', async () => {
  const table = new URL('../../../src/chat/integrations/incoming-webhooks/services/table.ts', import.meta.url);
  assert.equal(readFileSync(table, 'utf8'), await servicesTable());
  assert.deepEqual(
    LOADED.map(({ name, display_name, category }) => ({ name, display_name, category })),
    SERVICES.map(({ name, display_name, category }) => ({ name, display_name, category })),
  );
});

const onGithub = (event: string) => ({ 'X-GitHub-Event': event });
const QUEUE = 'gh-readonly-queue/main/pr-7-0123';
/** Real deliveries about nothing that a person waits for. */
const QUIET: readonly (readonly [service: string, payload: object, headers?: Record<string, string>])[] = [
  ['github', { ref: `refs/heads/${QUEUE}`, commits: [] }, onGithub('push')],
  ['github', { ref: QUEUE, ref_type: 'branch' }, onGithub('create')],
  [
    'github',
    { action: 'edited', changes: { body: { from: 'a' } }, comment: { body: 'a' }, issue: {} },
    onGithub('issue_comment'),
  ],
  ['github', { action: 'edited', changes: {}, review: {}, pull_request: {} }, onGithub('pull_request_review')],
  ['github', { action: 'parent_issue_added', sub_issue: {}, parent_issue: {} }, onGithub('sub_issues')],
  ['githubsponsors', { action: 'edited', sponsorship: {} }],
  ['gitea', { action: 'requested', workflow_run: {} }, { 'X-Gitea-Event': 'workflow_run' }],
  ['linear', { action: 'update', type: 'Issue', data: { title: 'a' }, updatedFrom: { sortOrder: 1 } }],
  ['linear', { action: 'create', type: 'Reaction', data: { emoji: 'a' } }],
  [
    'taiga',
    { type: 'task', action: 'change', data: {}, change: { comment: '', diff: { us_order: { from: 1, to: 2 } } } },
  ],
  ['jira', { webhookEvent: 'worklog_created', worklog: { timeSpent: '1w' } }],
  ['jira', { webhookEvent: 'jira:issue_updated', issue: { key: 'A-1' }, changelog: { items: [{ field: 'Rank' }] } }],
  ['azuredevops', { eventType: 'git.pullrequest.merged', resource: { status: 'active' } }],
  ['stripe', { type: 'account.updated', data: { object: { object: 'account' } } }],
  ['intercom', { topic: 'conversation.read', data: { item: {} } }],
  ['slack', { type: 'app_rate_limited' }],
  ['slack_incoming', { event: { type: 'message', subtype: 'message_changed', message: { text: 'a' } } }],
];

test('deliveries about nothing that a person waits for succeed without a message', () => {
  for (const [name, payload, headers = {}] of QUIET) {
    const service = LOADED.find((one) => one.name === name)!;
    assert.equal(readSample(service, { headers, payload, topic: '', text: '' }), undefined, name);
  }
});

const STRANGE = { rack: 'cellar', fan: { state: 'stuck' } };

test('a body that people write is posted with its fields if no template knows them', () => {
  for (const service of LOADED) {
    if (!('accepts_text' in service && service.accepts_text)) continue;
    const notice = readSample(service, { payload: STRANGE, topic: '', text: '' });
    assert.match(notice?.content ?? '', /\* rack: cellar\n\* fan state: stuck$/, service.name);
  }
});

/** Programs whose tests have no fields that are known. */
const TESTED_WITHOUT_FIELDS = ['freshping', 'ghost', 'helloworld', 'wordpress'];

test('a service rejects fields that it does not know, or shows them', () => {
  for (const service of LOADED) {
    if (TESTED_WITHOUT_FIELDS.includes(service.name)) continue;
    const { header } = service as { header?: string };
    const headers = header === undefined ? {} : { [header]: 'strange' };
    let text: string | undefined;
    try {
      text = readSample(service, { headers, payload: STRANGE, topic: '', text: '' })?.content;
    } catch (error) {
      assert.ok(error instanceof ApiError, service.name);
    }
    assert.ok(text === undefined || text.includes('cellar'), `${service.name}: ${text}`);
  }
});

test('every template of an event can be chosen', () => {
  const hidden = LOADED.flatMap((service) => {
    if ('read' in service) return [];
    const first = service.events.findIndex(({ on, when }) => on === undefined && when === undefined);
    return first >= 0 && first < service.events.length - 1 ? [service.name] : [];
  });
  assert.deepEqual(hidden, []);
});
