import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addFeeds } from '../../src/chat/integrations/feeds/actions.ts';
import { createAddress } from '../../src/chat/integrations/webhook-addresses/actions.ts';
import { addToken } from '../../src/chat/notifications/push/actions.ts';
import { type LimitedTable, ROW_LIMITS, type RowLimit } from '../../src/chat/organization/row-limits/types.ts';
import { addPasskey } from '../../src/chat/people/second-factors/actions.ts';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import type { ApiError } from '../../src/kernel/errors.ts';
import { LIMITS, type LimitName } from '../../src/limits.ts';
import { png } from '../support/images.ts';
import { newTeam, type Reply, type TestUser } from '../support/team.ts';

type Team = ReturnType<typeof newTeam>;

const LATER = 4_102_444_800;
const LONG = 'x'.repeat(9_000);
const SHORT = 'x'.repeat(900);
/** Tables whose texts are short. */
const WITH_SHORT_TEXTS = new Set<LimitedTable>([
  'channel_folder',
  'default_channel_group',
  'linkifier',
  'playground',
  'webhook_template',
]);

/** Sets a limit for one test. */
function setLimit(t: TestContext, name: LimitName, most: number): void {
  const limits = LIMITS as Record<LimitName, number>;
  const before = limits[name];
  limits[name] = most;
  t.after(() => {
    limits[name] = before;
  });
}

/** Why the rows of all other tables are limited, too: by other limits, or in this way. */
const LIMITED_OTHERWISE: Record<string, LimitName[] | string> = {
  announcement: ['announcements_per_day'],
  app_token: ['unfinished_sign_ins_of_user'],
  event_queue: ['queues_of_user'],
  pin: ['pins_of_channel'],
  push_token: ['phones_of_user'],
  reaction: ['reactions_of_user'],
  session: ['sessions_of_user'],
  sign_in_attempt: ['unfinished_sign_ins_of_user'],
  submessage: ['submessages_of_user', 'submessages_of_user_length'],
  web_push_subscription: ['browsers_of_user'],
  realm_setting: 'one row for each setting',
  picture: 'one row for each user and emoji',
  recipient: 'one row for each channel and each conversation with a message',
  archived_channel: 'one row for each archived channel',
  topic: 'a topic contains at least one message',
  client: 'a program has sent at least one message',
  message_sequence: 'one row',
  message_search: 'one row for each message',
  search_progress: 'one row',
  sent_once: 'one row for each message of the last days',
  attachment_message: 'one row for each link in a message',
  deleted_message_file: 'one row for each link in a deleted message',
  link_preview: 'pages that messages of the last days link to',
  link_preview_wanted: 'some rows for each message of the last minutes',
  import_source: 'one row for each import, which only the operator starts',
  import_origin: 'one row for each imported object',
  import_range: 'some rows for each import',
  ntfy_address: ['ntfy_addresses_of_user'],
  ntfy_notice: 'one row for each message of the last hour, or unread on a phone',
  web_push_notice: 'one row for each message of the last days',
  cluster: 'one row',
  replication: 'one row',
  statistic: 'some rows for each day',
  statistic_progress: 'one row',
  bot: 'one row for each bot',
  data_export: 'one row for each user',
  mail_result: 'one row for each user',
  accepted_invitation: 'one row for each user',
  do_not_disturb: 'one row for each user, with a limit on its schedule',
  erasure: 'one row for each user',
  login_link: 'one row for each user',
  pending_email_change: 'one row for each user',
  password_reset: 'one row for each user',
  presence: 'one row for each user',
  sidebar_order: 'one row for each user, with limits on its lists',
  totp: 'one row for each user',
  user_status: 'one row for each user',
  external_identity: 'one row for each identity provider',
  onboarding_step: 'one row for each step that the server knows',
  profile_value: 'one row for each custom profile field',
  queue_listener: 'one row for each process',
  subscription: 'one row for each channel',
  import_member: 'one row for each imported channel',
  recovery_code: 'ten, which replace earlier ones',
  bot_storage: 'the storage of a bot has a quota',
  realm_export: 'five a week',
  unproven_address: 'one row of each account',
  passkey_challenge: 'answered ones of the last five minutes',
  active_user: 'two months of days',
  audit_entry: 'a history, which the operator can shorten',
  message: 'the history of messages has no limit',
  deleted_message: 'messages of the last days',
  membership: 'a period contains at least one message',
  message_flag: 'one row for each message',
  missed_message: 'one row for each message of the last minutes',
  push_notice: 'one row for each message of the last days',
  read_chunk: 'one bit for each message',
  received_delivery: ['webhook_addresses_of_user', 'deliveries_of_address', 'deliveries_of_user_bytes'],
  handled_delivery: 'hashes of one day, of which the newest are kept',
  slash_command_run: ['slash_command_runs_of_user'],
  webhook_delivery: ['bots_of_user', 'waiting_deliveries_of_bot'],
  sent_delivery: ['bots_of_user', 'sent_deliveries_of_bot'],
  mail_address: 'one row for each channel',
  received_mail: 'at most 20,000, of the last 30 days',
  outbox: 'mails of the last two weeks; the server limits how many are sent',
};

