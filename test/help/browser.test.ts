import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findViolations } from '../support/accessibility.ts';
import { openTab } from '../support/browser.ts';
import { newTeam } from '../support/team.ts';

const PAGES = [
  '/help',
  '/help/markdown',
  '/help/keyboard',
  '/help/integrations',
  '/help/integrations/nagios',
  '/help/operation/running',
];

test('help pages pass the accessibility check and fit every width in both themes', async () => {
  const url = await newTeam().team.url;
  const { page, close } = await openTab();
  for (const path of PAGES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(url + path);
      const flaws = await findViolations(page);
      assert.deepEqual(
        flaws.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        [],
        `${path}, ${colorScheme}`,
      );
      for (const width of [1440, 900, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
          false,
          `${path} at ${width}, ${colorScheme}`,
        );
      }
    }
  }
  await close();
});

test('a reader reaches every page from the table of contents, also on a phone, and returns to the chat', async () => {
  const url = await newTeam().team.url;
  const { page, close } = await openTab();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/help`);
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Search messages' })
    .click();
  await page.getByRole('heading', { name: 'Search messages', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Exclude messages' }).click();
  assert.equal(new URL(page.url()).hash, '#exclude-messages');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('All pages').click();
  await page
    .getByRole('navigation', { name: 'All pages' })
    .getByRole('link', { name: 'Notifications', exact: true })
    .click();
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Back to chat' }).getAttribute('href'), '/');
  await close();
});

test('the API reference, in the frame of the help, finds an endpoint by a parameter', async () => {
  const url = await newTeam().team.url;
  const { page, close } = await openTab();
  await page.goto(`${url}/api/`);
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Back to chat' }).getAttribute('href'), '/');
  await page.getByRole('searchbox', { name: 'Search' }).fill('include_anchor');
  await page.locator('#post-api-v1-typing').waitFor({ state: 'hidden' });
  await page.locator('#get-api-v1-messages').waitFor();
  assert.deepEqual(
    (await findViolations(page)).map(({ id }) => id),
    [],
  );
  await page.setViewportSize({ width: 320, height: 844 });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Bots and API' })
    .click();
  await page.getByRole('heading', { level: 1, name: /API/ }).waitFor();
  await close();
});
