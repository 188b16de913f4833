import assert from 'node:assert/strict';
import { png } from '../../support/images.ts';
import { Team, type TestUser } from '../../support/team.ts';

const system = (team: Team, name: 'role:moderators' | 'role:members' | 'role:owners') => team.app.groups.system(name);
const findId = (team: Team, channel: string): number => team.app.channels.named(channel)!.id;
const IN_A_MONTH = Date.UTC(2026, 11, 21) / 1000;
const LATER = Date.UTC(2030, 0, 1) / 1000;

/** A team whose organization has a value of every kind that is not the default. */
export async function settledTeam(): Promise<Team> {
  const team = new Team();
  const olga = team.addUser('Olga', 100);
  const milo = team.addUser('Milo', 400);
  const gina = team.addUser('Gina', 600);
  const { channel_folder_id } = await olga.post('/channel_folders/create', { name: 'Work', description: 'What we do' });
  const cooks = await olga.post('/user_groups/create', { name: 'cooks', description: 'Who cook', members: [milo.id] });
  const all = await olga.post('/user_groups/create', {
    name: 'kitchen',
    description: '',
    members: [],
    subgroups: [cooks.group_id],
    can_mention_group: { direct_members: [olga.id], direct_subgroups: [system(team, 'role:moderators')] },
    can_join_group: system(team, 'role:members'),
  });
  await olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'general', description: 'All of us' }],
    principals: [olga.id, milo.id, gina.id],
    folder_id: channel_folder_id,
    message_retention_days: 400,
    can_send_message_group: { direct_members: [olga.id, gina.id], direct_subgroups: [all.id ?? all.group_id] },
  });
  await olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'board' }],
    invite_only: true,
    can_subscribe_group: cooks.group_id,
    message_retention_days: 'unlimited',
  });
  await olga.post('/users/me/subscriptions', { subscriptions: [{ name: 'optional' }] });
  await setOrganization(team, olga, cooks.group_id);
  await setPeople(team, milo, olga, gina);
  await writeMessages(team, olga, milo, gina);
  await addImages(team, olga, milo);
  await endSome(team, olga, milo);
  await joinLate(team, olga, milo);
  await setSidebar(team, olga, milo);
  return team;
}

/** Users who did not receive the first messages of a channel, and starred one of them; and one who read nothing. */
async function joinLate(team: Team, olga: TestUser, milo: TestUser): Promise<void> {
  const general = findId(team, 'general');
  const lena = team.addUser('Lena', 400);
  const before = await olga.sendMessage('general', 'dinner', 'Before @**Lena** came');
  await olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'minutes' }],
    principals: [olga.id, milo.id],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  await olga.sendMessage('minutes', 'past', 'Only for two');
  const join = (name: string, who: TestUser) =>
    olga.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [who.id] });
  await join('general', lena);
  await join('minutes', lena);
  await lena.post('/messages/flags', { op: 'add', flag: 'starred', messages: [before] });
  const after = await olga.sendMessage('general', 'dinner', 'Now @**Lena** is here');
  await olga.sendMessage('minutes', 'present', 'For three');
  await lena.post('/messages/flags', { op: 'add', flag: 'read', messages: [after] });
  const last = team.addUser('Last', 400);
  await join('general', last);
  await join('minutes', last);
  const sleepy = team.addUser('Sleepy', 400);
  await join('general', sleepy);
  await olga.sendMessage('general', 'dinner', 'Who is asleep?');
  assert.equal(findId(team, 'general'), general);
  await olga.delete(`/users/${sleepy.id}`);
}

