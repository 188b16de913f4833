import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, type Window, windowOf } from './client.ts';

const SECTIONS = [
  ...['users', 'invitations', 'bots', 'organization-profile', 'organization-settings', 'organization-permissions', 'auth-methods'],
  ...['profile-field-settings', 'organization-level-user-defaults', 'default-channels-list', 'channel-folders', 'emoji-settings'],
  ...['linkifier-settings', 'playground-settings', 'data-exports-admin', 'server'],
].map((address) => `#organization/${address}`);
/** Those that have something the others have not. */
const SINGULAR = [
  ...['users', 'invitations', 'bots', 'organization-profile', 'organization-permissions', 'auth-methods', 'profile-field-settings'],
  ...['default-channels-list', 'linkifier-settings', 'data-exports-admin', 'server'],
].map((address) => `#organization/${address}`);
const DARK = ['users', 'organization-profile', 'linkifier-settings'].map((address) => `#organization/${address}`);

const LONG = 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff the Elder of the House of Very Long Names';

/** An organisation in which there is something of everything, some of it long or written from the right. */
async function village() {
  const team = newTeam();
  const { ada, mia, max } = team;
  team.team.person(LONG, 400);
  team.team.person('محمد عبد الرحمن', 300);
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id] });
  await ada.post('/channels/create', { name: 'bakery', subscribers: [ada.id, mia.id] });
  const { group_id } = await ada.post('/user_groups/create', { name: 'الطباخون', description: LONG, members: [mia.id, max.id] });
  await ada.post('/bots', { full_name: 'Alarm', short_name: 'alarm', bot_type: 2 });
  await ada.post('/invites/multiuse', { stream_ids: [], invite_as: 600 });
  await ada.post('/invites', { stream_ids: [], invitee_emails: 'somebody.with.a.very.long.name@department.of.example.com' });
  await ada.post('/realm/profile_fields', { field_type: 1, name: 'Job', hint: 'What you do all day', required: true });
  await ada.post('/realm/profile_fields', { field_type: 4, name: 'Birthday', display_in_profile_summary: true });
  await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' });
  await ada.post('/realm/playgrounds', { name: 'Play', pygments_language: 'Rust', url_template: 'https://example.com/?code={code}' });
  await ada.post('/channel_folders/create', { name: 'Work', description: 'All that has to be done' });
  await ada.post('/channel_folders/create', { name: 'Play', description: '' });
  await ada.post('/realm/domains', { domain: 'example.com', allow_subdomains: false });
  const { streams } = await ada.get('/streams');
  const id = (name: string): number => streams.find((channel: { name: string }) => channel.name === name).stream_id;
  await ada.post('/default_streams', { stream_id: id('kitchen') });
  await ada.post('/default_stream_groups/create', { group_name: 'Bread', description: 'Rise!', stream_names: ['bakery'] });
  await ada.post('/export/realm', { export_type: 'public' });
  return { ...team, group: group_id as number };
}

/** Opens a part, and waits until it is there. */
async function open({ page, go }: Window, hash: string): Promise<void> {
  await go(hash);
  const entry = hash.startsWith('#groups') ? '#groups' : hash;
  await page.waitForFunction((to) => document.querySelector('.paged-list [aria-current]')?.getAttribute('href') === to, entry);
  await page.locator('.paged-body > :not(.skeleton)').first().waitFor();
  await page.locator('.paged-body .skeleton').waitFor({ state: 'detached' });
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`every part of the administration breaks no rule of accessibility (${colorScheme})`, async () => {
    const { ada, group } = await village();
    const opened = await windowOf(ada, '#organization', { colorScheme, reducedMotion: 'reduce' });
    const { page, close } = opened;
    page.setDefaultTimeout(20_000);
    for (const hash of colorScheme === 'light' ? [...SINGULAR, `#groups/${group}`] : DARK) {
      await open(opened, hash);
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
      await assertAccessible(page, `${hash}, ${colorScheme}`, '.main');
    }
    await close();
  });

test('on a phone nothing is wider than the screen', async () => {
  const { ada, group } = await village();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
  const opened = await windowOf(ada, '#organization', phone);
  const { page, close } = opened;
  page.setDefaultTimeout(20_000);
  for (const hash of [...SECTIONS, '#groups', `#groups/${group}`]) {
    await open(opened, hash);
    const wider = await page.locator('.paged-body').evaluate((body) => body.scrollWidth - body.clientWidth);
    assert.equal(wider, 0, hash);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), hash);
  }
  await close();
});

test('members and guests see the parts that concern them, and no button that only refuses', async () => {
  const { mia, gus } = await village();
  const parts = async (person: typeof mia): Promise<string[]> => {
    const opened = await windowOf(person, '#organization/server', { reducedMotion: 'reduce' });
    const { page, close } = opened;
    page.setDefaultTimeout(20_000);
    // What is not for them is not there, by its address neither.
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    const list = page.getByRole('navigation', { name: 'Parts of the organization' });
    const names = await list.getByRole('link').allInnerTexts();
    for (const href of await list.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))) {
      await open(opened, href);
      const buttons = await page
        .locator('.paged-body')
        .getByRole('button', { name: /^(Add|Remove|Edit|Move|Deactivate |Archive|Upload|Save)/ })
        .allInnerTexts();
      assert.deepEqual(
        buttons.filter((name) => name !== 'Add an emoji'),
        [],
        `${person.name}, ${href}`,
      );
      assert.equal(await page.locator('.paged-body').getByRole('switch', { disabled: false }).count(), 0);
      assert.equal(await page.locator('.paged-body .setting select:not(:disabled)').count(), 0);
    }
    await close();
    return names;
  };
  assert.deepEqual(await parts(gus), ['People', 'Groups', 'Profile', 'Emoji']);
  assert.deepEqual(await parts(mia), [
    ...['People', 'Invitations', 'Groups', 'Bots', 'Profile', 'Messages and more', 'Permissions', 'Profile fields'],
    ...['Their channels', 'Channel folders', 'Emoji', 'Linkifiers', 'Code playgrounds'],
  ]);
});
