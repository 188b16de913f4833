import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization, openSection, SECTIONS } from './administration.ts';
import { eventually, openWindow } from './client.ts';

/** Names that are shorter than two letters because something beside them takes the room. */
const squeezedNames = (page: Page): Promise<string[]> =>
  page
    .locator('.paged-body .line-name > :first-child')
    .evaluateAll((names) =>
      names
        .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth && clientWidth < 40)
        .map(({ textContent }) => textContent!),
    );

test('the administration is not wider than the screen on a phone, in a language with long words', async () => {
  const { ada, group } = await createOrganization();
  await ada.patch('/settings', { default_language: 'de' });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
  const opened = await openWindow(ada, '#organization', phone);
  const { page, close } = opened;
  await opened.go('#organization/users');
  const invite = (await page.locator('.admin-buttons .button-primary').boundingBox())!;
  assert.ok(invite.x + invite.width <= 390, 'the button that invites people is on the screen');
  await page.locator('.person-order').waitFor();
  assert.equal(await page.locator('.person-head').isVisible(), false, 'heads need columns');
  for (const hash of [...SECTIONS, '#groups', `#groups/${group}`, '#organization/integrations/github']) {
    await openSection(opened, hash);
    await eventually(
      () => page.locator('.paged-body').evaluate((body) => body.scrollWidth - body.clientWidth),
      0,
      hash,
    );
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, hash);
    await eventually(() => squeezedNames(page), [], hash);
  }
  await close();
});

test('on a small desktop names, choices and tables have the room that they need', async () => {
  const { ada } = await createOrganization();
  const opened = await openWindow(ada, '#organization', { viewport: { width: 1024, height: 800 } });
  const { page, close } = opened;
  const line = page.locator('.person-line').first();
  const getWidth = async (part: typeof line): Promise<number> => (await part.boundingBox())!.width;
  await eventually(async () => (await getWidth(line.locator('.line-body'))) > (await getWidth(line)) / 3, true);
  await opened.go('#organization/organization-settings');
  const setting = page.locator('.setting:has(select)').first();
  await eventually(async () => (await getWidth(setting)) > 500, true);
  await eventually(async () => (await getWidth(setting.locator('select'))) > (await getWidth(setting)) * 0.3, true);
  await opened.go('#settings/notifications');
  const table = page.locator('.table-frame').first();
  await eventually(() => table.evaluate((frame) => frame.scrollWidth - frame.clientWidth), 0);
  await close();
});

test('members and guests see only the sections they can use, and no buttons they are not allowed to use', async () => {
  const { mia, gus } = await createOrganization();
  const parts = async (person: typeof mia): Promise<string[]> => {
    const opened = await openWindow(person, '#organization/server');
    const { page, close } = opened;
    // Sections without permission are not reachable by their address either.
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    const list = page.getByRole('navigation', { name: 'Organization settings' });
    await list.getByRole('link', { name: 'Emoji' }).waitFor();
    const names = await list.getByRole('link').allInnerTexts();
    for (const href of await list
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))) {
      await openSection(opened, href);
      const buttons = await page
        .locator('.paged-body')
        .getByRole('button', { name: /^(Add|Remove|Edit|Move|Deactivate |Archive|Upload|Save)/ })
        .allInnerTexts();
      assert.deepEqual(
        buttons.filter((name) => name !== 'Add emoji'),
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
    ...['People', 'Invitations', 'Groups', 'Bots', 'Integrations', 'Profile', 'General', 'Permissions'],
    ...['Profile fields', 'Default channels', 'Channel folders', 'Emoji', 'Automatic links', 'Code playgrounds'],
  ]);
});
