import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireAuditLog } from '../../src/chat/organization/audit-log/jobs.ts';
import { closeSession, openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { endpoints } from '../../src/declarations.ts';
import { runOperation } from '../../src/operations/run.ts';
import { assertRejected, newTeam, type TestUser } from '../support/team.ts';

type Entry = Record<string, any>;
const getPages = async (who: TestUser, filter = {}): Promise<Entry[]> => (await who.get('/audit_log', filter)).entries;
/** The entries without those of the tests' own keys. */
const getLog = async (who: TestUser, filter = {}): Promise<Entry[]> =>
  (await getPages(who, filter)).filter(({ kind }) => kind !== 'api_key_use');
const getSummary = async (who: TestUser, filter = {}) =>
  (await getLog(who, filter)).map(({ kind, actor_id, user_id, details }) => [kind, actor_id, user_id, details]);

test('administrators read who changed a role, a setting and the messages of others', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id] });
  await ada.patch(`/users/${max.id}`, { role: 300 });
  await ada.patch('/realm', { name: 'Other' });
  const own = await ada.sendMessage('open', 'Lunch', 'mine');
  await ada.delete(`/messages/${own}`);
  const id = await mia.sendMessage('open', 'Lunch', 'Noodles');
  await ada.delete(`/messages/${id}`);
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'open' });
  await ada.delete(`/streams/${stream_id}`);
  const log = await getLog(ada);
  assert.deepEqual(
    log.map((entry) => [entry.kind, entry.actor_id, entry.user_id, entry.stream_id, entry.details]),
    [
      ['channel_archive', ada.id, null, stream_id, ''],
      ['message_delete', ada.id, mia.id, stream_id, ''],
      ['settings_change', ada.id, null, null, 'name'],
      ['role_change', ada.id, max.id, null, 'moderator'],
      ['channel_create', ada.id, null, stream_id, ''],
    ],
  );
  assert.ok(!JSON.stringify(log).includes('Noodles'), 'the log has no contents');
  assert.ok(log.every(({ ip_address }) => ip_address !== ''));
});

test('nobody but administrators reads the audit log', async () => {
  const { mona, mia, gus } = newTeam();
  for (const who of [mona, mia, gus]) await assertRejected(who.request('GET', '/audit_log'), /administrator/);
});

test('a rejected action leaves no entry', async () => {
  const { ada, mia, max } = newTeam();
  assert.equal((await mia.request('PATCH', `/users/${max.id}`, { role: 100 })).result, 'error');
  assert.deepEqual(await getLog(ada), []);
});

test('an entry has the names of changed channel settings, and not their values', async () => {
  const { ada, mia } = newTeam();
  await mia.post('/channels/create', { name: 'secret', invite_only: true, subscribers: [mia.id] });
  const { stream_id } = await mia.get('/get_stream_id', { stream: 'secret' });
  await mia.patch(`/streams/${stream_id}`, { description: 'hidden words' });
  const log = await getLog(ada, { kind: 'channel_update' });
  assert.deepEqual([log[0]!.actor_id, log[0]!.stream_id, log[0]!.details], [mia.id, stream_id, 'description']);
  assert.ok(!JSON.stringify(log).includes('hidden') && !JSON.stringify(log).includes('secret'));
});

test('failed sign-ins are recorded a limited number of times in an hour', async () => {
  const { app, ada, mia } = newTeam();
  const fail = () => ada.request('POST', '/fetch_api_key', { username: mia.email, password: 'a wrong password' });
  await fail();
  const [entry] = await getLog(ada, { kind: 'sign_in_failure' });
  assert.deepEqual([entry!.actor_id, entry!.user_id, entry!.details], [null, mia.id, 'password']);
  app.memory.recordedFailures.count = 30;
  await fail();
  assert.equal((await getLog(ada, { kind: 'sign_in_failure' })).length, 1);
});

test('the audit log is filtered by user, kind and time, and read in pages', async () => {
  const { ada, mia, max, clock } = newTeam();
  for (const who of [mia, max, mia]) await ada.patch(`/users/${who.id}`, { role: who === max ? 300 : 400 });
  assert.equal((await getLog(ada, { user_id: max.id })).length, 1);
  assert.equal((await getLog(ada, { kind: 'export' })).length, 0);
  const now = Math.floor(clock.now() / 1000);
  assert.equal((await getLog(ada, { since: now + 10 })).length, 0);
  assert.equal((await getLog(ada, { actor_id: mia.id })).length, 0);
  assert.equal((await getLog(ada, { actor_id: ada.id, affected_user_id: mia.id })).length, 2);
  const page = await ada.get('/audit_log', { num: 2, kind: 'role_change' });
  assert.equal(page.entries.length, 2);
  const rest = await ada.get('/audit_log', { num: 2, kind: 'role_change', before: page.before });
  assert.deepEqual([rest.entries.length, rest.before], [1, null]);
  const { ip_address } = page.entries[0];
  assert.equal((await getLog(ada, { ip_address: ip_address.slice(0, 3) })).length, 3);
  assert.equal((await getLog(ada, { ip_address: '203.0.113.' })).length, 0);
});