test('the rows of each table have a limit, or need none', () => {
  const { app } = newTeam();
  const statement = app.db.prepareStatement(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%'",
  );
  const tables = (statement.all() as { name: string }[]).map(({ name }) => name);
  assert.ok(tables.length > 70, `${tables.length} tables`);
  const unlimited = tables.filter((table) => !(table in ROW_LIMITS) && !(table in LIMITED_OTHERWISE));
  assert.deepEqual(unlimited, [], 'add them to ROW_LIMITS, or to this test with a reason');
  const stale = Object.keys(LIMITED_OTHERWISE).filter((table) => !tables.includes(table) || table in ROW_LIMITS);
  assert.deepEqual(stale, [], 'these do not exist, or have a limit');
  for (const limits of Object.values(LIMITED_OTHERWISE))
    if (typeof limits !== 'string') for (const name of limits) assert.ok(LIMITS[name] > 0, name);
});

/** How a user adds the n-th row to each table. `long`: with as much text as the request accepts. */
const ADDITIONS: Record<LimitedTable, (who: TestUser, n: number, long: boolean, team: Team) => Promise<Reply>> = {
  draft: (who, n, long) =>
    who.request('POST', '/drafts', {
      drafts: [{ type: '', to: [], topic: '', content: `${n}${long ? LONG : ''}` }],
    }),
  scheduled_message: (who, n, long) =>
    who.request('POST', '/scheduled_messages', {
      ...{ type: 'direct', to: [who.id], scheduled_delivery_timestamp: LATER },
      content: `${n} ${long ? LONG : ''}`,
    }),
  async reminder(who, n, long) {
    const message_id = await who.sendDirectMessage([who], `${n} ${long ? LONG : ''}`);
    return who.request('POST', '/reminders', { message_id, scheduled_delivery_timestamp: LATER });
  },
  saved_snippet: (who, n, long) =>
    who.request('POST', '/saved_snippets', { title: `${n}`, content: `${n}${long ? LONG : ''}` }),
  alert_word: (who, n, long) =>
    who.request('POST', '/users/me/alert_words', { alert_words: [`${n}${long ? SHORT.slice(0, 90) : ''}`] }),
  navigation_view: (who, n, long) =>
    who.request('POST', '/navigation_views', {
      fragment: `narrow/search/${n}${long ? LONG : ''}`,
      is_pinned: true,
      name: `View ${n}`,
    }),
  async muted_user(who, n, _, team) {
    return who.request('POST', `/users/me/muted_users/${team.team.addUser(`Muted${n}`, 400).id}`);
  },
  async user_topic(who, n) {
    if (n === 0) await who.post('/channels/create', { name: 'plans', subscribers: [who.id] });
    const { stream_id } = await who.get('/get_stream_id', { stream: 'plans' });
    return who.request('POST', '/user_topics', { stream_id, topic: `${n}`, visibility_policy: 3 });
  },
  user: (who, n) => who.request('POST', '/bots', { full_name: `Bot ${n}`, short_name: `bot${n}`, bot_type: 1 }),
  invitation: (who) => who.request('POST', '/invites/multiuse', { stream_ids: [] }),
  user_group: (who, n, long) =>
    who.request('POST', '/user_groups/create', { name: `g${n}`, description: long ? LONG : '', members: [] }),
  async user_group_member(who, n, _, team) {
    return who.request('POST', '/user_groups/create', {
      ...{ name: `m${n}`, description: '', members: [team.team.addUser(`Member${n}`, 400).id] },
    });
  },
  async user_group_subgroup(who, n) {
    const { group_id } = await who.post('/user_groups/create', { name: `s${n}`, description: '', members: [] });
    return who.request('POST', '/user_groups/create', {
      ...{ name: `t${n}`, description: '', members: [], subgroups: [group_id] },
    });
  },
  realm_emoji: (who, n) => png().then((picture) => who.upload(`/realm/emoji/e${n}`, { 'e.png': picture })),
  attachment: (who, n) => who.upload('/user_uploads', { 'a.txt': `${n}` }),
  async webhook_address(who, n, _, { app }) {
    if (n === 0) await who.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });
    const { username } = (await who.get('/bots')).bots.at(-1);
    try {
      createAddress(app, app.users.byEmail(username)!, { service: 'json', channel_id: null });
      return { result: 'success' };
    } catch (error) {
      return { status: (error as ApiError).status, ...(error as ApiError).body };
    }
  },
  async feed(who, n, _, { app }) {
    if (n === 0) {
      await who.post('/bots', { full_name: 'Reader', short_name: 'reader', bot_type: 2 });
      await who.post('/channels/create', { name: 'news', subscribers: [who.id] });
    }
    const bot = app.users.byEmail('reader-bot@klatch.example')!;
    try {
      addFeeds(app, { bot, channel: app.channels.named('news')!, topic: '' }, [`https://example.com/${n}`]);
      return { result: 'success' };
    } catch (error) {
      return { status: (error as ApiError).status, ...(error as ApiError).body };
    }
  },
  async slash_command(who, n, _, { app }) {
    const draft = { full_name: `Weather ${who.id}`, short_name: `weather${who.id}`, bot_type: 3 };
    if (!app.users.named(draft.full_name)[0]) await who.post('/bots', { ...draft, payload_url: 'http://127.0.0.1:9/' });
    const bot = app.users.named(draft.full_name)[0]!;
    return who.request('POST', '/slash_commands', { bot_id: bot.id, name: `c${n}` });
  },
  async passkey(who, n, _, { app }) {
    const added = { id: `key${n}`, name: `${n}`, public_key: Buffer.alloc(1), counter: 0, transports: [] };
    try {
      addPasskey(app, app.users.byId(who.id)!, { ...added, verifies_user: 0 });
      return { result: 'success' };
    } catch (error) {
      return { status: (error as ApiError).status, ...(error as ApiError).body };
    }
  },
  linkifier: (who, n, long) =>
    who.request('POST', '/realm/filters', {
      pattern: `T${n}-(?P<id>[0-9]+)`,
      url_template: `https://example.com/${long ? SHORT : ''}{id}`,
    }),
  webhook_template: (who, n, long) =>
    who.request('POST', '/webhook_templates', { name: `${n}`, template: `text: ${long ? SHORT : 'a'}` }),
  playground: (who, n, long) =>
    who.request('POST', '/realm/playgrounds', {
      ...{ name: `${n}`, pygments_language: 'Rust' },
      url_template: `https://example.com/${long ? SHORT : ''}{code}`,
    }),
  realm_domain: (who, n) =>
    who.request('POST', '/realm/domains', { domain: `d${n}.example.com`, allow_subdomains: false }),
  custom_profile_field: (who, n, long) =>
    who.request('POST', '/realm/profile_fields', {
      ...{ field_type: 3, name: `Field ${n}` },
      field_data: { a: { text: `${n}${long ? LONG : ''}`, order: '1' } },
    }),
  channel: (who, n) => who.request('POST', '/channels/create', { name: `c${n}`, subscribers: [] }),
  async default_channel_group_channel(who, n) {
    if (n === 0)
      await who.post('/default_stream_groups/create', { group_name: 'd', description: '', stream_names: [] });
    await who.post('/channels/create', { name: `of group ${n}`, subscribers: [] });
    return who.request('PATCH', '/default_stream_groups/1/streams', { op: 'add', stream_names: [`of group ${n}`] });
  },
  channel_folder: (who, n, long) =>
    who.request('POST', '/channel_folders/create', { name: `f${n}`, description: long ? SHORT : '' }),
  default_channel_group: (who, n, long) =>
    who.request('POST', '/default_stream_groups/create', {
      ...{ group_name: `d${n}`, description: long ? SHORT : '', stream_names: [] },
    }),
};

