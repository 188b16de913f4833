import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, TestUser } from '../support/team.ts';
import { assertAccessible, eventually, openWindow } from './client.ts';

test('a setting changed in one window changes in the other, on the page and in its settings', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  const [one, two] = await Promise.all([
    openWindow(mia, '#settings/preferences'),
    openWindow(mia, '#settings/preferences'),
  ]);
  const [column, body] = await Promise.all(
    ['.paged-body > :first-child', '.paged-body'].map((part) => one.page.locator(part).first().boundingBox()),
  );
  assert.equal(column!.width, 720);
  assert.ok(Math.abs(column!.x + 360 - body!.x - body!.width / 2) < 10, 'in the middle');
  const root = two.page.locator('html');
  await one.page.getByLabel('Theme', { exact: true }).selectOption('Dark');
  await two.page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await one.page.getByLabel('Text size').selectOption('20 pixels');
  await two.page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '20px');
  await eventually(() => two.page.getByLabel('Text size').locator('option:checked').textContent(), '20 pixels');
  await one.page.getByRole('switch', { name: 'High contrast' }).check();
  await two.page.waitForFunction(() => document.documentElement.dataset.contrast === 'more');
  await one.page.getByRole('switch', { name: 'Use 24-hour time' }).check();
  await two.page.getByRole('switch', { name: 'Use 24-hour time', checked: true }).waitFor();
  await one.page.getByLabel('Time zone', { exact: true }).selectOption('Asia/Tokyo');
  await one.page.getByLabel('Density').selectOption('Compact');
  await one.page.waitForFunction(() => document.documentElement.dataset.density === 'compact');
  await one.page.getByLabel('Density').selectOption('Default');

  await one.go('#settings/notifications');
  await one.page.getByRole('checkbox', { name: 'Channels: Desktop' }).check();
  await two.go('#settings/notifications');
  await two.page.getByRole('checkbox', { name: 'Channels: Desktop', checked: true }).waitFor();
  const { user_settings } = await mia.post('/register', { fetch_event_types: ['user_settings'] });
  assert.equal(user_settings.enable_stream_desktop_notifications, true);
  assert.equal(user_settings.web_font_size_px, 20);
  await eventually(() => mia.team.app.users.byId(mia.id)!.timezone, 'Asia/Tokyo');
  assert.equal(await root.getAttribute('lang'), 'en');
  await one.close();
  await two.close();
});

test('alert words, topics and files are updated when other clients change them', async () => {
  const { ada, mia, app } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  const { id } = app.channels.named('kitchen')!;
  const { page, go, close } = await openWindow(mia, '#settings/alert-words');
  await page.getByLabel('New alert word').fill('soup');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove soup' }).waitFor();
  await mia.post('/users/me/alert_words', { alert_words: ['bread'] });
  await page.getByRole('button', { name: 'Remove bread' }).click();
  await page.getByRole('button', { name: 'Remove bread' }).waitFor({ state: 'detached' });

  await ada.sendMessage('kitchen', 'lunch', 'Today?');
  await go('#settings/topics');
  await page.getByText('No topics yet').waitFor();
  await mia.post('/user_topics', { stream_id: id, topic: 'lunch', visibility_policy: 1 });
  const choice = page.getByLabel('Notification setting for lunch');
  await eventually(() => choice.inputValue(), '1');
  await choice.selectOption('Channel default');
  await page.getByText('No topics yet').waitFor();

  const { url } = await mia.upload('/user_uploads', { 'recipe.txt': 'Leeks' });
  await mia.sendMessage('kitchen', 'lunch', `[recipe](${url})`);
  await go('#settings/uploaded-files');
  await page.getByRole('link', { name: 'recipe.txt', exact: true }).waitFor();
  await page.getByRole('button', { name: '1 message' }).click();
  await page.locator('article[data-id]', { hasText: 'recipe' }).waitFor();
  await go('#settings/uploaded-files');
  await page.getByRole('button', { name: 'Delete recipe.txt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No files').waitFor();
  assert.deepEqual((await mia.get('/attachments')).attachments, []);
  await close();
});

test('the API key is shown after entering the password, and the password is changed with the old one', async () => {
  const { ada, team, app } = newTeam();
  await ada.post('/users', { email: 'nina@example.com', password: 'leeks and potatoes', full_name: 'Nina' });
  const nina = new TestUser(team, app.users.byEmail('nina@example.com')!);
  const { page, close } = await openWindow(nina, '#settings/account-and-privacy');
  // After a sign-in of the last 15 minutes, the password is not asked for.
  team.clock.advance(901);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Show…' }).click();
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Your password').fill('leeks and potatoes');
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  await dialog.getByText(nina.apiKey).waitFor();
  await assertAccessible(page, 'the API key');
  await page.keyboard.press('Escape');
  await page.locator('.setting', { hasText: 'Password' }).getByRole('button', { name: 'Change…' }).click();
  await dialog.getByLabel('Current password').fill('leeks and potatoes');
  await dialog.getByLabel('New password').fill('carrots and celery');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed.').waitFor();
  const { api_key } = await team.request('POST', '/fetch_api_key', {
    username: nina.email,
    password: 'carrots and celery',
  });
  assert.ok(api_key);
  await close();
});

test('a window of 1024 pixels has room for the administration and its primary action', async () => {
  const { ada } = newTeam();
  await ada.patch('/settings', { default_language: 'de' });
  const { page, close } = await openWindow(ada, '#organization/users', { viewport: { width: 1024, height: 768 } });
  const invite = page.locator('.admin-tools .button-primary');
  await invite.waitFor();
  const [body, action] = await Promise.all([page.locator('.paged-body'), invite].map((one) => one.boundingBox()));
  assert.ok(body!.width >= 540, `${body!.width}`);
  assert.ok(action!.x >= body!.x && action!.x + action!.width <= body!.x + body!.width);
  await close();
});
