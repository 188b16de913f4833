import { createECDH } from 'node:crypto';
import { readClient } from '../../src/chat/web-client/client.ts';
import type { Reply } from '../support/team.ts';
import { webClient } from '../support/web.ts';

export type Ask = (method: string, path: string, fields?: Record<string, unknown>) => Promise<Reply>;

/** Paths outside /api/v1. */
const root = (path: string) => `/api/..${path}`;

/** The web client's first script. */
async function firstScript(): Promise<string> {
  await webClient();
  return readClient()!.entry;
}

/** Every account's password. */
export const PASSWORD = 'the same for everyone';

const linkifier = (pattern: string) => ({
  pattern: `${pattern}-(?P<id>[0-9]+)`,
  url_template: 'https://issues.example/{id}',
});
const playground = (name: string) => ({ name, pygments_language: 'Rust', url_template: 'https://play.example/{code}' });

/** A user who requests things that belong to no channel. */
export interface Asker {
  ask: Ask;
  email: string;
  /** A counter for unique names and addresses. */
  count: number;
  other: { id: number; email: string };
  /** A direct message between two other users. */
  foreign: number;
  /** The user's own id; 0 for a visitor. */
  self: number;
  /** Sends a request as an owner. */
  make(method: string, path: string, fields?: Record<string, unknown>): Promise<Reply>;
  /** Creates a new user. */
  newcomer(): number;
  /** A public channel. */
  channel(): { id: number; name: string };
  /** Ids of objects that the owner created. */
  bot(): Promise<number>;
  field(): Promise<number>;
  group(): Promise<number>;
  defaults(): Promise<number>;
}

const BOTS = { bot_type: 1 };