/** Whose rows are counted: Ada's, or those of the first default channel group. */
const ownerOf = ({ ada }: Team, table: LimitedTable): number =>
  table === 'default_channel_group_channel' ? 1 : ada.id;

for (const [table, limit] of Object.entries(ROW_LIMITS) as [LimitedTable, RowLimit][]) {
  test(`the limit on the rows of ${table} rejects one more, and names itself`, async (t) => {
    const team = newTeam();
    await reachLimit(
      t,
      team,
      table,
      limit.rows,
      team.app.rowLimits.readStored(table, ownerOf(team, table)).rows + 2,
      false,
    );
  });
  if (limit.bytes)
    test(`the limit on the bytes of ${table} rejects longer texts, and names itself`, async (t) => {
      const team = newTeam();
      const size = table === 'alert_word' ? 250 : WITH_SHORT_TEXTS.has(table) ? 4_000 : 24_000;
      await reachLimit(t, team, table, limit.bytes!, size, true);
    });
}

for (const [table, { total }] of Object.entries(ROW_LIMITS) as [LimitedTable, RowLimit][])
  if (total)
    test(`the limit on all rows of ${table} rejects one more of anybody`, async (t) => {
      const team = newTeam();
      const { app, ada, abe } = team;
      setLimit(t, total.rows, app.rowLimits.total(table) + 2);
      for (const [n, who] of [ada, abe].entries())
        assert.equal((await ADDITIONS[table](who, n, false, team)).result, 'success');
      const reply = await ADDITIONS[table](ada, 2, false, team);
      assert.deepEqual([reply.status, reply.limit, reply.maximum], [400, total.rows, LIMITS[total.rows]]);
      assert.match(reply.msg, /^The organization has reached the limit/);
      assert.equal(app.rowLimits.total(table), LIMITS[total.rows]);
    });

