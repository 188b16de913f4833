import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reloadWebClients } from '../../src/chat/register/actions.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, openWindow, unreadCount } from './client.ts';

async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia, max, app } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id, max.id] });
  const channel = app.channels.named('kitchen')!.id;
  await max.sendMessage('kitchen', 'lunch', 'Soup today');
  await max.sendMessage('kitchen', 'lunch', 'All cooks!');
  return { ...team, channel, lunch: `#narrow/channel/${channel}/topic/lunch` };
}

test('a topic is resolved, moved and deleted by menu; a channel is restored; a newer client is offered', async () => {
  const { ada, mia, channel, lunch, app } = await kitchenTeam();
  await ada.post('/mark_all_as_read');
  const [hers, his] = await Promise.all([openWindow(ada, lunch), openWindow(mia, lunch)]);
  const { page } = hers;
  const dialog = page.getByRole('dialog');
  const heading = (window: typeof hers, name: string) =>
    window.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const choose = async (topic: string, item: string) => {
    await page
      .locator('.main-actions')
      .getByRole('button', { name: `Actions for topic ${topic}` })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await hers.message('All cooks').waitFor();
  await his.message('All cooks').waitFor();
  await choose('lunch', 'Resolve topic');
  await heading(his, '✔ lunch');
  await heading(hers, '✔ lunch');
  assert.equal(await hers.page.locator('.message-note').count(), 0, 'no message is marked as moved');
  assert.equal(await unreadCount(page), 0, 'the own notice is read');
  await choose('✔ lunch', 'Unresolve topic');
  await heading(his, 'lunch');
  await heading(hers, 'lunch');
  await choose('lunch', 'Rename topic');
  await dialog.getByRole('combobox', { name: 'Topic' }).fill('supper');
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await heading(his, 'supper');
  await heading(hers, 'supper');
  await choose('supper', 'Delete topic');
  await dialog.getByRole('button', { name: 'Delete topic' }).click();
  await his.message('All cooks').waitFor({ state: 'detached' });

  await ada.delete(`/streams/${channel}`);
  await hers.go(`#channels/${channel}/kitchen/general`);
  await his.go(`#channels/${channel}/kitchen/general`);
  await his.page.getByText('This channel is archived', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Unarchive' }).click();
  await page.getByText('#kitchen was unarchived.').waitFor();
  await his.page.getByText('This channel is archived', { exact: false }).first().waitFor({ state: 'detached' });
  await assertAccessible(page, 'what a channel is', '.main');

  // The page subscribes a moment after it opened, so the event is repeated until it arrives.
  const offer = his.page.getByText('A new version is available.');
  for (let heard = false; !heard; ) {
    reloadWebClients(app, false);
    heard = await offer.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  }
  await his.page.getByRole('button', { name: 'Reload' }).waitFor();
  await assertAccessible(his.page, 'a newer version', '.top-notice');
  // A user in another view gets the offer when they come back.
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  const unseen = page.waitForEvent('load');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await unseen;
  const reloaded = his.page.waitForEvent('load');
  reloadWebClients(app, true);
  await reloaded;
  await hers.close();
  await his.close();
});