async function setSidebar(team: Team, olga: TestUser, milo: TestUser): Promise<void> {
  const general = findId(team, 'general');
  const views = [`narrow/channel/${general}-general/sender/${olga.id}/search/soup`, 'inbox'];
  await milo.post('/navigation_views', { fragment: views[0]!, is_pinned: true, name: 'Soups' });
  await milo.post('/navigation_views', { fragment: 'inbox', is_pinned: false });
  await milo.patch('/sidebar_order', { channels: [general], views });
  const night = { days: [1, 2], start: 1320, end: 420 };
  await milo.patch('/do_not_disturb', { schedule: [night] });
  await olga.patch('/do_not_disturb', { until: Math.floor(team.clock.now() / 1000) + 300 * 86_400 });
}

async function setOrganization(team: Team, olga: TestUser, cooks: number): Promise<void> {
  await olga.patch('/realm', {
    name: 'Acme',
    description: 'We *cook*',
    message_content_edit_limit_seconds: 3600,
    message_edit_history_visibility_policy: 'moves',
    topics_policy: 'disable_empty_topic',
    waiting_period_threshold: 3,
    enable_read_receipts: false,
    signup_announcements_stream_id: findId(team, 'general'),
    moderation_request_channel_id: findId(team, 'board'),
    can_add_custom_emoji_group: { new: cooks },
    can_invite_users_group: { new: { direct_members: [olga.id], direct_subgroups: [cooks] } },
    can_create_web_public_channel_group: { new: system(team, 'role:moderators') },
  });
  await olga.patch('/realm/user_settings_defaults', { color_scheme: 2, enter_sends: false });
  await olga.post('/realm/domains', { domain: 'acme.example', allow_subdomains: true });
  await olga.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://acme.example/{id}' });
  await olga.post('/realm/playgrounds', {
    name: 'Rust playground',
    pygments_language: 'Rust',
    url_template: 'https://play.example/?code={code}',
  });
  await olga.post('/default_stream_groups/create', {
    group_name: 'Extras',
    description: 'If you like',
    stream_names: ['optional'],
  });
  await olga.post('/default_streams', { stream_id: findId(team, 'general') });
}

async function setPeople(team: Team, milo: TestUser, olga: TestUser, gina: TestUser): Promise<void> {
  const text = await olga.post('/realm/profile_fields', { field_type: 1, name: 'Team', hint: 'Yours', required: true });
  const choice = await olga.post('/realm/profile_fields', {
    field_type: 3,
    name: 'Office',
    field_data: { a: { text: 'Athens', order: '1' }, b: { text: 'Bern', order: '2' } },
    display_in_profile_summary: true,
  });
  const people = await olga.post('/realm/profile_fields', { field_type: 6, name: 'Mentor', editable_by_user: false });
  await milo.patch('/users/me/profile_data', {
    data: [
      { id: text.id, value: 'Soups' },
      { id: choice.id, value: 'b' },
    ],
  });
  await olga.patch(`/users/${milo.id}`, { profile_data: [{ id: people.id, value: [olga.id] }] });
  await milo.patch('/settings', {
    color_scheme: 3,
    default_language: 'de',
    email_address_visibility: 3,
    enable_sounds: false,
    resolved_topic_notice_auto_read_policy: 'never',
    timezone: 'Europe/Berlin',
    web_home_view: 'recent_topics',
  });
  const set = (property: string, value: unknown) => ({ stream_id: findId(team, 'general'), property, value });
  await milo.post('/users/me/subscriptions/properties', {
    subscription_data: [set('color', '#123456'), set('pin_to_top', true), set('push_notifications', false)],
  });
  await gina.post('/users/me/subscriptions/properties', { subscription_data: [set('is_muted', true)] });
  await milo.post(`/users/me/muted_users/${gina.id}`);
  await milo.post('/users/me/alert_words', { alert_words: ['Soup', 'spoon'] });
  await milo.post('/saved_snippets', { title: 'Hello', content: 'Hello, how are you?' });
  await milo.post('/users/me/status', {
    status_text: 'Cooking',
    emoji_name: 'tada',
    scheduled_end_time: IN_A_MONTH,
  });
}

