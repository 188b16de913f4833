import { newTeam } from '../support/team.ts';
import type { Window } from './client.ts';

/** All sections of the administration except groups. */
export const SECTIONS = [
  ...[
    'users',
    'invitations',
    'bots',
    'integrations',
    'organization-profile',
    'organization-settings',
    'organization-permissions',
    'auth-methods',
  ],
  ...[
    'profile-field-settings',
    'organization-level-user-defaults',
    'default-channels-list',
    'channel-folders',
    'emoji-settings',
  ],
  ...['linkifier-settings', 'playground-settings', 'statistics', 'data-exports-admin', 'audit-log', 'server'],
].map((address) => `#organization/${address}`);

const LONG = 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff the Elder of the House of Very Long Names';

/** An organization that contains every kind of thing, some with long or right-to-left names. */
export async function createOrganization() {
  const team = newTeam();
  const { ada, mia, max } = team;
  team.team.addUser(LONG, 400);
  team.team.addUser('محمد عبد الرحمن', 300);
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id] });
  await ada.post('/channels/create', { name: 'bakery', subscribers: [ada.id, mia.id] });
  const { group_id } = await ada.post('/user_groups/create', {
    name: 'الطباخون',
    description: LONG,
    members: [mia.id, max.id],
  });
  const { user_id: bot_id } = await ada.post('/bots', { full_name: 'Alarm', short_name: 'alarm', bot_type: 2 });
  await ada.post('/webhooks', { bot_id, service: 'json' });
  await ada.post('/webhook_templates', { name: 'Coffee', template: 'text: {{ cups }}' });
  const outline = '<outline text="A" xmlUrl="https://feeds.invalid/a"/>';
  const opml = `<opml version="2.0"><body>${outline}</body></opml>`;
  await ada.post('/feeds/import', { bot_id, stream_id: team.app.channels.named('bakery')!.id, opml });
  await ada.post('/invites/multiuse', { stream_ids: [], invite_as: 600 });
  await ada.post('/invites', {
    stream_ids: [],
    invitee_emails: 'somebody.with.a.very.long.name@department.of.example.com',
  });
  await ada.post('/realm/profile_fields', { field_type: 1, name: 'Job', hint: 'What you do all day', required: true });
  await ada.post('/realm/profile_fields', { field_type: 4, name: 'Birthday', display_in_profile_summary: true });
  await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' });
  await ada.post('/realm/playgrounds', {
    name: 'Play',
    pygments_language: 'Rust',
    url_template: 'https://example.com/?code={code}',
  });
  await ada.post('/channel_folders/create', { name: 'Work', description: 'All that has to be done' });
  await ada.post('/channel_folders/create', { name: 'Play', description: '' });
  await ada.post('/realm/domains', { domain: 'example.com', allow_subdomains: false });
  const { streams } = await ada.get('/streams');
  const id = (name: string): number => streams.find((channel: { name: string }) => channel.name === name).stream_id;
  await ada.post('/default_streams', { stream_id: id('kitchen') });
  await ada.post('/default_stream_groups/create', {
    group_name: 'Bread',
    description: 'Rise!',
    stream_names: ['bakery'],
  });
  await ada.post('/export/realm', { export_type: 1 });
  return { ...team, group: group_id as number };
}

/** Opens a section and waits until it is shown. */
export async function openSection({ page, go }: Window, hash: string): Promise<void> {
  await go(hash);
  const entry = hash.startsWith('#groups') ? '#groups' : hash.split('/').slice(0, 2).join('/');
  await page.waitForFunction(
    (to) => document.querySelector('.paged-list [aria-current]')?.getAttribute('href') === to,
    entry,
  );
  await page.locator('.paged-body > :not(.skeleton)').first().waitFor();
  await page.locator('.paged-body .skeleton').waitFor({ state: 'detached' });
}
