import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChannel } from '../../src/chat/channels/channels/create-actions.ts';
import { traffic } from '../../src/chat/channels/channels/jobs.ts';
import { CAPABILITIES, newTeam, type Reply, type TestUser } from '../support/team.ts';

const people = newTeam();
const { app, clock, team, mia, max } = people;
await mia.post('/channels/create', { name: 'design', description: '*new*', subscribers: [mia.id, max.id] });
const plain = app.channels.named('design')!;

/** A user's subscription in the response of /register. */
async function subscription(who: TestUser, fields: Record<string, unknown> = {}, name = 'design'): Promise<Reply> {
  const state = await who.post('/register', {
    client_capabilities: CAPABILITIES,
    fetch_event_types: ['subscription'],
    ...fields,
  });
  return state.subscriptions.find((one: Reply) => one.name === name);
}
const own = await subscription(mia);

const FIELDS: [field: string, statement: string, expected: unknown][] = [
  ['stream_id', 'integer', plain.id],
  ['name', 'string', 'design'],
  ['description', 'string', '*new*'],
  ['rendered_description', 'string', '<p><em>new</em></p>'],
  ['date_created', 'integer', clock.now() / 1000],
  ['creator_id', 'integer or null', mia.id],
  ['invite_only', 'boolean', false],
  ['pin_to_top', 'boolean', false],
  ['is_muted', 'boolean', false],
  ['in_home_view', 'boolean (legacy, inverse of is_muted)', true],
  ['is_announcement_only', 'boolean (deprecated)', false],
  ['is_web_public', 'boolean', false],
  ['stream_post_policy', 'integer (deprecated)', 1],
  ['message_retention_days', 'integer or null', null],
  ['history_public_to_subscribers', 'boolean', true],
  ['first_message_id', 'integer or null', plain.first_message_id],
  ['folder_id', 'integer or null', null],
  ['topics_policy', 'string', 'inherit'],
  ['is_recently_active', 'boolean', true],
  ['stream_weekly_traffic', 'integer or null (null when insufficient data)', null],
  ['can_add_subscribers_group', 'group-setting value', app.groups.system('role:nobody')],
  ['can_remove_subscribers_group', 'group-setting value', app.groups.system('role:administrators')],
  ['can_administer_channel_group', 'group-setting value', { direct_members: [mia.id], direct_subgroups: [] }],
];
for (const [field, statement, expected] of FIELDS)
  test(`2.3 ${field}: ${statement}`, () => assert.deepEqual(own[field], expected));

test('2.3 color: string', () => assert.match(own.color, /^#[0-9a-f]{6}$/));

const INHERITED = [
  ['desktop_notifications', 'enable_stream_desktop_notifications'],
  ['email_notifications', 'enable_stream_email_notifications'],
  ['wildcard_mentions_notify', 'wildcard_mentions_notify'],
  ['push_notifications', 'enable_stream_push_notifications'],
  ['audible_notifications', 'enable_stream_audible_notifications'],
] as const;
for (const [property, setting] of INHERITED)
  test(`2.3 ${property}: null means inherit ${setting}`, async () => {
    assert.equal((await subscription(max))[property], null);
    for (const value of [true, false]) {
      await max.patch('/settings', { [setting]: value });
      const old = await subscription(max, { client_capabilities: { notification_settings_null: false } });
      assert.equal(old[property], value, 'a client that knows no null sees the setting');
    }
    await mia.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: plain.id, property, value: true }],
    });
    assert.equal((await subscription(mia))[property], true);
  });

test('2.3 in_home_view: inverse of is_muted', async () => {
  const subscription_data = [{ stream_id: plain.id, property: 'is_muted', value: true }];
  await max.post('/users/me/subscriptions/properties', { subscription_data });
  const { is_muted, in_home_view } = await subscription(max);
  assert.deepEqual([is_muted, in_home_view], [true, false]);
});

test('2.3 subscribers: only if include_subscribers is true', async () => {
  const { subscribers } = await subscription(mia, { include_subscribers: 'true' });
  assert.deepEqual(subscribers, [mia.id, max.id]);
  assert.equal('subscribers' in (await subscription(mia, { include_subscribers: 'false' })), false);
  assert.equal('subscribers' in own, false);
});

test('2.3 partial_subscribers: with include_subscribers partial, all bots and recently active users', async () => {
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const crowd = Array.from({ length: 250 }, (_, at) => team.addUser(`P${at}`, 400));
  const [recent, longAgo] = crowd as [TestUser, TestUser];
  createChannel(app, app.users.byId(mia.id)!, { name: 'large' });
  await mia.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'large' }],
    principals: [mia, bot, ...crowd].map(({ id }) => id),
  });
  await longAgo.post('/users/me/presence', { status: 'active' });
  clock.advance(5 * 86_400);
  await recent.post('/users/me/presence', { status: 'active' });
  clock.advance(10 * 86_400);
  const { subscribers, partial_subscribers } = await subscription(mia, { include_subscribers: 'partial' }, 'large');
  assert.equal(subscribers, undefined);
  assert.ok([bot.id, recent.id].every((id) => partial_subscribers.includes(id)));
  assert.equal(partial_subscribers.includes(longAgo.id), false);
});

test('2.3 stream_weekly_traffic: average messages per week', async () => {
  clock.advance(28 * 86_400);
  for (let at = 0; at < 8; at++) await mia.sendMessage('design', 'busy', `message ${at}`);
  traffic.run(app);
  app.db.commit();
  assert.equal((await subscription(mia)).stream_weekly_traffic, 2);
});

for (const [name, value] of [
  ['invite_only', true],
  ['message_retention_days', 30],
  ['topics_policy', 'disable_empty_topic'],
] as const)
  test(`2.3 ${name}: equal to the channel’s value`, async () => {
    await people.ada.post('/channels/create', { name: `of ${name}`, subscribers: [people.ada.id], [name]: value });
    assert.equal((await subscription(people.ada, {}, `of ${name}`))[name], value);
  });