/** Adds rows until one is rejected, and checks that this one changed nothing. */
async function reachLimit(
  t: TestContext,
  team: Team,
  table: LimitedTable,
  name: LimitName,
  most: number,
  long: boolean,
): Promise<void> {
  const { app, ada } = team;
  setLimit(t, name, most);
  const owner = ownerOf(team, table);
  for (let n = 0; n < 10; n++) {
    const before = app.rowLimits.readStored(table, owner);
    const reply = await ADDITIONS[table](ada, n, long, team);
    const { rows, bytes } = app.rowLimits.readStored(table, owner);
    assert.ok((long ? bytes : rows) <= most, `${rows} rows, ${bytes} bytes`);
    if (reply.result === 'success') continue;
    assert.deepEqual([reply.status, reply.code, reply.limit, reply.maximum], [400, 'BAD_REQUEST', name, most]);
    assert.ok(reply.msg.includes(`'${name}' (${most})`), reply.msg);
    assert.deepEqual({ rows, bytes }, before);
    assert.ok(n > 0, 'the first one fits');
    return;
  }
  assert.fail('nothing was rejected');
}

test('the state of each account stays small when one person reached every limit on texts', async () => {
  const team = newTeam();
  const { app, ada, max } = team;
  const personal: LimitedTable[] = ['draft', 'scheduled_message', 'saved_snippet', 'alert_word', 'navigation_view'];
  let most = 0;
  for (const table of personal) {
    const { rows, bytes } = ROW_LIMITS[table] as RowLimit;
    most += LIMITS[bytes!] + 500 * LIMITS[rows];
  }
  const size = async (who: TestUser) => JSON.stringify(await who.post('/register')).length;
  const before = [await size(ada), await size(max)] as const;
  app.db.write(() => {
    for (let n = 0; n < 300; n++) {
      app.savedSnippets.add(ada.id, `${n}`, LONG, 0);
      app.scheduledMessages.add({
        ...{ user_id: ada.id, channel_id: null, user_ids: [ada.id], topic: '', content: LONG, rendered_content: LONG },
        ...{ deliver_at: LATER, client: 'test', read_by_sender: true, failed: false },
      });
    }
  });
  for (const table of personal) assert.equal((await ADDITIONS[table](ada, 1000, true, team)).result, tooMany(table));
  assert.ok((await size(ada)) < before[0] + most, 'their own state');
  assert.ok((await size(max)) < before[1] + 10_000, 'that of others');
});

