import { createECDH } from 'node:crypto';
import { readClient } from '../../src/chat/web-client/client.ts';
import type { Reply } from '../support/team.ts';
import { buildWebClient } from '../support/web.ts';

export type Ask = (method: string, path: string, fields?: Record<string, unknown>) => Promise<Reply>;

/** Paths outside /api/v1. */
const root = (path: string) => `/api/..${path}`;

/** The web client's first script. */
async function firstScript(): Promise<string> {
  await buildWebClient();
  return readClient()!.entry;
}

/** Every account's password. */
export const PASSWORD = 'the same for everyone';

const linkifier = (pattern: string) => ({
  pattern: `${pattern}-(?P<id>[0-9]+)`,
  url_template: 'https://issues.example/{id}',
});
const template = (name: string) => ({ name, template: 'text: {{ a }}' });
const playground = (name: string) => ({ name, pygments_language: 'Rust', url_template: 'https://play.example/{code}' });

/** A user who requests things that belong to no channel. */
export interface Requester {
  request: Ask;
  email: string;
  /** A counter for unique names and addresses. */
  count: number;
  other: { id: number; email: string };
  /** A direct message between two other users. */
  foreignMessage: number;
  /** The user's own id; 0 for a visitor. */
  selfId: number;
  /** Sends a request as an owner. */
  requestAsOwner(method: string, path: string, fields?: Record<string, unknown>): Promise<Reply>;
  /** Creates a new user. */
  createUser(): number;
  /** A public channel. */
  channel(): { id: number; name: string };
  /** Ids of objects that the owner created. */
  bot(): Promise<number>;
  /** An address of an incoming webhook bot. */
  webhook(): Promise<{ id: number; bot_id: number }>;
  /** An outgoing webhook bot. */
  outgoingBot(): Promise<number>;
  /** A slash command of an outgoing webhook bot. */
  slashCommand(): Promise<{ id: number; name: string }>;
  /** A feed of a bot. */
  feed(): Promise<{ id: number; bot_id: number; stream_id: number }>;
  field(): Promise<number>;
  group(): Promise<number>;
  defaults(): Promise<number>;
}

const OPML = '<opml version="2.0"><body><outline text="A" xmlUrl="http://127.0.0.1/feed"/></body></opml>';
const BOTS = { bot_type: 1 };

