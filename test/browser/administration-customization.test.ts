import assert from 'node:assert/strict';
import { test } from 'node:test';
import { png } from '../support/images.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import { eventually, openWindow } from './client.ts';

const openFor = (person: TestUser, part: string) => openWindow(person, `#organization/${part}`);

test('emoji, linkifiers, profile fields and channel folders are managed, and reordered by keyboard', async () => {
  const { ada, mia, app } = newTeam();
  const { page, close, go } = await openFor(ada, 'emoji-settings');
  await page.getByRole('button', { name: 'Add emoji' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose an image' }).click(),
  ]);
  await chooser.setFiles({ name: 'Happy Cat.png', mimeType: 'image/png', buffer: await png() });
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await eventually(() => page.getByRole('dialog').getByLabel('Name').inputValue(), 'happy_cat');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText(':happy_cat:').waitFor();

  await go('#organization/linkifier-settings');
  for (const [pattern, address] of [
    ['#(?P<id>[0-9]+)', 'https://example.com/all/{id}'],
    ['#(?P<big>[0-9]{3,})', 'https://example.com/big/{big}'],
  ] as const) {
    await page.getByRole('button', { name: 'Add automatic link' }).click();
    if (pattern.includes('big')) {
      // The error is shown at its field until the value is corrected.
      await page.getByLabel('Pattern').fill('(');
      await page.getByLabel('URL template').fill(address);
      await page.keyboard.press('Enter');
      await page.locator('.field', { hasText: 'Pattern' }).getByRole('alert').waitFor();
      await page.locator('input[name=pattern][aria-invalid=true]:focus').waitFor();
    }
    await page.getByLabel('Pattern').fill(pattern);
    await page.getByLabel('URL template').fill(address);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const up = page.getByRole('button', { name: 'Move #(?P<big>[0-9]{3,}) up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('is at position 1 of 2').waitFor({ state: 'attached' });
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label')?.startsWith('Move #(?P<big>'),
    undefined,
  );
  await page.getByRole('textbox', { name: 'Sample text' }).fill('See #1234 and #7');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const leadsTo = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  await eventually(() => leadsTo('#1234'), 'https://example.com/big/1234');
  await eventually(() => leadsTo('#7'), 'https://example.com/all/7');

  await go('#organization/profile-field-settings');
  await page.getByRole('button', { name: 'Add field' }).click();
  const field = page.getByRole('dialog');
  await field.getByLabel('Type').selectOption({ label: 'List of options' });
  await field.getByLabel('Label').fill('Drinks');
  await field.getByRole('textbox', { name: 'Option 1' }).fill('Tea');
  await field.getByRole('textbox', { name: 'Option 1' }).press('Enter');
  await field.getByRole('textbox', { name: 'Option 2' }).fill('Coffee');
  await field.getByRole('button', { name: 'Move Coffee up' }).click();
  await field.getByRole('switch', { name: 'Show on the profile card' }).check();
  await field.getByRole('button', { name: 'Add', exact: true }).click();
  await field.waitFor({ state: 'detached' });
  await page.getByText('on the profile card', { exact: true }).waitFor();
  const [made] = app.profileFields.all();
  assert.deepEqual(JSON.parse(made!.field_data), { 0: { text: 'Coffee', order: '1' }, 1: { text: 'Tea', order: '2' } });
  // An administrator fills in the field for another user.
  await go('#organization/users');
  await page.getByRole('button', { name: 'Change Mia' }).click();
  await page.getByRole('menuitem', { name: 'Edit name and profile' }).click();
  await page.getByRole('dialog').getByLabel('Drinks').selectOption({ label: 'Tea' });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(app.profileFields.getProfile(mia.id)[String(made!.id)]?.value, '1');

  await go('#organization/channel-folders');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await page.getByLabel('Name').fill('Work');
  await page.getByRole('dialog').getByRole('button', { name: 'Create folder' }).click();
  await page.getByRole('button', { name: 'Archive Work' }).click();
  await page.getByRole('switch', { name: /archived/ }).check();
  await page.getByRole('button', { name: 'Unarchive Work' }).click();
  await page.getByRole('button', { name: 'Archive Work' }).waitFor();
  await close();
});