test('entries are deleted after the configured number of days', async () => {
  const { app, clock, ada, max } = newTeam({ auditDays: 10 });
  await ada.patch(`/users/${max.id}`, { role: 300 });
  clock.advance(10 * 86_400 + 60);
  await expireAuditLog.run(app);
  assert.deepEqual(await getLog(ada), []);
});

test('the first use of a key by each program is recorded', async () => {
  const { ada, mia } = newTeam();
  for (const client of ['Reporter', 'Reporter', 'Other']) await mia.get('/users/me', { client });
  const used = await getPages(ada, { kind: 'api_key_use', actor_id: mia.id });
  assert.deepEqual(
    used.map(({ client }) => client),
    ['Other', 'Reporter'],
  );
});

test('a key that is used under many names fills no more than fifty entries', async () => {
  const { ada, mia } = newTeam();
  for (let n = 0; n < 60; n++) await mia.get('/users/me', { client: `program ${n}` });
  assert.equal((await getPages(ada, { kind: 'api_key_use', actor_id: mia.id, num: 200 })).length, 50);
});

test('changes of groups are recorded, with an entry for each member', async () => {
  const { ada, mia, max } = newTeam();
  const { group_id } = await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [] });
  await ada.post(`/user_groups/${group_id}/members`, { add: [mia.id, max.id] });
  await ada.post(`/user_groups/${group_id}/members`, { delete: [max.id] });
  await ada.patch(`/user_groups/${group_id}`, { name: 'bakers' });
  await ada.post(`/user_groups/${group_id}/deactivate`);
  const log = await getLog(ada);
  assert.deepEqual(
    log.map(({ kind, group_id, user_id, details }) => [kind, group_id, user_id, details]),
    [
      ['group_deactivate', group_id, null, ''],
      ['group_update', group_id, null, 'name'],
      ['group_members_remove', group_id, max.id, ''],
      ['group_members_add', group_id, max.id, ''],
      ['group_members_add', group_id, mia.id, ''],
      ['group_create', group_id, null, ''],
    ],
  );
});

test('bots and invitations are recorded', async () => {
  const { ada } = newTeam();
  const { user_id } = await ada.post('/bots', { full_name: 'Alarm', short_name: 'alarm', bot_type: 1 });
  await ada.patch(`/bots/${user_id}`, { full_name: 'Bell' });
  await ada.post(`/bots/${user_id}/api_key/regenerate`);
  await ada.post('/invites/multiuse', { stream_ids: [], invite_as: 600 });
  const { invites } = await ada.get('/invites');
  await ada.delete(`/invites/multiuse/${invites[0].id}`);
  assert.deepEqual(await getSummary(ada), [
    ['invitation_revoke', ada.id, null, 'link'],
    ['invitation_create', ada.id, null, 'link, guest'],
    ['api_key_replace', ada.id, user_id, ''],
    ['bot_update', ada.id, user_id, 'full_name'],
    ['bot_create', ada.id, user_id, ''],
  ]);
});

test('a sign-out and a new name are recorded', async () => {
  const { app, ada, mia } = newTeam();
  await mia.patch('/settings', { full_name: 'Mia M.', twenty_four_hour_time: true });
  await mia.patch('/settings', { twenty_four_hour_time: false });
  const { token } = openSession(app, app.users.byId(mia.id)!, { device: 'Firefox', address: '203.0.113.5' });
  closeSession(app, token);
  assert.deepEqual(await getSummary(ada, { user_id: mia.id }), [
    ['sign_out', mia.id, mia.id, ''],
    ['sign_in', mia.id, mia.id, ''],
    ['user_update', mia.id, mia.id, 'full_name'],
  ]);
  const [entry] = await getLog(ada, { kind: 'sign_out' });
  assert.equal(entry!.ip_address, '203.0.113.5');
});

test('a command on the server is recorded without an actor, unless it names one', async () => {
  const { app, ada, mia } = newTeam();
  await runOperation(app, 'user-role', { user: mia.email, role: 'moderator' });
  await runOperation(app, 'group-create', { name: 'cooks', description: '', as: ada.email });
  await assert.rejects(runOperation(app, 'user-role', { user: 'nobody@example.com', role: 'moderator' }));
  const log = await getLog(ada);
  assert.deepEqual(
    log.map(({ kind, actor_id, user_id, client }) => [kind, actor_id, user_id, client]),
    [
      ['group_create', ada.id, null, 'command line'],
      ['role_change', null, mia.id, 'command line'],
    ],
  );
});

