import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessibleInBothThemes, eventually, openWindow } from './client.ts';

/** A team of an owner and one member. */
async function newOrganization() {
  const team = newTeam();
  const { ada, abe, mona, mia, max, gus } = team;
  await ada.post('/channels/create', { name: 'general', subscribers: [ada.id, mia.id] });
  for (const { id } of [abe, mona, max, gus]) await ada.delete(`/users/${id}`);
  return team;
}

test('a new organization opens on welcome cards, and each disappears when it is done', async () => {
  const { ada, mia } = await newOrganization();
  await ada.delete(`/users/${mia.id}`);
  await ada.post('/mark_all_as_read');
  const { page, message, go, close } = await openWindow(ada, '#inbox', { welcome: true });
  await page.getByRole('heading', { level: 2, name: /^Welcome to / }).waitFor();
  const titles = () => page.getByRole('heading', { level: 3 }).allTextContents();
  // The owner has created a channel, so this card is done.
  await eventually(titles, ['Say hello', 'Invite people', 'What is a topic?', 'Get the apps']);
  await assertAccessibleInBothThemes(page, 'welcome cards', '.welcome');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByRole('textbox', { name: 'Invitation link' });
  await eventually(() => link.inputValue(), /\/join\/[\w-]+\/$/);
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await page.getByRole('button', { name: 'Got it' }).click();
  await eventually(titles, ['Say hello', 'Invite people', 'Get the apps']);
  await page.getByRole('textbox', { name: 'First message' }).fill('Hello from Ada');
  await page.getByRole('button', { name: 'Say hello', exact: true }).click();
  await message('Hello from Ada').waitFor();
  await page.locator('#compose-text:focus').waitFor();
  const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.equal(messages[0].subject, 'introductions');
  await go('#inbox');
  await eventually(titles, ['Invite people', 'Get the apps']);
  await page.reload();
  await eventually(titles, ['Invite people', 'Get the apps'], 'after a reload');
  assert.match(await link.inputValue(), /\/join\/[\w-]+\/$/, 'the existing link is used again');
  await page.getByRole('button', { name: 'Hide “Invite people”' }).click();
  await page.getByRole('button', { name: 'Hide “Get the apps”' }).click();
  await page.getByText('No unread messages').waitFor();
  await eventually(
    async () => (await ada.post('/register')).onboarding_steps.some(({ name }: { name: string }) => /inbox/.test(name)),
    false,
    'the account remembers that the cards are done',
  );
  await close();
});

test('a new member learns what channels, topics and views are, once', async () => {
  const { ada, mia } = await newOrganization();
  await ada.sendMessage('general', 'lunch', 'Soup today');
  const { page, go, close } = await openWindow(mia, '#inbox', { welcome: true });
  const gotIt = () => page.locator('.explanation').getByRole('button', { name: 'Got it' });
  await page.getByText('This is your inbox.').waitFor();
  const channel = page.locator('a.row', { hasText: 'general' });
  await channel.click();
  await page.getByText('A topic is one conversation of this channel').waitFor();
  await assertAccessibleInBothThemes(page, 'the topics of a channel', '.main');
  // The second time, it opens as the settings say.
  await go('#inbox');
  await channel.click();
  await page.locator('article[data-id]', { hasText: 'Soup today' }).waitFor();
  assert.equal(await page.locator('.explanation').count(), 0, 'a channel is not everything');
  await go('#feed');
  await page.getByText('in the order it was sent').waitFor();
  await gotIt().click();
  await gotIt().waitFor({ state: 'detached' });
  await go('#recent');
  await gotIt().click();
  await gotIt().waitFor({ state: 'detached' });

  // What resolving means is explained before the first time.
  await go(`#narrow/channel/${ada.team.app.channels.named('general')!.id}/topic/lunch`);
  const resolve = async (topic: string, item: string) => {
    await page
      .locator('.main-actions')
      .getByRole('button', { name: `Actions for topic ${topic}` })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await resolve('lunch', 'Resolve topic');
  await page
    .getByRole('dialog', { name: 'Resolve this topic?' })
    .getByRole('button', { name: 'Resolve topic' })
    .click();
  await page.getByRole('heading', { level: 1, name: '✔ lunch' }).waitFor();
  await resolve('✔ lunch', 'Unresolve topic');
  await page.getByRole('heading', { level: 1, name: 'lunch', exact: true }).waitFor();
  await resolve('lunch', 'Resolve topic');
  await page.getByRole('heading', { level: 1, name: '✔ lunch' }).waitFor();
  await close();
});

test('a new member sees fewer cards above the unread messages, and can fold or hide them', async () => {
  const { ada, mia } = await newOrganization();
  await ada.sendMessage('general', 'lunch', 'Soup today');
  const { page, close } = await openWindow(mia, '#inbox', { welcome: true });
  await page.getByRole('link', { name: /lunch/ }).first().waitFor();
  const welcome = page.getByRole('region', { name: /^Welcome to / });
  const bottom = async () => (await welcome.boundingBox())!.y + (await welcome.boundingBox())!.height;
  const inbox = page.getByRole('main').getByRole('link', { name: /lunch/ });
  assert.ok((await bottom()) <= (await inbox.boundingBox())!.y, 'above the unread messages');
  const titles = () => page.getByRole('heading', { level: 3 }).allTextContents();
  await eventually(titles, ['Say hello', 'What is a topic?', 'Get the apps']);
  await page.getByRole('heading', { name: /^Welcome to / }).click();
  await eventually(titles, []);
  await welcome.getByText('Say hello · What is a topic? · Get the apps').waitFor();
  await assertAccessibleInBothThemes(page, 'the line');
  await page.reload();
  await welcome.getByText('Say hello · What is a topic? · Get the apps').waitFor();
  assert.deepEqual(await titles(), [], 'the browser remembers it');
  const other = await openWindow(mia, '#inbox', { welcome: true });
  await page.getByRole('button', { name: 'Hide welcome' }).click();
  for (const { page: one } of [{ page }, other])
    await eventually(() => one.getByRole('heading', { name: /^Welcome to / }).count(), 0);
  await other.close();
  await close();
});