/** Requests for all other endpoints. A name in brackets distinguishes variants. */
export const ELSEWHERE: Record<string, (asker: Asker) => Promise<Reply>> = {
  'GET /server_settings': ({ ask }) => ask('GET', '/server_settings'),
  'GET /static/generated/emoji/emoji_api.json': ({ ask }) => ask('GET', root('/static/generated/emoji/emoji_api.json')),
  'GET /openapi.json': ({ ask }) => ask('GET', '/openapi.json'),
  'GET /api': ({ ask }) => ask('GET', root('/api')),
  'GET /health': ({ ask }) => ask('GET', root('/health')),
  'GET /metrics': ({ ask }) => ask('GET', root('/metrics')),
  'GET /': async ({ ask }) => {
    await firstScript();
    return ask('GET', root('/'));
  },
  'GET /service-worker.js': async ({ ask }) => {
    await firstScript();
    return ask('GET', root('/service-worker.js'));
  },
  'GET /manifest.webmanifest': ({ ask }) => ask('GET', root('/manifest.webmanifest')),
  'GET /static/generated/emoji/images/emoji/unicode/zulip.png': ({ ask }) =>
    ask('GET', root('/static/generated/emoji/images/emoji/unicode/zulip.png')),
  'GET /app-icon/{name}': ({ ask }) => ask('GET', root('/app-icon/192.png')),
  'GET /static/client/{name}': async ({ ask }) => ask('GET', root(`/static/client/${await firstScript()}`)),
  'POST /fetch_api_key': ({ ask, email }) => ask('POST', '/fetch_api_key', { username: email, password: PASSWORD }),
  'POST /accounts/login/': ({ ask, email }) =>
    ask('POST', root('/accounts/login/'), { username: email, password: PASSWORD }),
  'POST /accounts/logout/': ({ ask }) => ask('POST', root('/accounts/logout/')),
  'GET /users/me': ({ ask }) => ask('GET', '/users/me'),
  'GET /users': ({ ask }) => ask('GET', '/users'),
  'GET /users/{user_id}': ({ ask, other }) => ask('GET', `/users/${other.id}`),
  'GET /users/{email}': ({ ask, other }) => ask('GET', `/users/${other.email}`),
  'POST /users': ({ ask, count }) =>
    ask('POST', '/users', {
      email: `new${count}@example.com`,
      full_name: `New ${count}`,
      password: 'a long enough password',
    }),
  'PATCH /settings': ({ ask }) => ask('PATCH', '/settings', { enter_sends: true }),
  'GET /realm/presence': ({ ask }) => ask('GET', '/realm/presence'),
  'GET /users/{user_id_or_email}/presence': ({ ask, other }) => ask('GET', `/users/${other.id}/presence`),
  'POST /users/me/presence': ({ ask }) => ask('POST', '/users/me/presence', { status: 'active' }),
  'POST /register': ({ ask }) => ask('POST', '/register', { fetch_event_types: [] }),
  'POST /register (all public channels)': ({ ask }) =>
    ask('POST', '/register', { fetch_event_types: [], all_public_streams: true }),
  'DELETE /events': async ({ ask }) => {
    const { queue_id } = await ask('POST', '/register', { fetch_event_types: [] });
    return ask('DELETE', '/events', { queue_id: queue_id ?? 'none' });
  },
  'POST /mark_all_as_read': ({ ask }) => ask('POST', '/mark_all_as_read'),
  'POST /channels/create (public)': ({ ask, count }) =>
    ask('POST', '/channels/create', { name: `open ${count}`, subscribers: [] }),
  'POST /channels/create (private)': ({ ask, count }) =>
    ask('POST', '/channels/create', { name: `closed ${count}`, subscribers: [], invite_only: true }),
  'POST /channels/create (web-public)': ({ ask, count }) =>
    ask('POST', '/channels/create', { name: `wide open ${count}`, subscribers: [], is_web_public: true }),
  'POST /users/me/subscriptions (a new channel)': ({ ask, count }) =>
    ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: `fresh ${count}` }] }),
  'POST /messages (direct)': ({ ask, other }) =>
    ask('POST', '/messages', { type: 'direct', to: [other.id], content: 'word' }),
  'POST /typing (direct)': ({ ask, other }) => ask('POST', '/typing', { type: 'direct', op: 'start', to: [other.id] }),
  'GET /messages/{message_id} (others’ direct message)': ({ ask, foreign }) => ask('GET', `/messages/${foreign}`),
  'DELETE /messages/{message_id} (others’ direct message)': ({ ask, foreign }) => ask('DELETE', `/messages/${foreign}`),
  'DELETE /messages/{message_id} (one’s own)': async ({ ask, other }) => {
    const { id } = await ask('POST', '/messages', { type: 'direct', to: [other.id], content: 'word' });
    return ask('DELETE', `/messages/${id ?? 1}`);
  },
  'POST /bots': ({ ask, count }) =>
    ask('POST', '/bots', { full_name: `Helper ${count}`, short_name: `helper${count}`, ...BOTS }),
  'GET /bots': ({ ask }) => ask('GET', '/bots'),
  'PATCH /bots/{bot_id} (somebody else’s)': async ({ ask, bot, count }) =>
    ask('PATCH', `/bots/${await bot()}`, { full_name: `Another ${count}` }),
  'POST /bots/{bot_id}/api_key/regenerate (somebody else’s)': async ({ ask, bot }) =>
    ask('POST', `/bots/${await bot()}/api_key/regenerate`),
  'DELETE /bots/{bot_id} (somebody else’s)': async ({ ask, bot }) => ask('DELETE', `/bots/${await bot()}`),
  'PUT /bot_storage': ({ ask }) => ask('PUT', '/bot_storage', { storage: { a: 'b' } }),
  'GET /bot_storage': ({ ask }) => ask('GET', '/bot_storage'),
  'DELETE /bot_storage': ({ ask }) => ask('DELETE', '/bot_storage'),
  'POST /accounts/confirm_new_email/{key}': ({ ask }) => ask('POST', root('/accounts/confirm_new_email/guessed')),
  'PATCH /settings/display': ({ ask }) => ask('PATCH', '/settings/display', { enter_sends: true }),
  'PATCH /settings/notifications': ({ ask }) => ask('PATCH', '/settings/notifications', { enable_sounds: true }),
  'PATCH /realm/user_settings_defaults': ({ ask }) =>
    ask('PATCH', '/realm/user_settings_defaults', { enter_sends: true }),
  'GET /realm/profile_fields': ({ ask }) => ask('GET', '/realm/profile_fields'),
  'POST /realm/profile_fields': ({ ask, count }) =>
    ask('POST', '/realm/profile_fields', { field_type: 1, name: `Field ${count}` }),
  'PATCH /realm/profile_fields': async ({ ask, make }) => {
    const { custom_fields } = await make('GET', '/realm/profile_fields');
    return ask('PATCH', '/realm/profile_fields', { order: custom_fields.map(({ id }: Reply) => id) });
  },
  'PATCH /realm/profile_fields/{field_id}': async ({ ask, field, count }) =>
    ask('PATCH', `/realm/profile_fields/${await field()}`, { name: `Renamed ${count}` }),
  'PATCH /users/me/profile_data': async ({ ask, field }) =>
    ask('PATCH', '/users/me/profile_data', { data: [{ id: await field(), value: 'x' }] }),
  'DELETE /users/me/profile_data': async ({ ask, field }) =>
    ask('DELETE', '/users/me/profile_data', { data: [await field()] }),
  'DELETE /realm/profile_fields/{field_id}': async ({ ask, field }) =>
    ask('DELETE', `/realm/profile_fields/${await field()}`),
  'POST /channel_folders/create': ({ ask, count }) =>
    ask('POST', '/channel_folders/create', { name: `Folder ${count}`, description: '' }),
  'GET /channel_folders': ({ ask }) => ask('GET', '/channel_folders'),
  'PATCH /channel_folders': async ({ ask, make }) => {
    const { channel_folders } = await make('GET', '/channel_folders', { include_archived: true });
    return ask('PATCH', '/channel_folders', { order: channel_folders.map(({ id }: Reply) => id) });
  },
  'PATCH /channel_folders/{channel_folder_id}': async ({ ask, make, count }) => {
    const { channel_folder_id } = await make('POST', '/channel_folders/create', {
      name: `Other folder ${count}`,
      description: '',
    });
    return ask('PATCH', `/channel_folders/${channel_folder_id}`, { description: 'changed' });
  },
  'POST /default_streams': ({ ask, channel }) => ask('POST', '/default_streams', { stream_id: channel().id }),
  'DELETE /default_streams': ({ ask, channel }) => ask('DELETE', '/default_streams', { stream_id: channel().id }),
  'POST /default_stream_groups/create': ({ ask, count, channel }) =>
    ask('POST', '/default_stream_groups/create', {
      group_name: `Group ${count}`,
      description: '',
      stream_names: [channel().name],
    }),
  'PATCH /default_stream_groups/{group_id}': async ({ ask, defaults }) =>
    ask('PATCH', `/default_stream_groups/${await defaults()}`, { new_description: 'changed' }),
  'PATCH /default_stream_groups/{group_id}/streams': async ({ ask, defaults, channel }) =>
    ask('PATCH', `/default_stream_groups/${await defaults()}/streams`, { op: 'add', stream_names: [channel().name] }),
  'DELETE /default_stream_groups/{group_id}': async ({ ask, defaults }) =>
    ask('DELETE', `/default_stream_groups/${await defaults()}`),
  'POST /user_groups/create': ({ ask, count }) =>
    ask('POST', '/user_groups/create', { name: `people ${count}`, description: '', members: [] }),
  'GET /user_groups': ({ ask }) => ask('GET', '/user_groups'),
  'GET /user_groups/{user_group_id}/members': async ({ ask, group }) =>
    ask('GET', `/user_groups/${await group()}/members`),
  'GET /user_groups/{user_group_id}/members/{user_id}': async ({ ask, group, other }) =>
    ask('GET', `/user_groups/${await group()}/members/${other.id}`),
  'GET /user_groups/{user_group_id}/subgroups': async ({ ask, group }) =>
    ask('GET', `/user_groups/${await group()}/subgroups`),
  'PATCH /user_groups/{user_group_id} (somebody else’s)': async ({ ask, group }) =>
    ask('PATCH', `/user_groups/${await group()}`, { description: 'changed' }),
  'POST /user_groups/{user_group_id}/members (somebody else’s)': async ({ ask, group, newcomer }) =>
    ask('POST', `/user_groups/${await group()}/members`, { add: [newcomer()] }),
  'POST /user_groups/{user_group_id}/subgroups (somebody else’s)': async ({ ask, group }) =>
    ask('POST', `/user_groups/${await group()}/subgroups`, { add: [await group()] }),
  'POST /user_groups/{user_group_id}/deactivate (somebody else’s)': async ({ ask, group }) =>
    ask('POST', `/user_groups/${await group()}/deactivate`),
  'POST /messages/render': ({ ask }) => ask('POST', '/messages/render', { content: '**x**' }),
  'PATCH /messages/{message_id} (others’ direct message)': ({ ask, foreign }) =>
    ask('PATCH', `/messages/${foreign}`, { content: 'x' }),
  'GET /messages/{message_id}/history (others’ direct message)': ({ ask, foreign }) =>
    ask('GET', `/messages/${foreign}/history`),
  'POST /users/me/onboarding_steps': ({ ask }) =>
    ask('POST', '/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' }),
  'GET /users/{user_id}/status': ({ ask, other }) => ask('GET', `/users/${other.id}/status`),
  'POST /users/me/status': ({ ask }) => ask('POST', '/users/me/status', { status_text: 'here' }),
  'POST /users/{user_id}/status': ({ ask, other }) =>
    ask('POST', `/users/${other.id}/status`, { status_text: 'there' }),
  'POST /users/me/muted_users/{muted_user_id}': ({ ask, other }) => ask('POST', `/users/me/muted_users/${other.id}`),
  'DELETE /users/me/muted_users/{muted_user_id}': ({ ask, other }) =>
    ask('DELETE', `/users/me/muted_users/${other.id}`),
  'POST /users/me/alert_words': ({ ask }) => ask('POST', '/users/me/alert_words', { alert_words: ['tea'] }),
  'GET /users/me/alert_words': ({ ask }) => ask('GET', '/users/me/alert_words'),
  'DELETE /users/me/alert_words': ({ ask }) => ask('DELETE', '/users/me/alert_words', { alert_words: ['tea'] }),
  'POST /drafts': ({ ask }) => ask('POST', '/drafts', { drafts: [DRAFT] }),
  'GET /drafts': ({ ask }) => ask('GET', '/drafts'),
  'PATCH /drafts/{draft_id}': async ({ ask }) => {
    const { ids } = await ask('POST', '/drafts', { drafts: [DRAFT] });
    return ask('PATCH', `/drafts/${ids?.[0] ?? 1}`, { draft: DRAFT });
  },
  'PATCH /drafts/{draft_id} (somebody else’s)': async ({ ask, make }) => {
    const { ids } = await make('POST', '/drafts', { drafts: [DRAFT] });
    return ask('PATCH', `/drafts/${ids[0]}`, { draft: DRAFT });
  },
  'DELETE /drafts/{draft_id} (somebody else’s)': async ({ ask, make }) => {
    const { ids } = await make('POST', '/drafts', { drafts: [DRAFT] });
    return ask('DELETE', `/drafts/${ids[0]}`);
  },
  'POST /navigation_views': ({ ask }) =>
    ask('POST', '/navigation_views', { fragment: 'narrow/is/starred', is_pinned: true }),
  'GET /navigation_views': ({ ask }) => ask('GET', '/navigation_views'),
  'PATCH /navigation_views/{fragment}': ({ ask }) =>
    ask('PATCH', '/navigation_views/narrow%2Fis%2Fstarred', { is_pinned: false }),
  'DELETE /navigation_views/{fragment}': ({ ask }) => ask('DELETE', '/navigation_views/narrow%2Fis%2Fstarred'),
  'POST /saved_snippets': ({ ask }) => ask('POST', '/saved_snippets', { title: 'Hello', content: 'Hello' }),
  'GET /saved_snippets': ({ ask }) => ask('GET', '/saved_snippets'),
  'PATCH /saved_snippets/{saved_snippet_id} (somebody else’s)': async ({ ask, make }) => {
    const { saved_snippet_id } = await make('POST', '/saved_snippets', { title: 'Hello', content: 'Hello' });
    return ask('PATCH', `/saved_snippets/${saved_snippet_id}`, { title: 'Mine' });
  },
  'DELETE /saved_snippets/{saved_snippet_id} (somebody else’s)': async ({ ask, make }) => {
    const { saved_snippet_id } = await make('POST', '/saved_snippets', { title: 'Hello', content: 'Hello' });
    return ask('DELETE', `/saved_snippets/${saved_snippet_id}`);
  },
  'PATCH /users/{user_id}': ({ ask, newcomer, count }) =>
    ask('PATCH', `/users/${newcomer()}`, { full_name: `Renamed ${count}` }),
  'PATCH /users/{user_id} (an owner)': ({ ask, other, count }) =>
    ask('PATCH', `/users/${other.id}`, { full_name: `Maker ${count}` }),
  'PATCH /users/{user_id} (makes an owner)': ({ ask, newcomer }) => ask('PATCH', `/users/${newcomer()}`, { role: 100 }),
  'PATCH /users/{email}': ({ ask, newcomer, count }) =>
    ask('PATCH', `/users/user${newcomer()}@klatch.example`, { full_name: `Called ${count}` }),
  'DELETE /users/{user_id}': ({ ask, newcomer }) => ask('DELETE', `/users/${newcomer()}`),
  'DELETE /users/{user_id} (an owner)': async ({ ask, newcomer, make }) => {
    const id = newcomer();
    await make('PATCH', `/users/${id}`, { role: 100 });
    return ask('DELETE', `/users/${id}`);
  },
  'POST /users/{user_id}/reactivate': async ({ ask, newcomer, make }) => {
    const id = newcomer();
    await make('DELETE', `/users/${id}`);
    return ask('POST', `/users/${id}/reactivate`);
  },
  'PATCH /realm': ({ ask, count }) => ask('PATCH', '/realm', { description: `Ours ${count}` }),
  'PATCH /realm (what is for owners)': ({ ask }) => ask('PATCH', '/realm', { waiting_period_threshold: 0 }),
  'POST /realm/deactivate (never done, for it asks for deletion)': ({ ask }) =>
    ask('POST', '/realm/deactivate', { deletion_delay_days: 20 }),
  'GET /realm/domains': ({ ask }) => ask('GET', '/realm/domains'),
  'POST /realm/domains': ({ ask, count }) =>
    ask('POST', '/realm/domains', { domain: `d${count}.example`, allow_subdomains: false }),
  'PATCH /realm/domains/{domain}': async ({ ask, make, count }) => {
    await make('POST', '/realm/domains', { domain: `p${count}.example`, allow_subdomains: false });
    return ask('PATCH', `/realm/domains/p${count}.example`, { allow_subdomains: true });
  },
  'DELETE /realm/domains/{domain}': async ({ ask, make, count }) => {
    await make('POST', '/realm/domains', { domain: `r${count}.example`, allow_subdomains: false });
    return ask('DELETE', `/realm/domains/r${count}.example`);
  },
  'GET /realm/linkifiers': ({ ask }) => ask('GET', '/realm/linkifiers'),
  'POST /realm/filters': ({ ask, count }) => ask('POST', '/realm/filters', linkifier(`A${count}`)),
  'PATCH /realm/filters/{filter_id}': async ({ ask, make, count }) => {
    const { id } = await make('POST', '/realm/filters', linkifier(`B${count}`));
    return ask('PATCH', `/realm/filters/${id}`, linkifier(`C${count}`));
  },
  'PATCH /realm/linkifiers': async ({ ask, make }) => {
    const { linkifiers } = await make('GET', '/realm/linkifiers');
    return ask('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: linkifiers.map(({ id }: Reply) => id) });
  },
  'DELETE /realm/filters/{filter_id}': async ({ ask, make, count }) => {
    const { id } = await make('POST', '/realm/filters', linkifier(`D${count}`));
    return ask('DELETE', `/realm/filters/${id}`);
  },
  'POST /realm/playgrounds': ({ ask, count }) => ask('POST', '/realm/playgrounds', playground(`A${count}`)),
  'DELETE /realm/playgrounds/{playground_id}': async ({ ask, make, count }) => {
    const { id } = await make('POST', '/realm/playgrounds', playground(`B${count}`));
    return ask('DELETE', `/realm/playgrounds/${id}`);
  },
  'POST /reminders': ({ ask, make, other }) => reminder(ask, make, other.id),
  'GET /reminders': ({ ask }) => ask('GET', '/reminders'),
  'DELETE /reminders/{reminder_id} (somebody else’s)': async ({ ask, make, other }) => {
    const { reminder_id } = await reminder(make, make, other.id);
    return ask('DELETE', `/reminders/${reminder_id}`);
  },
  'POST /scheduled_messages': ({ ask, other }) => ask('POST', '/scheduled_messages', later(other.id)),
  'GET /scheduled_messages': ({ ask }) => ask('GET', '/scheduled_messages'),
  'PATCH /scheduled_messages/{scheduled_message_id} (somebody else’s)': async ({ ask, make, other }) => {
    const { scheduled_message_id } = await make('POST', '/scheduled_messages', later(other.id));
    return ask('PATCH', `/scheduled_messages/${scheduled_message_id}`, { content: 'mine' });
  },
  'DELETE /scheduled_messages/{scheduled_message_id} (somebody else’s)': async ({ ask, make, other }) => {
    const { scheduled_message_id } = await make('POST', '/scheduled_messages', later(other.id));
    return ask('DELETE', `/scheduled_messages/${scheduled_message_id}`);
  },
  'GET /attachments': ({ ask }) => ask('GET', '/attachments'),
  'DELETE /attachments/{attachment_id} (not there)': ({ ask }) => ask('DELETE', '/attachments/9999'),
  'POST /user_uploads (without a file)': ({ ask }) => ask('POST', '/user_uploads'),
  'OPTIONS /tus': async ({ ask }) => {
    const reply = await ask('OPTIONS', '/tus');
    return { ...reply, result: reply.status < 300 ? 'success' : 'error' };
  },
  'POST /tus/{upload_id} (not there)': ({ ask }) => ask('POST', '/tus/guess'),
  'POST /tus (of no length)': ({ ask }) => ask('POST', '/tus'),
  'PATCH /tus/{upload_id} (not there)': ({ ask }) => ask('PATCH', '/tus/guess'),
  'HEAD /tus/{upload_id} (not there)': async ({ ask }) => {
    const reply = await ask('HEAD', '/tus/guess');
    return { ...reply, result: reply.status < 300 ? 'success' : 'error' };
  },
  'DELETE /tus/{upload_id} (not there)': ({ ask }) => ask('DELETE', '/tus/guess'),
  'GET /user_uploads/{realm_id_str}/{filename} (not there)': ({ ask }) =>
    ask('GET', '/user_uploads/2/ab/guess/none.png'),
  'GET /user_uploads/download/{realm_id_str}/{filename} (not there)': ({ ask }) =>
    ask('GET', root('/user_uploads/download/2/ab/guess/none.png')),
  'GET /user_uploads/temporary/{token}/{filename} (not there)': ({ ask }) =>
    ask('GET', root('/user_uploads/temporary/guess/none.png')),
  'GET /user_uploads/thumbnail/{realm_id_str}/{filename} (not there)': ({ ask }) =>
    ask('GET', root('/user_uploads/thumbnail/2/ab/guess/none.png/840x560.webp')),
  'GET /external_content/{digest}/{hex_url} (of no address given out)': ({ ask }) =>
    ask('GET', root(`/external_content/${'0'.repeat(40)}/68747470`)),
  'GET /thumbnail (of a file not there)': ({ ask }) =>
    ask('GET', root('/thumbnail'), { url: 'user_uploads/1/ab/x/y.png', size: 'full' }),
  'GET /static/images/loading/loader-black.svg': ({ ask }) =>
    ask('GET', root('/static/images/loading/loader-black.svg')),
  'GET /realm/subdomain/{subdomain}': ({ ask }) => ask('GET', '/realm/subdomain/elsewhere'),
  'POST /jwt/fetch_api_key (not set up)': ({ ask }) => ask('POST', '/jwt/fetch_api_key', { token: 'guess' }),
  'POST /realm/test_welcome_bot_custom_message': ({ ask }) =>
    ask('POST', '/realm/test_welcome_bot_custom_message', { welcome_message_custom_text: 'Hello' }),
  'GET /messages/summary (not set up)': ({ ask }) => ask('GET', '/messages/summary', { narrow: [] }),
  'GET /calls/bigbluebutton/create (not set up)': ({ ask }) =>
    ask('GET', '/calls/bigbluebutton/create', { meeting_name: 'x' }),
  'POST /calls/zoom/create (not set up)': ({ ask }) => ask('POST', '/calls/zoom/create'),
  'GET /avatar/{user_id}': ({ ask, other }) => ask('GET', root(`/avatar/${other.id}`)),
  'GET /avatar/{user_id}/medium': ({ ask, other }) => ask('GET', root(`/avatar/${other.id}/medium`)),
  'GET /avatar/{email}': ({ ask, other }) => ask('GET', root(`/avatar/${other.email}`)),
  'GET /avatar/{email}/medium': ({ ask, other }) => ask('GET', root(`/avatar/${other.email}/medium`)),
  'GET /user_avatars/{realm_id_str}/{filename} (not there)': ({ ask }) => ask('GET', root('/user_avatars/1/guess.png')),
  'GET /static/images/icon.svg': ({ ask }) => ask('GET', root('/static/images/icon.svg')),
  'GET /static/images/logo.svg': ({ ask }) => ask('GET', root('/static/images/logo.svg')),
  'POST /users/me/avatar (without a file)': ({ ask }) => ask('POST', '/users/me/avatar'),
  'DELETE /users/me/avatar': ({ ask }) => ask('DELETE', '/users/me/avatar'),
  'GET /realm/icon': ({ ask }) => ask('GET', '/realm/icon'),
  'POST /realm/icon (without a file)': ({ ask }) => ask('POST', '/realm/icon'),
  'DELETE /realm/icon': ({ ask }) => ask('DELETE', '/realm/icon'),
  'GET /realm/logo': ({ ask }) => ask('GET', '/realm/logo', { night: false }),
  'POST /realm/logo (without a file)': ({ ask }) => ask('POST', '/realm/logo', { night: false }),
  'DELETE /realm/logo': ({ ask }) => ask('DELETE', '/realm/logo', { night: false }),
  'GET /realm/emoji': ({ ask }) => ask('GET', '/realm/emoji'),
  'POST /realm/emoji/{emoji_name} (without a file)': ({ ask, count }) => ask('POST', `/realm/emoji/ours${count}`),
  'DELETE /realm/emoji/{emoji_name} (not there)': ({ ask }) => ask('DELETE', '/realm/emoji/none'),
  'GET /mail': ({ ask }) => ask('GET', '/mail'),
  'POST /mail/{mail_id}/retry (not there)': ({ ask }) => ask('POST', '/mail/999/retry'),
  'DELETE /mail/{mail_id} (not there)': ({ ask }) => ask('DELETE', '/mail/999'),
  'POST /accounts/unsubscribe/{kind}/{token}/now (guessed)': ({ ask, other }) =>
    ask('POST', root(`/accounts/unsubscribe/login/${other.id}-${'A'.repeat(43)}/now`)),
  'GET /invites': ({ ask }) => ask('GET', '/invites'),
  'POST /invites': ({ ask, count }) =>
    ask('POST', '/invites', { invitee_emails: `invited${count}@example.com`, stream_ids: [] }),
  'POST /invites (an administrator)': ({ ask, count }) =>
    ask('POST', '/invites', { invitee_emails: `invited${count}@example.com`, stream_ids: [], invite_as: 200 }),
  'POST /invites (an owner)': ({ ask, count }) =>
    ask('POST', '/invites', { invitee_emails: `invited${count}@example.com`, stream_ids: [], invite_as: 100 }),
  'POST /invites/multiuse': ({ ask }) => ask('POST', '/invites/multiuse'),
  'POST /invites/{invite_id}/resend (somebody else’s)': async ({ ask, make, count }) =>
    ask('POST', `/invites/${await invitation(make, count)}/resend`),
  'DELETE /invites/{invite_id} (somebody else’s)': async ({ ask, make, count }) =>
    ask('DELETE', `/invites/${await invitation(make, count)}`),
  'DELETE /invites/multiuse/{invite_id} (somebody else’s)': async ({ ask, make }) =>
    ask('DELETE', `/invites/multiuse/${await invitation(make)}`),
  'POST /accounts/register/ (not invited)': ({ ask, count }) =>
    ask('POST', root('/accounts/register/'), {
      key: 'none',
      full_name: `Uninvited ${count}`,
      password: 'a long enough password',
    }),
  'POST /external/{service} (without a bot’s key)': ({ ask }) =>
    ask('POST', '/external/json', { api_key: 'none', payload: {} }),
  'GET /export/realm': ({ ask }) => ask('GET', '/export/realm'),
  'POST /export/realm (without consent)': ({ ask }) =>
    ask('POST', '/export/realm', { export_type: 'full_without_consent' }),
  'DELETE /export/realm/{export_id} (not there)': ({ ask }) => ask('DELETE', '/export/realm/9999'),
  'GET /export/realm/consents': ({ ask }) => ask('GET', '/export/realm/consents'),
  'GET /realm_exports/{export_id} (not there)': ({ ask }) => ask('GET', root('/realm_exports/9999')),
  'POST /zcommand': ({ ask }) => ask('POST', '/zcommand', { command: '/ping' }),
  'POST /users/me/apns_device_token': ({ ask }) =>
    ask('POST', '/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' }),
  'DELETE /users/me/apns_device_token': ({ ask }) => ask('DELETE', '/users/me/apns_device_token', { token: 'c0ffee' }),
  'POST /users/me/android_gcm_reg_id': ({ ask }) => ask('POST', '/users/me/android_gcm_reg_id', { token: 'phone' }),
  'DELETE /users/me/android_gcm_reg_id': ({ ask }) => ask('DELETE', '/users/me/android_gcm_reg_id', { token: 'phone' }),
  'GET /web_push/key': ({ ask }) => ask('GET', '/web_push/key'),
  'POST /web_push/subscriptions': ({ ask, count }) =>
    ask('POST', '/web_push/subscriptions', {
      endpoint: `https://push.example.com/${count}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: Buffer.alloc(16).toString('base64url'),
    }),
  'DELETE /web_push/subscriptions': ({ ask }) =>
    ask('DELETE', '/web_push/subscriptions', { endpoint: 'https://push.example.com/none' }),
  'POST /mobile_push/register (not set up)': ({ ask }) => ask('POST', '/mobile_push/register'),
  'POST /mobile_push/test_notification (not set up)': ({ ask }) => ask('POST', '/mobile_push/test_notification'),
  'POST /remotes/push/e2ee/register (not set up)': ({ ask }) =>
    ask('POST', '/remotes/push/e2ee/register', {
      realm_uuid: 'x',
      encrypted_push_registration: 'x',
      bouncer_public_key: 'x',
    }),
  'POST /mobile_push/e2ee/test_notification (not set up)': ({ ask }) =>
    ask('POST', '/mobile_push/e2ee/test_notification'),
  // These two come last: afterwards the old key is invalid, and the account is deactivated.
  'POST /users/me/api_key/regenerate': ({ ask }) => ask('POST', '/users/me/api_key/regenerate'),
  'DELETE /users/me': ({ ask }) => ask('DELETE', '/users/me'),
};

const DRAFT = { type: '', to: [], topic: '', content: 'not yet' };

/** In the year 2100. */
const THEN = 4_102_444_800;
const later = (id: number) => ({ type: 'direct', to: [id], content: 'word', scheduled_delivery_timestamp: THEN });

/** An invitation by the owner: mailed if there is a number for the address, otherwise a reusable link. */
async function invitation(make: Asker['make'], count?: number): Promise<number> {
  if (count === undefined) await make('POST', '/invites/multiuse');
  else await make('POST', '/invites', { invitee_emails: `theirs${count}@example.com`, stream_ids: [] });
  return (await make('GET', '/invites')).invites.at(-1).id;
}

/** A reminder of one of the user's own messages. */
async function reminder(ask: Ask, make: Asker['make'], to: number): Promise<Reply> {
  const { id } = await ask('POST', '/messages', { type: 'direct', to: [to], content: 'word' });
  const fallback = async () => (await make('POST', '/messages', { type: 'direct', to: [to], content: 'word' })).id;
  return ask('POST', '/reminders', { message_id: id ?? (await fallback()), scheduled_delivery_timestamp: THEN });
}
