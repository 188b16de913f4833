import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, village } from './administration.ts';
import { assertAccessible, windowOf } from './client.ts';

/** Those that have something the others have not. */
const SINGULAR = [
  ...['users', 'invitations', 'bots', 'organization-profile', 'organization-permissions', 'auth-methods', 'profile-field-settings'],
  ...['default-channels-list', 'linkifier-settings', 'data-exports-admin', 'server'],
].map((address) => `#organization/${address}`);
const DARK = ['users', 'organization-profile', 'linkifier-settings'].map((address) => `#organization/${address}`);

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
