import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { eventually, openWindow } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

test('two windows of one browser stay in sync, including what only the browser stores', async () => {
  const { ada } = newTeam();
  const { page, context, close } = await openWindow(ada, '#settings/preferences');
  const other = await context.newPage();
  await other.goto(page.url());
  for (const name of ['Single-letter shortcuts', 'Use 24-hour time']) {
    const [here, there] = [page, other].map((one) => one.getByRole('switch', { name }));
    const before = await there!.isChecked();
    await here!.click();
    await eventually(() => there!.isChecked(), !before, name);
  }
  await close();
});

test('a view is hidden and a search is saved in all windows of the user, and in nobody else’s', async () => {
  const { ada, mia } = newTeam();
  const { page, close, go } = await openWindow(ada, '#settings/preferences');
  const [other, hers] = [await openWindow(ada, '#inbox'), await openWindow(mia, '#inbox')];
  const getViews = (of: typeof page) => of.getByRole('list', { name: 'Views', exact: true });
  for (const window of [page, other.page, hers.page])
    await getViews(window).getByRole('button', { name: 'More' }).click();
  await page.getByRole('switch', { name: 'Combined feed' }).click();
  await getViews(other.page).getByRole('link', { name: 'Combined feed' }).waitFor({ state: 'detached' });
  await getViews(hers.page).getByRole('link', { name: 'Combined feed' }).waitFor();
  // A hidden view is shown while it is open.
  await other.go('#feed');
  await getViews(other.page).getByRole('link', { name: 'Combined feed' }).waitFor();
  await page.getByRole('switch', { name: 'Combined feed' }).click();
  await getViews(page).getByRole('link', { name: 'Combined feed' }).waitFor();

  await go('#narrow/search/bread');
  await page.getByRole('button', { name: 'Save search to the sidebar' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await eventually(() => name.inputValue(), 'bread');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await getViews(other.page).getByRole('link', { name: 'bread', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Saved search', pressed: true }).click();
  await name.fill('All about bread');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await getViews(other.page).getByRole('link', { name: 'All about bread' }).click();
  await other.page.locator('.pill', { hasText: 'bread' }).first().waitFor();
  await go('#settings/preferences');
  await page.getByRole('button', { name: 'Remove All about bread' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await other.page.getByRole('button', { name: 'Saved search', pressed: true }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await other.page.getByRole('dialog', { name: 'Remove All about bread?' }).getByText('aren’t affected').waitFor();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await getViews(page).getByRole('link', { name: 'All about bread' }).waitFor({ state: 'detached' });
  await other.page.getByRole('button', { name: 'Save search to the sidebar', pressed: false }).waitFor();
  assert.deepEqual((await mia.get('/navigation_views')).navigation_views, []);
  await hers.close();
  await other.close();
  await close();
});

for (const [title, missing] of [
  ['seven tabs', []],
  ['seven tabs of a browser without locks', ['locks']],
] as const)
  test(`${title} receive each event once, and answer requests over six connections`, async () => {
    const { mia, max, topic } = await emptyKitchenTeam();
    const { page, context, close } = await openWindow(mia, topic('lunch'), {
      before: (window) =>
        window
          .context()
          .addInitScript(
            (names) => names.forEach((name) => Reflect.deleteProperty(Navigator.prototype, name)),
            [...missing],
          ),
    });
    const tabs = [page];
    while (tabs.length < 7) {
      const tab = await context.newPage();
      await tab.goto(page.url());
      tabs.push(tab);
    }
    const countIn = (text: string) => Promise.all(tabs.map((tab) => tab.locator('article', { hasText: text }).count()));
    const receiveAll = async (text: string) => {
      await max.sendMessage('kitchen', 'lunch', text);
      await eventually(async () => String(await countIn(text)), String(tabs.map(() => 1)), text);
    };
    await receiveAll('Soup today');
    const polls = () => mia.team.app.queues.ofUser(mia.id).filter(({ poll }) => poll).length;
    await eventually(polls, 1, 'waiting requests');
    // Each tab sends while the others are open.
    for (const [at, tab] of tabs.entries()) {
      await tab.getByRole('textbox', { name: 'Message' }).fill(`Bread ${at}`);
      await tab.getByRole('button', { name: 'Send', exact: true }).click();
      await eventually(async () => String(await countIn(`Bread ${at}`)), String(tabs.map(() => 1)), `Bread ${at}`);
    }
    // Those that close include the one that waits, whichever it is.
    while (tabs.length > 1) {
      await tabs.pop()!.close();
      await receiveAll(`With ${tabs.length} tabs`);
    }
    await page.reload();
    await receiveAll('After a reload');
    await close();
  });