test('exports by commands are recorded once, however many parts they have', async () => {
  const { app, ada, mia } = newTeam();
  for (const after of [0, 5]) await runOperation(app, 'export-messages', { type: 'public', after });
  for (const after of [null, 5]) await runOperation(app, 'user-data', { user: mia.email, after });
  assert.deepEqual(await getSummary(ada), [
    ['user_export', null, mia.id, ''],
    ['export', null, null, 'public'],
  ]);
});

/** Why requests that change something have no entry: patterns of `METHOD /path`, by reason. */
const NOT_AUDITED: Record<string, RegExp> = {
  'They change nothing.': /^\w+ (\/(zcommand|messages\/render)|.*\/test(_notification|_welcome_bot_custom_message)?)$/,
  'They only concern what is open now.':
    /^\w+ \/(register|events|typing|messages\/\{message_id\}\/typing|users\/me\/presence)$/,
  'The conversation or the history of the message shows them.':
    /^(POST \/(messages|\{ntfy_topic\})?|PATCH \/messages\/\{message_id\}|\w+ \/(messages\/\{message_id\}\/(reactions|pin|report)|submessage|calls\b.*|slash_commands\/run|(external|hooks|slash_commands\/answers)\/.+))$/,
  'A user changes what belongs to them, and nobody else.':
    /^\w+ \/(attachments|drafts|reminders|saved_snippets|scheduled_messages|navigation_views|bot_storage|user_uploads|tus|user_topics|mark_\w+|messages\/flags|do_not_disturb|sidebar_order|web_push|ntfy|notification_targets|mobile_push|remotes\/push|users\/me\/(alert_words|android_gcm_reg_id|apns_device_token|avatar|muted_users|profile_data|onboarding_steps|status|subscriptions\/.+))\b/,
  'The action writes its own entry, since it knows the account only then.':
    /^POST \/(accounts\/(login|logout)\/|(dev_|jwt\/)?fetch_api_key|accounts\/unsubscribe\/.+)$/,
  'The endpoint that it calls has the entry.': /^POST \/mcp$/,
  'A later request completes them, and has the entry.':
    /^POST \/users\/me\/(identities|authenticator\/secret|passkeys\/options)$/,
};

test('every request that changes something declares its entry in the audit log, or a reason for none', () => {
  const changing = endpoints.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const reasons = Object.values(NOT_AUDITED);
  for (const { method, path, audit } of changing) {
    const isExcepted = reasons.some((pattern) => pattern.test(`${method} ${path}`));
    assert.equal(audit === undefined, isExcepted, `${method} ${path}`);
  }
  const read = endpoints.filter((endpoint) => !changing.includes(endpoint) && endpoint.audit);
  assert.deepEqual(
    read.map(({ path }) => path),
    [],
  );
});

test('settings, folders and deleted topics have entries, and reading an address has none', async () => {
  const { ada, mia } = newTeam();
  const { id } = await ada.post('/channels/create', { name: 'open', subscribers: [ada.id] });
  const { id: filter } = await ada.post('/realm/filters', {
    pattern: '#(?P<n>[0-9]+)',
    url_template: 'https://x.org/{n}',
  });
  await ada.delete(`/realm/filters/${filter}`);
  await ada.post('/channel_folders/create', { name: 'All', description: '' });
  await ada.sendMessage('open', 'Lunch', 'Noodles');
  await ada.post(`/streams/${id}/delete_topic`, { topic_name: 'Lunch' });
  await ada.get(`/streams/${id}/email_address`);
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'open' }, { name: 'new' }],
    principals: [mia.id],
  });
  await ada.delete('/users/me/subscriptions', { subscriptions: ['open'], principals: [mia.id] });
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'new' });
  assert.deepEqual(
    (await getLog(ada)).map((entry) => [entry.kind, entry.user_id, entry.stream_id, entry.details]).reverse(),
    [
      ['channel_create', null, id, ''],
      ['settings_change', null, null, 'linkifiers'],
      ['settings_change', null, null, 'linkifiers'],
      ['settings_change', null, null, 'channel folders'],
      ['topic_delete', null, id, ''],
      ['channel_create', null, stream_id, ''],
      ['channel_members_add', mia.id, id, ''],
      ['channel_members_add', mia.id, stream_id, ''],
      ['channel_members_remove', mia.id, id, ''],
    ],
  );
});
