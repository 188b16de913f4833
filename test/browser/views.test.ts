import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, eventually, goTo, openWindow, waitForRender } from './client.ts';

async function createTeam() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.post('/channels/create', { name: 'secret', subscribers: [ada.id, mia.id], invite_only: true });
  const soup = await ada.sendMessage('kitchen', 'lunch', 'Soup today, @**Mia**! :tada: `code` https://example.com');
  await max.sendMessage('kitchen', 'dinner', '* one\n* two\n\n```python\nprint("hello")\n```');
  await ada.sendMessage('secret', '', 'Between us');
  await max.sendDirectMessage([mia], 'Psst');
  await max.sendDirectMessage([mia, ada], 'We three');
  await mia.post('/messages/flags', { op: 'add', flag: 'starred', messages: [soup] });
  return { ...team, soup, channel: ada.team.app.channels.named('kitchen')!.id };
}

test('every view is reachable by its address, and its name is the only main heading', async () => {
  const { mia, channel, max } = await createTeam();
  const views: [hash: string, heading: string | RegExp][] = [
    ['#inbox', 'Inbox'],
    ['#recent', 'Recent conversations'],
    ['#feed', 'Combined feed'],
    [`#narrow/channel/${channel}-kitchen`, 'kitchen'],
    [`#topics/channel/${channel}-kitchen`, 'kitchen'],
    [`#narrow/channel/${channel}-kitchen/topic/dinner`, 'dinner'],
    [`#narrow/dm/${max.id}-Max`, 'Max'],
    ['#narrow/is/dm/view/list', 'Direct messages'],
    ['#narrow/is/mentioned', 'Mentions'],
    ['#narrow/is/starred', 'Starred messages'],
    ['#narrow/search/soup', 'Search results'],
    ['#drafts', 'Drafts'],
    ['#scheduled', 'Scheduled messages'],
    ['#reminders', 'Reminders'],
    ['#no/such/place', 'Not found'],
  ];
  const { page, go, close } = await openWindow(mia, '#inbox');
  for (const [hash, heading] of views) {
    await go(hash);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await eventually(() => page.getByRole('heading', { level: 1 }).count(), 1, hash);
  }
  await close();
});

test('on a phone the navigation is at the bottom, and the list of conversations is a page', async () => {
  const { ada, mia } = await createTeam();
  await mia.patch('/settings', { web_channel_default_view: 2 });
  const { page, message, close } = await openWindow(mia, '#inbox', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: 'Channels' }).click();
  await page.getByRole('link', { name: /kitchen/ }).click();
  await message('Soup today').waitFor();
  const long = ['to eat', 'to drink', 'to wash'].map((what) => `so much ${what} `.repeat(9)).join('|');
  await ada.sendMessage('kitchen', 'lunch', `|a|b|c|d|\n|-|-|-|-|\n|1|${long}|`);
  const room = () =>
    page.locator('.rendered td').evaluateAll((cells) => cells.map(({ clientWidth }) => clientWidth > 120));
  await eventually(room, [false, true, true, true], 'columns have room for several words, those of a word for that');
  await message('so much').focus();
  await page.locator('.rendered table[tabindex="0"]').waitFor();
  await eventually(
    () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    0,
    'nothing is wider than the screen',
  );
  await eventually(
    () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
    0,
    'nor is the page higher: its parts scroll',
  );
  await assertAccessible(page, 'a channel on a phone');
  await close();
});

test('with the keyboard alone a user finds a conversation, reads it, replies, and opens the help', async () => {
  const { mia } = await createTeam();
  const { page, message, close } = await openWindow(mia, '#inbox');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('kitchen');
  await page.keyboard.press('Enter');
  await message('Soup today').waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await eventually(() => page.locator(':focus').getAttribute('aria-label'), /^Ada, .*Soup today/);
  await page.keyboard.press('+');
  await page.getByRole('button', { name: '+1: you' }).waitFor();
  await page.keyboard.press('r');
  await page.waitForFunction(() => document.activeElement?.id === 'compose-text');
  await page.keyboard.type('From the keyboard');
  await page.keyboard.press('Control+Enter');
  await message('From the keyboard').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await assertAccessible(page, 'help');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('max');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.equal(messages.at(-1).subject, 'lunch', 'the answer went where the question was');
  await close();
});

test('injected HTML runs no script, and the content security policy blocks it', async () => {
  const { mia, app, soup, channel } = await createTeam();
  const evil =
    '<p>Evil<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script><svg onload="document.title=\'owned\'"></svg></p>';
  const words = '<p>Words &lt;img src=x onerror=&#39;no&#39;&gt; &amp;amp; &quot;more&quot;</p>';
  app.db.write(() => {
    const message = app.messages.byId(soup)!;
    message.rendered_content = evil;
  });
  const { page, close, context } = await openWindow(mia, '#inbox');
  await context.route('**/json/messages?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const [at, message] of body.messages.entries()) message.content = at === 0 ? words : evil;
    await route.fulfill({ response, json: body });
  });
  await goTo(page, `#narrow/channel/${channel}`);
  await page.locator('article.message', { hasText: 'Evil' }).first().waitFor();
  await page.getByText(`Words <img src=x onerror='no'> &amp; "more"`, { exact: true }).waitFor();
  await waitForRender(page);
  assert.equal(await page.locator('article :is(script, [onerror], [onload])').count(), 0);
  assert.doesNotMatch(await page.title(), /owned/);
  const inline = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>no</b>');
      return 'let through';
    } catch {
      return 'refused';
    }
  });
  assert.equal(inline, 'refused', 'no text becomes a page unless it was cleaned');
  await close().catch((error) => assert.match(String(error), /TrustedHTML|require-trusted-types|404/));
});

test('a dialog opens although the browser has not reported yet that the one before it closed', async () => {
  const { mia } = newTeam();
  const { page, close } = await openWindow(mia, '#inbox');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  // Browsers report a closed dialog in a later task.
  await page.evaluate(() => {
    document.querySelector('dialog')!.close();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  });
  await page.getByRole('dialog', { name: 'Go to' }).waitFor();
  await waitForRender(page);
  assert.equal(await page.getByRole('dialog').count(), 1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await close();
});
