import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counting, measuring } from '../../src/chat/organization/statistics/jobs.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, openWindow } from './client.ts';

/** An organization with messages on two days, one of them in a private channel without administrators. */
async function setUp() {
  const team = newTeam();
  const { app, ada, mia, max, clock } = team;
  const quiet = { send_new_subscription_messages: false };
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id], ...quiet });
  await max.post('/channels/create', { name: 'vault', subscribers: [max.id], invite_only: true, ...quiet });
  await max.sendMessage('vault', 'gold', 'Three bars');
  for (const text of ['Noodles', 'Soup']) await mia.sendMessage('kitchen', 'lunch', text);
  clock.advance(86_400);
  await mia.sendDirectMessage([max], 'Hello');
  await counting.run(app);
  await measuring.run(app);
  return team;
}

test('an administrator sees plots of the activity, by pointer, by keyboard and as tables', async () => {
  const { ada } = await setUp();
  const { page, close } = await openWindow(ada, '#organization/statistics');
  const plot = page.getByRole('slider', { name: 'Messages', exact: true });
  await plot.waitFor();
  await assertAccessible(page, 'statistics');
  const chosen = () => plot.getAttribute('aria-valuetext');
  const getBox = async (selector: string) => (await plot.locator(selector).first().boundingBox())!;
  await plot.focus();
  await page.keyboard.press('End');
  assert.equal(await chosen(), 'Sun, Nov 22 · In channels: 0 · Direct messages: 1');
  await page.keyboard.press('ArrowLeft');
  assert.match((await chosen())!, /^Sat, Nov 21 · In channels: \d+ · Direct messages: \d+$/);
  await page.getByText(/^Sat, Nov 21 · In channels/).waitFor();
  await page.keyboard.press('Tab');
  await plot.hover();
  await eventually(async () => /^\w{3}, Nov \d+ · In channels/.test((await chosen())!), true);
  await page.getByRole('button', { name: 'Show Messages as a table' }).click();
  const row = page.getByRole('table', { name: 'Messages' }).getByRole('row').nth(1);
  assert.deepEqual(await row.getByRole('cell').allTextContents(), ['0', '1']);
  await assertAccessible(page, 'statistics as a table');
  await page.getByRole('button', { name: 'Show Messages as a plot' }).click();
  await page.getByRole('button', { name: '12 months' }).click();
  // The organization is two days old, so the 12 months are the last five weeks.
  await eventually(() => plot.getAttribute('aria-valuemax'), '4');
  const [{ x, width }, gutter] = await Promise.all([getBox('.plot-columns rect'), getBox('.plot-label')]);
  assert.ok(width <= 24, `a column of ${width} px`);
  assert.ok(gutter.x + gutter.width < x, 'labels are beside the columns');
  await plot.getByText('0', { exact: true }).waitFor();
  await plot.focus();
  await page.keyboard.press('End');
  assert.match((await chosen())!, /^Week of Nov 16 · /);
  await close();
});

test('the dates of a plot are below its columns in Arabic', async () => {
  const { ada } = await setUp();
  await ada.patch('/settings', { default_language: 'ar' });
  const { page, close } = await openWindow(ada, '#organization/statistics');
  const plot = page.locator('.plot').first();
  await page.locator('.choice button').last().click();
  await eventually(() => plot.getByRole('slider').getAttribute('aria-valuemax'), '4');
  const getEnd = (box: { x: number; width: number } | null) => Math.round(box!.x + box!.width);
  const last = plot.locator('.plot-dates span').last();
  const columns = plot.locator('.plot-columns');
  await eventually(async () => getEnd(await last.boundingBox()) - getEnd(await columns.boundingBox()), 0);
  await close();
});

test('the statistics have one sum for private channels that the administrator cannot read', async () => {
  const { ada, max } = await setUp();
  const hers = await openWindow(ada, '#organization/statistics');
  const list = hers.page.getByRole('list', { name: 'Messages by channel' });
  await list
    .getByRole('listitem')
    .filter({ hasText: 'kitchen' })
    .getByText(/^\d messages$/)
    .waitFor();
  await list.getByRole('listitem').filter({ hasText: 'All private channels that you can’t read' }).waitFor();
  assert.equal(await list.getByText('vault').count(), 0);
  await hers.close();
  const his = await openWindow(max, '#organization/statistics');
  await his.page.getByText('Page not found').waitFor();
  await his.close();
});