const tooMany = (table: LimitedTable): string =>
  table === 'saved_snippet' || table === 'scheduled_message' ? 'error' : 'success';

test('a new session ends the least recently used one, and a new phone replaces the oldest', async (t) => {
  setLimit(t, 'sessions_of_user', 2);
  setLimit(t, 'phones_of_user', 2);
  const { app, mia, max, clock } = newTeam();
  const user = app.users.byId(mia.id)!;
  openSession(app, app.users.byId(max.id)!);
  for (let n = 0; n < 3; n++) {
    openSession(app, user, { device: `browser ${n}` });
    addToken(app, user, 'fcm', `phone ${n}`, null);
    clock.advance(60);
  }
  const devices = app.sessions.ofUser(mia.id).map(({ device }) => device);
  assert.deepEqual(devices, ['browser 2', 'browser 1']);
  const phones = app.devices.listTokens(mia.id).map(({ token }) => token);
  assert.deepEqual(phones, ['phone 1', 'phone 2']);
  assert.equal(app.sessions.ofUser(max.id).length, 1);
});

test('the limit on default channels rejects one more, however it becomes one', async (t) => {
  const { app, ada } = newTeam();
  setLimit(t, 'default_channels', app.channels.defaults().length + 1);
  const create = (name: string, is_default_stream: boolean) =>
    ada.request('POST', '/channels/create', { name, subscribers: [], is_default_stream });
  const { id } = await create('ordinary', false);
  assert.equal((await create('default', true)).result, 'success');
  const before = app.channels.defaults();
  for (const reply of [
    await create('one more', true),
    await ada.request('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'two more' }, { name: 'three more' }],
      is_default_stream: true,
    }),
    await ada.request('POST', '/default_streams', { stream_id: id }),
    await ada.request('PATCH', `/streams/${id}`, { is_default_stream: true }),
  ]) {
    assert.deepEqual([reply.status, reply.limit, reply.maximum], [400, 'default_channels', LIMITS.default_channels]);
    assert.deepEqual(app.channels.defaults(), before);
  }
});

test('no topic is followed automatically above the limit, and the message is sent', async (t) => {
  setLimit(t, 'topic_policies_of_user', 1);
  const { app, mia } = newTeam();
  await mia.patch('/settings', { automatically_follow_topics_policy: 1 });
  await mia.post('/channels/create', { name: 'plans', subscribers: [mia.id] });
  for (const topic of ['one', 'two']) await mia.sendMessage('plans', topic, 'hello');
  assert.deepEqual(
    app.userTopics.ofUser(mia.id).map(({ topic_name }) => topic_name),
    ['one'],
  );
});