/** Requests for all other endpoints. A name in brackets distinguishes variants. */
export const OTHER_REQUESTS: Record<string, (asker: Requester) => Promise<Reply>> = {
  'GET /server_settings': ({ request }) => request('GET', '/server_settings'),
  'GET /static/generated/emoji/emoji_api.json': ({ request }) =>
    request('GET', root('/static/generated/emoji/emoji_api.json')),
  'GET /openapi.json': ({ request }) => request('GET', '/openapi.json'),
  'GET /health': ({ request }) => request('GET', root('/health')),
  'GET /metrics': ({ request }) => request('GET', root('/metrics')),
  'GET /': async ({ request }) => {
    await firstScript();
    return request('GET', root('/'));
  },
  'GET /service-worker.js': async ({ request }) => {
    await firstScript();
    return request('GET', root('/service-worker.js'));
  },
  'GET /manifest.webmanifest': ({ request }) => request('GET', root('/manifest.webmanifest')),
  'GET /static/generated/emoji/images/emoji/unicode/zulip.png': ({ request }) =>
    request('GET', root('/static/generated/emoji/images/emoji/unicode/zulip.png')),
  'GET /sign-in-icon/{file}': ({ request }) => request('GET', root('/sign-in-icon/browser.png')),
  'GET /app-icon/{name}': ({ request }) => request('GET', root('/app-icon/192.png')),
  'GET /share/{id}': ({ request }) => request('GET', root('/share/0b4e9b1e-0000-4000-8000-000000000000')),
  'GET /static/client/{name}': async ({ request }) => request('GET', root(`/static/client/${await firstScript()}`)),
  'POST /fetch_api_key': ({ request, email }) =>
    request('POST', '/fetch_api_key', { username: email, password: PASSWORD }),
  'POST /accounts/login/': ({ request, email }) =>
    request('POST', root('/accounts/login/'), { username: email, password: PASSWORD }),
  'POST /accounts/logout/': ({ request }) => request('POST', root('/accounts/logout/')),
  'GET /users/me': ({ request }) => request('GET', '/users/me'),
  'GET /users': ({ request }) => request('GET', '/users'),
  'GET /users/{user_id}': ({ request, other }) => request('GET', `/users/${other.id}`),
  'GET /users/{email}': ({ request, other }) => request('GET', `/users/${other.email}`),
  'POST /users': ({ request, count }) =>
    request('POST', '/users', {
      email: `new${count}@example.com`,
      full_name: `New ${count}`,
      password: 'a long enough password',
    }),
  'PATCH /settings': ({ request }) => request('PATCH', '/settings', { enter_sends: true }),
  'GET /realm/presence': ({ request }) => request('GET', '/realm/presence'),
  'GET /users/{user_id_or_email}/presence': ({ request, other }) => request('GET', `/users/${other.id}/presence`),
  'GET /users/me/second_factors': ({ request }) => request('GET', '/users/me/second_factors'),
  'POST /users/me/authenticator/secret': ({ request }) => request('POST', '/users/me/authenticator/secret'),
  'POST /users/me/authenticator (a wrong code)': ({ request }) =>
    request('POST', '/users/me/authenticator', { secret: 'JBSWY3DPEHPK3PXP', code: '000000' }),
  'DELETE /users/me/authenticator (none)': ({ request }) => request('DELETE', '/users/me/authenticator'),
  'POST /users/me/recovery_codes (no second step)': ({ request }) => request('POST', '/users/me/recovery_codes'),
  'POST /users/me/passkeys/options': ({ request }) => request('POST', '/users/me/passkeys/options'),
  'POST /users/me/passkeys (invalid)': ({ request }) =>
    request('POST', '/users/me/passkeys', { name: 'Phone', credential: '{}' }),
  'PATCH /users/me/passkeys/{passkey_id} (none)': ({ request }) =>
    request('PATCH', '/users/me/passkeys/none', { name: 'Phone' }),
  'DELETE /users/me/passkeys/{passkey_id} (none)': ({ request }) => request('DELETE', '/users/me/passkeys/none'),
  'GET /users/me/identities': ({ request }) => request('GET', '/users/me/identities'),
  'POST /users/me/identities (no provider)': ({ request }) =>
    request('POST', '/users/me/identities', { provider: 'company' }),
  'POST /users/me/identities/ldap (no directory)': ({ request }) =>
    request('POST', '/users/me/identities/ldap', { username: 'mia', password: 'wrong' }),
  'DELETE /users/me/identities/{identity_id} (none)': ({ request }) => request('DELETE', '/users/me/identities/none'),
  'GET /users/me/sessions': ({ request }) => request('GET', '/users/me/sessions'),
  'DELETE /users/me/sessions': ({ request }) => request('DELETE', '/users/me/sessions'),
  'DELETE /sessions': ({ request }) => request('DELETE', '/sessions'),
  'DELETE /users/me/sessions/{session_id} (none)': ({ request }) => request('DELETE', '/users/me/sessions/none'),
  'POST /users/me/api_key': ({ request }) => request('POST', '/users/me/api_key'),
  'POST /users/me/presence': ({ request }) => request('POST', '/users/me/presence', { status: 'active' }),
  'POST /register': ({ request }) => request('POST', '/register', { fetch_event_types: [] }),
  'POST /register (all public channels)': ({ request }) =>
    request('POST', '/register', { fetch_event_types: [], all_public_streams: true }),
  'DELETE /events': async ({ request }) => {
    const { queue_id } = await request('POST', '/register', { fetch_event_types: [] });
    return request('DELETE', '/events', { queue_id: queue_id ?? 'none' });
  },
  'POST /mark_all_as_read': ({ request }) => request('POST', '/mark_all_as_read'),
  'POST /channels/create (public)': ({ request, count }) =>
    request('POST', '/channels/create', { name: `open ${count}`, subscribers: [] }),
  'POST /channels/create (private)': ({ request, count }) =>
    request('POST', '/channels/create', { name: `closed ${count}`, subscribers: [], invite_only: true }),
  'POST /channels/create (web-public)': ({ request, count }) =>
    request('POST', '/channels/create', { name: `wide open ${count}`, subscribers: [], is_web_public: true }),
  'POST /users/me/subscriptions (a new channel)': ({ request, count }) =>
    request('POST', '/users/me/subscriptions', { subscriptions: [{ name: `fresh ${count}` }] }),
  'POST /messages (direct)': ({ request, other }) =>
    request('POST', '/messages', { type: 'direct', to: [other.id], content: 'word' }),
  'POST /typing (direct)': ({ request, other }) =>
    request('POST', '/typing', { type: 'direct', op: 'start', to: [other.id] }),
  'GET /messages/{message_id} (others’ direct message)': ({ request, foreignMessage }) =>
    request('GET', `/messages/${foreignMessage}`),
  'DELETE /messages/{message_id} (others’ direct message)': ({ request, foreignMessage }) =>
    request('DELETE', `/messages/${foreignMessage}`),
  'DELETE /messages/{message_id} (one’s own)': async ({ request, other }) => {
    const { id } = await request('POST', '/messages', { type: 'direct', to: [other.id], content: 'word' });
    return request('DELETE', `/messages/${id ?? 1}`);
  },
  'POST /bots': ({ request, count }) =>
    request('POST', '/bots', { full_name: `Helper ${count}`, short_name: `helper${count}`, ...BOTS }),
  'GET /bots': ({ request }) => request('GET', '/bots'),
  'PATCH /bots/{bot_id} (somebody else’s)': async ({ request, bot, count }) =>
    request('PATCH', `/bots/${await bot()}`, { full_name: `Another ${count}` }),
  'POST /bots/{bot_id}/api_key/regenerate (somebody else’s)': async ({ request, bot }) =>
    request('POST', `/bots/${await bot()}/api_key/regenerate`),
  'DELETE /bots/{bot_id} (somebody else’s)': async ({ request, bot }) => request('DELETE', `/bots/${await bot()}`),
  'GET /integrations': ({ request }) => request('GET', '/integrations'),
  'GET /integrations/{service}': ({ request }) => request('GET', '/integrations/json'),
  'GET /webhooks (of somebody else’s bot)': async ({ request, webhook }) =>
    request('GET', '/webhooks', { bot_id: (await webhook()).bot_id }),
  'POST /webhooks (of somebody else’s bot)': async ({ request, webhook }) =>
    request('POST', '/webhooks', { bot_id: (await webhook()).bot_id, service: 'json' }),
  'DELETE /webhooks/{webhook_id} (somebody else’s)': async ({ request, webhook }) =>
    request('DELETE', `/webhooks/${(await webhook()).id}`),
  'GET /webhooks/{webhook_id}/deliveries (somebody else’s)': async ({ request, webhook }) =>
    request('GET', `/webhooks/${(await webhook()).id}/deliveries`),
  'GET /bots/{bot_id}/webhook (somebody else’s)': async ({ request, outgoingBot }) =>
    request('GET', `/bots/${await outgoingBot()}/webhook`),
  'POST /bots/{bot_id}/webhook/test (somebody else’s)': async ({ request, outgoingBot }) =>
    request('POST', `/bots/${await outgoingBot()}/webhook/test`),
  'POST /slash_commands (of somebody else’s bot)': async ({ request, outgoingBot, count }) =>
    request('POST', '/slash_commands', { bot_id: await outgoingBot(), name: `new${count}` }),
  'PATCH /slash_commands/{command_id} (somebody else’s)': async ({ request, slashCommand }) =>
    request('PATCH', `/slash_commands/${(await slashCommand()).id}`, { usage: '[city]' }),
  'DELETE /slash_commands/{command_id} (somebody else’s)': async ({ request, slashCommand }) =>
    request('DELETE', `/slash_commands/${(await slashCommand()).id}`),
  'POST /slash_commands/run': async ({ request, slashCommand, selfId }) =>
    request('POST', '/slash_commands/run', { command: `/${(await slashCommand()).name}`, user_ids: [selfId] }),
  'POST /slash_commands/answers/{token}': ({ request }) =>
    request('POST', root('/slash_commands/answers/guessed'), { payload: {} }),
  'GET /feeds (of somebody else’s bot)': async ({ request, feed }) =>
    request('GET', '/feeds', { bot_id: (await feed()).bot_id }),
  'POST /feeds (of somebody else’s bot)': async ({ request, feed }) => {
    const { bot_id, stream_id } = await feed();
    return request('POST', '/feeds', { bot_id, stream_id, url: 'http://127.0.0.1/feed' });
  },
  'POST /feeds/import (of somebody else’s bot)': async ({ request, feed }) => {
    const { bot_id, stream_id } = await feed();
    return request('POST', '/feeds/import', { bot_id, stream_id, opml: OPML });
  },
  'PATCH /feeds/{feed_id} (somebody else’s)': async ({ request, feed }) =>
    request('PATCH', `/feeds/${(await feed()).id}`, { topic: 'news' }),
  'DELETE /feeds/{feed_id} (somebody else’s)': async ({ request, feed }) =>
    request('DELETE', `/feeds/${(await feed()).id}`),
  'POST /feeds/{feed_id}/read (somebody else’s)': async ({ request, feed }) =>
    request('POST', `/feeds/${(await feed()).id}/read`),
  'POST /webhooks/{webhook_id}/send (somebody else’s)': async ({ request, webhook }) =>
    request('POST', `/webhooks/${(await webhook()).id}/send`),
  'POST /webhook_templates': ({ request, count }) => request('POST', '/webhook_templates', template(`A${count}`)),
  'POST /webhook_templates/preview': ({ request }) => request('POST', '/webhook_templates/preview', template('')),
  'PATCH /webhook_templates/{template_id}': async ({ request, requestAsOwner, count }) => {
    const { id } = await requestAsOwner('POST', '/webhook_templates', template(`B${count}`));
    return request('PATCH', `/webhook_templates/${id}`, { name: `C${count}` });
  },
  'DELETE /webhook_templates/{template_id}': async ({ request, requestAsOwner, count }) => {
    const { id } = await requestAsOwner('POST', '/webhook_templates', template(`D${count}`));
    return request('DELETE', `/webhook_templates/${id}`);
  },
  'PUT /bot_storage': ({ request }) => request('PUT', '/bot_storage', { storage: { a: 'b' } }),
  'GET /bot_storage': ({ request }) => request('GET', '/bot_storage'),
  'DELETE /bot_storage': ({ request }) => request('DELETE', '/bot_storage'),
  'POST /accounts/confirm_new_email/{key}': ({ request }) =>
    request('POST', root('/accounts/confirm_new_email/guessed')),
  'PATCH /settings/display': ({ request }) => request('PATCH', '/settings/display', { enter_sends: true }),
  'PATCH /settings/notifications': ({ request }) =>
    request('PATCH', '/settings/notifications', { enable_sounds: true }),
  'PATCH /realm/user_settings_defaults': ({ request }) =>
    request('PATCH', '/realm/user_settings_defaults', { enter_sends: true }),
  'GET /realm/profile_fields': ({ request }) => request('GET', '/realm/profile_fields'),
  'POST /realm/profile_fields': ({ request, count }) =>
    request('POST', '/realm/profile_fields', { field_type: 1, name: `Field ${count}` }),
  'PATCH /realm/profile_fields': async ({ request, requestAsOwner }) => {
    const { custom_fields } = await requestAsOwner('GET', '/realm/profile_fields');
    return request('PATCH', '/realm/profile_fields', { order: custom_fields.map(({ id }: Reply) => id) });
  },
  'PATCH /realm/profile_fields/{field_id}': async ({ request, field, count }) =>
    request('PATCH', `/realm/profile_fields/${await field()}`, { name: `Renamed ${count}` }),
  'PATCH /users/me/profile_data': async ({ request, field }) =>
    request('PATCH', '/users/me/profile_data', { data: [{ id: await field(), value: 'x' }] }),
  'DELETE /users/me/profile_data': async ({ request, field }) =>
    request('DELETE', '/users/me/profile_data', { data: [await field()] }),
  'DELETE /realm/profile_fields/{field_id}': async ({ request, field }) =>
    request('DELETE', `/realm/profile_fields/${await field()}`),
  'POST /channel_folders/create': ({ request, count }) =>
    request('POST', '/channel_folders/create', { name: `Folder ${count}`, description: '' }),
  'GET /channel_folders': ({ request }) => request('GET', '/channel_folders'),
  'PATCH /channel_folders': async ({ request, requestAsOwner }) => {
    const { channel_folders } = await requestAsOwner('GET', '/channel_folders', { include_archived: true });
    return request('PATCH', '/channel_folders', { order: channel_folders.map(({ id }: Reply) => id) });
  },
  'PATCH /channel_folders/{channel_folder_id}': async ({ request, requestAsOwner, count }) => {
    const { channel_folder_id } = await requestAsOwner('POST', '/channel_folders/create', {
      name: `Other folder ${count}`,
      description: '',
    });
    return request('PATCH', `/channel_folders/${channel_folder_id}`, { description: 'changed' });
  },
  'POST /default_streams': ({ request, channel }) => request('POST', '/default_streams', { stream_id: channel().id }),
  'DELETE /default_streams': ({ request, channel }) =>
    request('DELETE', '/default_streams', { stream_id: channel().id }),
  'POST /default_stream_groups/create': ({ request, count, channel }) =>
    request('POST', '/default_stream_groups/create', {
      group_name: `Group ${count}`,
      description: '',
      stream_names: [channel().name],
    }),
  'PATCH /default_stream_groups/{group_id}': async ({ request, defaults }) =>
    request('PATCH', `/default_stream_groups/${await defaults()}`, { new_description: 'changed' }),
  'PATCH /default_stream_groups/{group_id}/streams': async ({ request, defaults, channel }) =>
    request('PATCH', `/default_stream_groups/${await defaults()}/streams`, {
      op: 'add',
      stream_names: [channel().name],
    }),
  'DELETE /default_stream_groups/{group_id}': async ({ request, defaults }) =>
    request('DELETE', `/default_stream_groups/${await defaults()}`),
  'POST /user_groups/create': ({ request, count }) =>
    request('POST', '/user_groups/create', { name: `people ${count}`, description: '', members: [] }),
  'GET /user_groups': ({ request }) => request('GET', '/user_groups'),
  'GET /user_groups/{user_group_id}/members': async ({ request, group }) =>
    request('GET', `/user_groups/${await group()}/members`),
  'GET /user_groups/{user_group_id}/members/{user_id}': async ({ request, group, other }) =>
    request('GET', `/user_groups/${await group()}/members/${other.id}`),
  'GET /user_groups/{user_group_id}/subgroups': async ({ request, group }) =>
    request('GET', `/user_groups/${await group()}/subgroups`),
  'PATCH /user_groups/{user_group_id} (somebody else’s)': async ({ request, group }) =>
    request('PATCH', `/user_groups/${await group()}`, { description: 'changed' }),
  'POST /user_groups/{user_group_id}/members (somebody else’s)': async ({ request, group, createUser }) =>
    request('POST', `/user_groups/${await group()}/members`, { add: [createUser()] }),
  'POST /user_groups/{user_group_id}/subgroups (somebody else’s)': async ({ request, group }) =>
    request('POST', `/user_groups/${await group()}/subgroups`, { add: [await group()] }),
  'POST /user_groups/{user_group_id}/deactivate (somebody else’s)': async ({ request, group }) =>
    request('POST', `/user_groups/${await group()}/deactivate`),
  'POST /messages/render': ({ request }) => request('POST', '/messages/render', { content: '**x**' }),
  'PATCH /messages/{message_id} (others’ direct message)': ({ request, foreignMessage }) =>
    request('PATCH', `/messages/${foreignMessage}`, { content: 'x' }),
  'GET /messages/{message_id}/history (others’ direct message)': ({ request, foreignMessage }) =>
    request('GET', `/messages/${foreignMessage}/history`),
  'POST /users/me/onboarding_steps': ({ request }) =>
    request('POST', '/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' }),
  'GET /users/{user_id}/status': ({ request, other }) => request('GET', `/users/${other.id}/status`),
  'POST /users/me/status': ({ request }) => request('POST', '/users/me/status', { status_text: 'here' }),
  'POST /users/{user_id}/status': ({ request, other }) =>
    request('POST', `/users/${other.id}/status`, { status_text: 'there' }),
  'POST /users/me/muted_users/{muted_user_id}': ({ request, other }) =>
    request('POST', `/users/me/muted_users/${other.id}`),
  'DELETE /users/me/muted_users/{muted_user_id}': ({ request, other }) =>
    request('DELETE', `/users/me/muted_users/${other.id}`),
  'POST /users/me/alert_words': ({ request }) => request('POST', '/users/me/alert_words', { alert_words: ['tea'] }),
  'GET /users/me/alert_words': ({ request }) => request('GET', '/users/me/alert_words'),
  'DELETE /users/me/alert_words': ({ request }) => request('DELETE', '/users/me/alert_words', { alert_words: ['tea'] }),
  'POST /drafts': ({ request }) => request('POST', '/drafts', { drafts: [DRAFT] }),
  'GET /drafts': ({ request }) => request('GET', '/drafts'),
  'PATCH /drafts/{draft_id}': async ({ request }) => {
    const { ids } = await request('POST', '/drafts', { drafts: [DRAFT] });
    return request('PATCH', `/drafts/${ids?.[0] ?? 1}`, { draft: DRAFT });
  },
  'PATCH /drafts/{draft_id} (somebody else’s)': async ({ request, requestAsOwner }) => {
    const { ids } = await requestAsOwner('POST', '/drafts', { drafts: [DRAFT] });
    return request('PATCH', `/drafts/${ids[0]}`, { draft: DRAFT });
  },
  'DELETE /drafts/{draft_id} (somebody else’s)': async ({ request, requestAsOwner }) => {
    const { ids } = await requestAsOwner('POST', '/drafts', { drafts: [DRAFT] });
    return request('DELETE', `/drafts/${ids[0]}`);
  },
  'POST /navigation_views': ({ request }) =>
    request('POST', '/navigation_views', { fragment: 'narrow/is/starred', is_pinned: true }),
  'GET /navigation_views': ({ request }) => request('GET', '/navigation_views'),
  'PATCH /navigation_views/{fragment}': ({ request }) =>
    request('PATCH', '/navigation_views/narrow%2Fis%2Fstarred', { is_pinned: false }),
  'DELETE /navigation_views/{fragment}': ({ request }) => request('DELETE', '/navigation_views/narrow%2Fis%2Fstarred'),
  'PATCH /do_not_disturb': ({ request }) => request('PATCH', '/do_not_disturb', { schedule: [] }),
  'PATCH /sidebar_order': ({ request }) => request('PATCH', '/sidebar_order', { views: ['recent'] }),
  'POST /saved_snippets': ({ request }) => request('POST', '/saved_snippets', { title: 'Hello', content: 'Hello' }),
  'GET /saved_snippets': ({ request }) => request('GET', '/saved_snippets'),
  'PATCH /saved_snippets/{saved_snippet_id} (somebody else’s)': async ({ request, requestAsOwner }) => {
    const { saved_snippet_id } = await requestAsOwner('POST', '/saved_snippets', { title: 'Hello', content: 'Hello' });
    return request('PATCH', `/saved_snippets/${saved_snippet_id}`, { title: 'Mine' });
  },
  'DELETE /saved_snippets/{saved_snippet_id} (somebody else’s)': async ({ request, requestAsOwner }) => {
    const { saved_snippet_id } = await requestAsOwner('POST', '/saved_snippets', { title: 'Hello', content: 'Hello' });
    return request('DELETE', `/saved_snippets/${saved_snippet_id}`);
  },
  'PATCH /users/{user_id}': ({ request, createUser, count }) =>
    request('PATCH', `/users/${createUser()}`, { full_name: `Renamed ${count}` }),
  'PATCH /users/{user_id} (an owner)': ({ request, other, count }) =>
    request('PATCH', `/users/${other.id}`, { full_name: `Maker ${count}` }),
  'PATCH /users/{user_id} (makes an owner)': ({ request, createUser }) =>
    request('PATCH', `/users/${createUser()}`, { role: 100 }),
  'PATCH /users/{email}': ({ request, createUser, count }) =>
    request('PATCH', `/users/user${createUser()}@klatch.example`, { full_name: `Called ${count}` }),
  'DELETE /users/{user_id}': ({ request, createUser }) => request('DELETE', `/users/${createUser()}`),
  'DELETE /users/{user_id} (an owner)': async ({ request, createUser, requestAsOwner }) => {
    const id = createUser();
    await requestAsOwner('PATCH', `/users/${id}`, { role: 100 });
    return request('DELETE', `/users/${id}`);
  },
  'POST /users/{user_id}/reactivate': async ({ request, createUser, requestAsOwner }) => {
    const id = createUser();
    await requestAsOwner('DELETE', `/users/${id}`);
    return request('POST', `/users/${id}/reactivate`);
  },
  'PATCH /realm': ({ request, count }) => request('PATCH', '/realm', { description: `Ours ${count}` }),
  'PATCH /realm (what is for owners)': ({ request }) => request('PATCH', '/realm', { waiting_period_threshold: 0 }),
  'POST /realm/deactivate (never done, for it asks for deletion)': ({ request }) =>
    request('POST', '/realm/deactivate', { deletion_delay_days: 20 }),
  'GET /realm/domains': ({ request }) => request('GET', '/realm/domains'),
  'POST /realm/domains': ({ request, count }) =>
    request('POST', '/realm/domains', { domain: `d${count}.example`, allow_subdomains: false }),
  'PATCH /realm/domains/{domain}': async ({ request, requestAsOwner, count }) => {
    await requestAsOwner('POST', '/realm/domains', { domain: `p${count}.example`, allow_subdomains: false });
    return request('PATCH', `/realm/domains/p${count}.example`, { allow_subdomains: true });
  },
  'DELETE /realm/domains/{domain}': async ({ request, requestAsOwner, count }) => {
    await requestAsOwner('POST', '/realm/domains', { domain: `r${count}.example`, allow_subdomains: false });
    return request('DELETE', `/realm/domains/r${count}.example`);
  },
  'GET /realm/linkifiers': ({ request }) => request('GET', '/realm/linkifiers'),
  'POST /realm/filters': ({ request, count }) => request('POST', '/realm/filters', linkifier(`A${count}`)),
  'PATCH /realm/filters/{filter_id}': async ({ request, requestAsOwner, count }) => {
    const { id } = await requestAsOwner('POST', '/realm/filters', linkifier(`B${count}`));
    return request('PATCH', `/realm/filters/${id}`, linkifier(`C${count}`));
  },
  'PATCH /realm/linkifiers': async ({ request, requestAsOwner }) => {
    const { linkifiers } = await requestAsOwner('GET', '/realm/linkifiers');
    return request('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: linkifiers.map(({ id }: Reply) => id) });
  },
  'DELETE /realm/filters/{filter_id}': async ({ request, requestAsOwner, count }) => {
    const { id } = await requestAsOwner('POST', '/realm/filters', linkifier(`D${count}`));
    return request('DELETE', `/realm/filters/${id}`);
  },
  'POST /realm/playgrounds': ({ request, count }) => request('POST', '/realm/playgrounds', playground(`A${count}`)),
  'DELETE /realm/playgrounds/{playground_id}': async ({ request, requestAsOwner, count }) => {
    const { id } = await requestAsOwner('POST', '/realm/playgrounds', playground(`B${count}`));
    return request('DELETE', `/realm/playgrounds/${id}`);
  },
  'POST /reminders': ({ request, requestAsOwner, other }) => reminder(request, requestAsOwner, other.id),
  'GET /reminders': ({ request }) => request('GET', '/reminders'),
  'DELETE /reminders/{reminder_id} (somebody else’s)': async ({ request, requestAsOwner, other }) => {
    const { reminder_id } = await reminder(requestAsOwner, requestAsOwner, other.id);
    return request('DELETE', `/reminders/${reminder_id}`);
  },
  'POST /scheduled_messages': ({ request, other }) => request('POST', '/scheduled_messages', later(other.id)),
  'GET /scheduled_messages': ({ request }) => request('GET', '/scheduled_messages'),
  'PATCH /scheduled_messages/{scheduled_message_id} (somebody else’s)': async ({ request, requestAsOwner, other }) => {
    const { scheduled_message_id } = await requestAsOwner('POST', '/scheduled_messages', later(other.id));
    return request('PATCH', `/scheduled_messages/${scheduled_message_id}`, { content: 'mine' });
  },
  'DELETE /scheduled_messages/{scheduled_message_id} (somebody else’s)': async ({ request, requestAsOwner, other }) => {
    const { scheduled_message_id } = await requestAsOwner('POST', '/scheduled_messages', later(other.id));
    return request('DELETE', `/scheduled_messages/${scheduled_message_id}`);
  },
  'GET /attachments': ({ request }) => request('GET', '/attachments'),
  'DELETE /attachments/{attachment_id} (not there)': ({ request }) => request('DELETE', '/attachments/9999'),
  'POST /user_uploads (without a file)': ({ request }) => request('POST', '/user_uploads'),
  'OPTIONS /tus': async ({ request }) => {
    const reply = await request('OPTIONS', '/tus');
    return { ...reply, result: reply.status < 300 ? 'success' : 'error' };
  },
  'POST /tus/{upload_id} (not there)': ({ request }) => request('POST', '/tus/guess'),
  'POST /tus (of no length)': ({ request }) => request('POST', '/tus'),
  'PATCH /tus/{upload_id} (not there)': ({ request }) => request('PATCH', '/tus/guess'),
  'HEAD /tus/{upload_id} (not there)': async ({ request }) => {
    const reply = await request('HEAD', '/tus/guess');
    return { ...reply, result: reply.status < 300 ? 'success' : 'error' };
  },
  'DELETE /tus/{upload_id} (not there)': ({ request }) => request('DELETE', '/tus/guess'),
  'GET /user_uploads/{realm_id_str}/{filename} (not there)': ({ request }) =>
    request('GET', '/user_uploads/2/ab/guess/none.png'),
  'GET /user_uploads/download/{realm_id_str}/{filename} (not there)': ({ request }) =>
    request('GET', root('/user_uploads/download/2/ab/guess/none.png')),
  'GET /user_uploads/temporary/{token}/{filename} (not there)': ({ request }) =>
    request('GET', root('/user_uploads/temporary/guess/none.png')),
  'GET /user_uploads/thumbnail/{realm_id_str}/{filename} (not there)': ({ request }) =>
    request('GET', root('/user_uploads/thumbnail/2/ab/guess/none.png/840x560.webp')),
  'GET /external_content/{digest}/{hex_url} (of no address given out)': ({ request }) =>
    request('GET', root(`/external_content/${'0'.repeat(40)}/68747470`)),
  'GET /thumbnail (of a file not there)': ({ request }) =>
    request('GET', root('/thumbnail'), { url: 'user_uploads/1/ab/x/y.png', size: 'full' }),
  'GET /static/images/loading/loader-black.svg': ({ request }) =>
    request('GET', root('/static/images/loading/loader-black.svg')),
  'GET /realm/subdomain/{subdomain}': ({ request }) => request('GET', '/realm/subdomain/elsewhere'),
  'POST /jwt/fetch_api_key (not set up)': ({ request }) => request('POST', '/jwt/fetch_api_key', { token: 'guess' }),
  'POST /realm/test_welcome_bot_custom_message': ({ request }) =>
    request('POST', '/realm/test_welcome_bot_custom_message', { welcome_message_custom_text: 'Hello' }),
  'GET /messages/summary (not set up)': ({ request }) => request('GET', '/messages/summary', { narrow: [] }),
  'GET /calls/bigbluebutton/create (not set up)': ({ request }) =>
    request('GET', '/calls/bigbluebutton/create', { meeting_name: 'x' }),
  'POST /calls/zoom/create (not set up)': ({ request }) => request('POST', '/calls/zoom/create'),
  'GET /avatar/{user_id}': ({ request, other }) => request('GET', root(`/avatar/${other.id}`)),
  'GET /avatar/{user_id}/medium': ({ request, other }) => request('GET', root(`/avatar/${other.id}/medium`)),
  'GET /avatar/{email}': ({ request, other }) => request('GET', root(`/avatar/${other.email}`)),
  'GET /avatar/{email}/medium': ({ request, other }) => request('GET', root(`/avatar/${other.email}/medium`)),
  'GET /user_avatars/{realm_id_str}/{filename} (not there)': ({ request }) =>
    request('GET', root('/user_avatars/1/guess.png')),
  'GET /static/images/icon.svg': ({ request }) => request('GET', root('/static/images/icon.svg')),
  'GET /static/images/logo.svg': ({ request }) => request('GET', root('/static/images/logo.svg')),
  'POST /users/me/avatar (without a file)': ({ request }) => request('POST', '/users/me/avatar'),
  'DELETE /users/me/avatar': ({ request }) => request('DELETE', '/users/me/avatar'),
  'GET /realm/icon': ({ request }) => request('GET', '/realm/icon'),
  'POST /realm/icon (without a file)': ({ request }) => request('POST', '/realm/icon'),
  'DELETE /realm/icon': ({ request }) => request('DELETE', '/realm/icon'),
  'GET /realm/logo': ({ request }) => request('GET', '/realm/logo', { night: false }),
  'POST /realm/logo (without a file)': ({ request }) => request('POST', '/realm/logo', { night: false }),
  'DELETE /realm/logo': ({ request }) => request('DELETE', '/realm/logo', { night: false }),
  'GET /realm/emoji': ({ request }) => request('GET', '/realm/emoji'),
  'POST /realm/emoji/{emoji_name} (without a file)': ({ request, count }) =>
    request('POST', `/realm/emoji/ours${count}`),
  'DELETE /realm/emoji/{emoji_name} (not there)': ({ request }) => request('DELETE', '/realm/emoji/none'),
  'GET /received_mails': ({ request }) => request('GET', '/received_mails'),
  'GET /archived_channels': ({ request }) => request('GET', '/archived_channels'),
  'GET /announcements': ({ request }) => request('GET', '/announcements'),
  'GET /announcements/recipients': ({ request }) =>
    request('GET', '/announcements/recipients', { audience: 'everyone' }),
  'POST /announcements (without a mail server)': ({ request }) => request('POST', '/announcements', ANNOUNCEMENT),
  'POST /announcements/test (without a mail server)': ({ request }) =>
    request('POST', '/announcements/test', ANNOUNCEMENT),
  'GET /imports/archive': ({ request }) => request('GET', '/imports/archive'),
  'POST /imports/archive (not uploaded)': ({ request }) =>
    request('POST', '/imports/archive', { product: 'slack', dry_run: true }),
  'DELETE /imports/archive (not there)': ({ request }) => request('DELETE', '/imports/archive'),
  'GET /imports/archive/report (not there)': ({ request }) => request('GET', '/imports/archive/report'),
  'GET /server/status': ({ request }) => request('GET', '/server/status'),
  'GET /server/newest_version (not known here)': ({ request }) => request('GET', '/server/newest_version'),
  'GET /mail': ({ request }) => request('GET', '/mail'),
  'POST /mail/{mail_id}/retry (not there)': ({ request }) => request('POST', '/mail/999/retry'),
  'DELETE /mail/{mail_id} (not there)': ({ request }) => request('DELETE', '/mail/999'),
  'POST /accounts/unsubscribe/{kind}/{token}/now (guessed)': ({ request, other }) =>
    request('POST', root(`/accounts/unsubscribe/login/${other.id}-${'A'.repeat(43)}/now`)),
  'GET /invites': ({ request }) => request('GET', '/invites'),
  'POST /invites': ({ request, count }) =>
    request('POST', '/invites', { invitee_emails: `invited${count}@example.com`, stream_ids: [] }),
  'POST /invites (an administrator)': ({ request, count }) =>
    request('POST', '/invites', { invitee_emails: `invited${count}@example.com`, stream_ids: [], invite_as: 200 }),
  'POST /invites (an owner)': ({ request, count }) =>
    request('POST', '/invites', { invitee_emails: `invited${count}@example.com`, stream_ids: [], invite_as: 100 }),
  'POST /invites/accounts/{user_id} (with an address)': ({ request, other, count }) =>
    request('POST', `/invites/accounts/${other.id}`, { email: `invited${count}@example.com` }),
  'POST /invites/multiuse': ({ request }) => request('POST', '/invites/multiuse'),
  'POST /invites/{invite_id}/resend (somebody else’s)': async ({ request, requestAsOwner, count }) =>
    request('POST', `/invites/${await invitation(requestAsOwner, count)}/resend`),
  'DELETE /invites/{invite_id} (somebody else’s)': async ({ request, requestAsOwner, count }) =>
    request('DELETE', `/invites/${await invitation(requestAsOwner, count)}`),
  'DELETE /invites/multiuse/{invite_id} (somebody else’s)': async ({ request, requestAsOwner }) =>
    request('DELETE', `/invites/multiuse/${await invitation(requestAsOwner)}`),
  'POST /accounts/register/ (not invited)': ({ request, count }) =>
    request('POST', root('/accounts/register/'), {
      key: 'none',
      full_name: `Uninvited ${count}`,
      password: 'a long enough password',
    }),
  'POST /external/{service} (without a bot’s key)': ({ request }) =>
    request('POST', '/external/json', { api_key: 'none', payload: {} }),
  'POST /hooks/{token} (guessed)': ({ request }) => request('POST', root('/hooks/guessed'), { payload: {} }),
  'POST /hooks/{token}/{form} (guessed)': ({ request }) =>
    request('POST', root('/hooks/guessed/slack'), { payload: {} }),
  'POST /hooks//message (guessed)': ({ request }) => request('POST', root('/hooks//message'), { payload: {} }),
  'POST /{ntfy_topic} (guessed)': ({ request }) => request('POST', root('/backups'), { payload: {} }),
  'POST / (guessed)': ({ request }) => request('POST', root('/'), { payload: {} }),
  'GET /hooks/{token} (guessed)': ({ request }) => request('GET', root('/hooks/guessed')),
  'GET /external/{service} (without a bot’s key)': ({ request }) =>
    request('GET', '/external/json', { api_key: 'none' }),
  'POST /external/slack_incoming (without a bot’s key)': ({ request }) =>
    request('POST', '/external/slack_incoming', { api_key: 'none', payload: {} }),
  'POST /users/{user_id}/erase': ({ request, createUser }) =>
    request('POST', `/users/${createUser()}/erase`, { messages: 'keep' }),
  'GET /audit_log': ({ request }) => request('GET', '/audit_log'),
  'GET /users/me/data_export': ({ request }) => request('GET', '/users/me/data_export'),
  'POST /users/me/data_export': ({ request }) => request('POST', '/users/me/data_export'),
  'DELETE /users/me/data_export (not there)': ({ request }) => request('DELETE', '/users/me/data_export'),
  'GET /data_export (not there)': ({ request }) => request('GET', root('/data_export')),
  'GET /statistics': ({ request }) => request('GET', '/statistics'),
  'GET /deleted_messages': ({ request }) => request('GET', '/deleted_messages'),
  'POST /deleted_messages/restore (not there)': ({ request }) =>
    request('POST', '/deleted_messages/restore', { message_ids: [9999] }),
  'GET /export/realm': ({ request }) => request('GET', '/export/realm'),
  'POST /export/realm (without consent)': ({ request }) =>
    request('POST', '/export/realm', { export_type: 'full_without_consent' }),
  'DELETE /export/realm/{export_id} (not there)': ({ request }) => request('DELETE', '/export/realm/9999'),
  'GET /export/realm/consents': ({ request }) => request('GET', '/export/realm/consents'),
  'GET /realm_exports/{export_id} (not there)': ({ request }) => request('GET', root('/realm_exports/9999')),
  'POST /calls': ({ request, other }) => request('POST', '/calls', { to: [other.id] }),
  'POST /calls/create': ({ request }) => request('POST', '/calls/create'),
  'POST /calls/{message_id}/answer (somebody else’s)': ({ request }) =>
    request('POST', '/calls/9999/answer', { answer: 'accepted' }),
  'DELETE /calls/{message_id} (somebody else’s)': ({ request }) => request('DELETE', '/calls/9999'),
  'GET /gifs (not set up)': ({ request }) => request('GET', '/gifs'),
  'POST /mcp (Model Context Protocol)': ({ request }) =>
    request('POST', root('/mcp'), { jsonrpc: '2.0', id: 1, method: 'ping' }),
  'POST /zcommand': ({ request }) => request('POST', '/zcommand', { command: '/ping' }),
  'POST /users/me/apns_device_token': ({ request }) =>
    request('POST', '/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' }),
  'DELETE /users/me/apns_device_token': ({ request }) =>
    request('DELETE', '/users/me/apns_device_token', { token: 'c0ffee' }),
  'POST /users/me/android_gcm_reg_id': ({ request }) =>
    request('POST', '/users/me/android_gcm_reg_id', { token: 'phone' }),
  'DELETE /users/me/android_gcm_reg_id': ({ request }) =>
    request('DELETE', '/users/me/android_gcm_reg_id', { token: 'phone' }),
  'GET /ntfy/addresses': ({ request }) => request('GET', '/ntfy/addresses'),
  'POST /ntfy/addresses': ({ request, count }) =>
    request('POST', '/ntfy/addresses', { url: `https://ntfy.example.com/${count}` }),
  'PATCH /ntfy/addresses/{id} (none)': ({ request }) => request('PATCH', '/ntfy/addresses/999', { shows_text: true }),
  'DELETE /ntfy/addresses/{id} (none)': ({ request }) => request('DELETE', '/ntfy/addresses/999'),
  'GET /notification_targets': ({ request }) => request('GET', '/notification_targets'),
  'POST /notification_targets/{id}/test (none)': ({ request }) => request('POST', '/notification_targets/none/test'),
  'GET /web_push/key': ({ request }) => request('GET', '/web_push/key'),
  'POST /web_push/subscriptions': ({ request, count }) =>
    request('POST', '/web_push/subscriptions', {
      endpoint: `https://push.example.com/${count}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: Buffer.alloc(16).toString('base64url'),
    }),
  'DELETE /web_push/subscriptions': ({ request }) =>
    request('DELETE', '/web_push/subscriptions', { endpoint: 'https://push.example.com/none' }),
  'POST /mobile_push/register (not set up)': ({ request }) => request('POST', '/mobile_push/register'),
  'POST /mobile_push/test_notification (not set up)': ({ request }) =>
    request('POST', '/mobile_push/test_notification'),
  'POST /remotes/push/e2ee/register (not set up)': ({ request }) =>
    request('POST', '/remotes/push/e2ee/register', {
      realm_uuid: 'x',
      encrypted_push_registration: 'x',
      bouncer_public_key: 'x',
    }),
  'GET /zulip-services/verify/{access_token}/ (none)': ({ request }) => request('GET', '/zulip-services/verify/none/'),
  'POST /mobile_push/e2ee/test_notification (not set up)': ({ request }) =>
    request('POST', '/mobile_push/e2ee/test_notification'),
  // These two come last: afterwards the old key is invalid, and the account is deactivated.
  'POST /users/me/api_key/regenerate': ({ request }) => request('POST', '/users/me/api_key/regenerate'),
  'DELETE /users/me': ({ request }) => request('DELETE', '/users/me'),
};

const ANNOUNCEMENT = { audience: 'everyone', subject: 'Tea', content: 'There is tea.' };
const DRAFT = { type: '', to: [], topic: '', content: 'not yet' };

/** In the year 2100. */
const THEN = 4_102_444_800;
const later = (id: number) => ({ type: 'direct', to: [id], content: 'word', scheduled_delivery_timestamp: THEN });

/** An invitation by the owner: mailed if there is a number for the address, otherwise a reusable link. */
async function invitation(requestAsOwner: Requester['requestAsOwner'], count?: number): Promise<number> {
  if (count === undefined) await requestAsOwner('POST', '/invites/multiuse');
  else await requestAsOwner('POST', '/invites', { invitee_emails: `theirs${count}@example.com`, stream_ids: [] });
  return (await requestAsOwner('GET', '/invites')).invites.at(-1).id;
}

/** A reminder of one of the user's own messages. */
async function reminder(request: Ask, requestAsOwner: Requester['requestAsOwner'], to: number): Promise<Reply> {
  const { id } = await request('POST', '/messages', { type: 'direct', to: [to], content: 'word' });
  const fallback = async () =>
    (await requestAsOwner('POST', '/messages', { type: 'direct', to: [to], content: 'word' })).id;
  return request('POST', '/reminders', { message_id: id ?? (await fallback()), scheduled_delivery_timestamp: THEN });
}
