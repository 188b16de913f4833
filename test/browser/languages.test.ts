import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_LANGUAGES } from '../../src/shared/languages.ts';
import { readTexts } from '../../src/texts/source.ts';
import { assertAccessible, eventually, findCutPlaceholders, openWindow } from './client.ts';
import { kitchenTeam } from './teams.ts';

test('the client uses the user’s language, can change it while running, and supports right-to-left', async () => {
  const { mia, lunch } = await kitchenTeam();
  await mia.patch('/settings', { default_language: 'de', twenty_four_hour_time: true });
  const { page, message, go, close } = await openWindow(mia, lunch, {
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  });
  await message('Soup today').waitFor();
  await page.getByRole('navigation', { name: 'Unterhaltungen' }).getByText('Posteingang').waitFor();
  await eventually(() => page.locator('html').getAttribute('lang'), 'de');
  // Noon in London, and never 4:00.
  await eventually(() => message('Soup today').locator('time').first().textContent(), /^0\d:\d\d$/);
  await assertAccessible(page, 'German');
  await go('#narrow/sender/nobody@example.com');
  await page.getByText(/^Dieser Suchfilter ist ungültig \(/).waitFor();
  await go(lunch);
  await message('Soup today').waitFor();
  await mia.patch('/settings', { default_language: 'fr' });
  await page.getByText('Boîte de réception').first().waitFor();
  await mia.patch('/settings', { default_language: 'en' });
  await page.getByText('Inbox').first().waitFor();
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await eventually(
    () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    0,
    'nothing hangs over',
  );
  const side = () =>
    page.evaluate(() => document.querySelector('.sidebar')!.getBoundingClientRect().left > innerWidth / 2);
  await eventually(side, true, 'the list is where one begins to read');
  await assertAccessible(page, 'from the right');
  await close();
});

test('with another language, times get its usual format, unless the user has chosen the other one', async () => {
  const { mia } = await kitchenTeam();
  const { page, close } = await openWindow(mia, '#settings/preferences');
  const saved = async () => {
    const { default_language, twenty_four_hour_time } = mia.team.app.users.byId(mia.id)!.settings;
    return [default_language, twenty_four_hour_time];
  };
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await eventually(saved, ['de', true]);
  await mia.patch('/settings', { twenty_four_hour_time: false });
  await page.getByLabel('Sprache', { exact: true }).selectOption('fr');
  await eventually(saved, ['fr', false]);
  await close();
});

test('the sidebar has room for its own words in every language', async () => {
  const { mia, max } = await kitchenTeam();
  for (const text of ['Hello', 'Are you there?']) await max.sendDirectMessage([mia], text);
  const { page, close } = await openWindow(mia, '#recent', { viewport: { width: 1024, height: 768 } });
  await page.locator('.sidebar').getByRole('button', { name: 'More' }).click();
  const names = page.locator('.sidebar :is(.row-name, .section-fold)');
  const cut: (string | null)[] = [];
  const getCut = () =>
    names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  for (const code of CLIENT_LANGUAGES) {
    await mia.patch('/settings', { default_language: code });
    await eventually(() => page.locator('html').getAttribute('lang'), code);
    await eventually(() => findCutPlaceholders(page, '.sidebar'), [], code);
    cut.push(...(await getCut()));
  }
  assert.deepEqual(cut, []);
  await close();
});

test('the list of settings shows whole German names beside a narrow page', async () => {
  const { ada } = await kitchenTeam();
  await ada.patch('/settings', { default_language: 'de' });
  const { page, close } = await openWindow(ada, '#organization', { viewport: { width: 1024, height: 768 } });
  await page.locator('.paged-list .row-name', { hasText: 'Aufbewahrung' }).waitFor();
  const getCut = () =>
    page
      .locator('.paged-list .row-name')
      .evaluateAll((names) => names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  await eventually(getCut, []);
  await close();
});

test('the directory says in German how long people have been away', async () => {
  const { mia } = await kitchenTeam();
  await mia.patch('/settings', { default_language: 'de' });
  const { page, close } = await openWindow(mia, '#user');
  const facts = page.locator('.directory-fact', { hasText: 'In letzter Zeit nicht aktiv' });
  await facts.first().waitFor();
  const getHidden = () => facts.first().evaluate((fact) => fact.scrollWidth - fact.clientWidth);
  await eventually(getHidden, 0);
  await close();
});

test('every language can be chosen', async () => {
  const { mia, lunch } = await kitchenTeam();
  const { page, message, close } = await openWindow(mia, lunch);
  await message('Soup today').waitFor();
  for (const code of CLIENT_LANGUAGES.filter((one) => one !== 'en')) {
    await mia.patch('/settings', { default_language: code });
    await page
      .getByText(String(readTexts(code).client.Inbox), { exact: true })
      .first()
      .waitFor();
    await eventually(() => page.locator('html').getAttribute('lang'), code);
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, code);
  }
  await close();
});