async function writeMessages(team: Team, olga: TestUser, milo: TestUser, gina: TestUser): Promise<void> {
  const general = findId(team, 'general');
  const first = await olga.sendMessage('general', 'lunch', 'Soup @_**Milo**?');
  await olga.patch(`/messages/${first}`, { content: 'Salad?' });
  await olga.patch(`/messages/${first}`, { topic: 'dinner', propagate_mode: 'change_one' });
  await milo.post('/messages/flags', { op: 'add', flag: 'collapsed', messages: [first] });
  await milo.post(`/messages/${first}/pin`);
  const drafts = [
    { type: 'stream', to: [general], topic: 'dinner', content: 'Unfinished', timestamp: 1_700_000_000 },
    { type: 'private', to: [olga.id, gina.id], topic: '', content: 'To you two', timestamp: 1_700_000_001 },
    { type: 'private', to: [milo.id], topic: '', content: 'To myself', timestamp: 1_700_000_002 },
    { type: '', to: [], topic: '', content: 'To nobody', timestamp: 1_700_000_003 },
  ];
  await milo.post('/drafts', { drafts });
  const scheduled = { scheduled_delivery_timestamp: LATER, content: 'Later' };
  await olga.post('/scheduled_messages', { type: 'stream', to: general, topic: 'dinner', ...scheduled });
  await olga.post('/scheduled_messages', { type: 'direct', to: [milo.id, gina.id], ...scheduled });
  await milo.post('/reminders', { message_id: first, scheduled_delivery_timestamp: LATER, note: 'Ask *again*' });
}

async function addImages(team: Team, olga: TestUser, milo: TestUser): Promise<void> {
  for (const path of ['/realm/emoji/our_soup', '/users/me/avatar'])
    assert.equal((await milo.upload(path, { 'image.png': await png() })).status, 200);
  for (const [path, fields] of [
    ['/realm/icon', {}],
    ['/realm/logo', { night: true }],
  ] as const)
    assert.equal((await olga.upload(path, { 'image.png': await png() }, fields)).status, 200);
  const id = await olga.sendMessage('general', 'dinner', 'Who cooks?');
  await milo.post(`/messages/${id}/reactions`, { emoji_name: 'our_soup' });
  await olga.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await olga.sendMessage('general', 'dinner', '/poll Where to?\n- Home\n- Out');
  await milo.post('/user_topics', { stream_id: findId(team, 'general'), topic: 'dinner', visibility_policy: 1 });
}

/** An archived channel and folder, a deactivated user, emoji and group, and bots. */
async function endSome(team: Team, olga: TestUser, milo: TestUser): Promise<void> {
  await olga.post('/users/me/subscriptions', { subscriptions: [{ name: 'old' }] });
  await olga.sendMessage('old', 'last', 'The end');
  await olga.delete(`/streams/${findId(team, 'old')}`);
  const { channel_folder_id } = await olga.post('/channel_folders/create', { name: 'Past', description: '' });
  await olga.patch(`/channel_folders/${channel_folder_id}`, { is_archived: true });
  const gone = team.addUser('Gone', 400);
  await olga.delete(`/users/${gone.id}`);
  await milo.upload('/realm/emoji/old_soup', { 'image.png': await png() });
  const sour = await olga.sendMessage('general', 'dinner', 'Too sour :old_soup:');
  await olga.post(`/messages/${sour}/reactions`, { emoji_name: 'old_soup' });
  await olga.delete('/realm/emoji/old_soup');
  await olga.post('/bots', { full_name: 'Dish Bot', short_name: 'dish', bot_type: 1 });
  const payload_url = JSON.stringify('https://hook.example/out');
  await olga.post('/bots', { full_name: 'Out', short_name: 'out', bot_type: 3, payload_url, interface_type: 2 });
  await milo.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });
  const { group_id } = await olga.post('/user_groups/create', { name: 'former', description: '', members: [olga.id] });
  await olga.post(`/user_groups/${group_id}/deactivate`);
}
