import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { assertAccessible, chip, eventually, openWindow, waitForComposeText, waitForRender } from './client.ts';
import { emptyKitchenTeam } from './teams.ts';

test('part of a message is quoted and copied, links are pasted, and warnings appear before sending', async () => {
  const { ada, mia, max, gus, app, channel, topic } = await emptyKitchenTeam();
  await ada.post('/realm/playgrounds', {
    name: 'Try it',
    pygments_language: 'Python',
    url_template: 'https://try.example/?q={code}',
  });
  const soup = await max.sendMessage('kitchen', 'lunch', 'Leek and **potatoes** with @**Mia** :leafy_green:');
  await max.sendMessage('kitchen', 'lunch', '```python\nprint("a b")\n```');
  await mia.sendMessage('kitchen', 'lunch', 'Cream');
  const slat = await mia.sendMessage('kitchen', 'lunch', 'And slat');
  const { page, context, message, go, close } = await openWindow(mia, topic('lunch'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const origin = new URL(page.url()).origin;
  const box = page.locator('#compose-text');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const paste = async (text: string) => {
    await page.evaluate((what) => navigator.clipboard.writeText(what), text);
    await page.keyboard.press('Control+V');
  };
  /** Selects from a word in one message to a word in another. */
  const select = (from: string, to: string) =>
    page.evaluate(
      ([begin, end]) => {
        const find = (word: string): Text => {
          const all = document.createTreeWalker(document.querySelector('.feed')!, NodeFilter.SHOW_TEXT);
          while (all.nextNode()) if (all.currentNode.textContent!.includes(word)) return all.currentNode as Text;
          throw new Error(word);
        };
        const last = find(end!);
        getSelection()!.setBaseAndExtent(find(begin!), 0, last, last.data.indexOf(end!) + end!.length);
      },
      [from, to],
    );
  await message('And slat').waitFor();
  await box.waitFor();
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();

  await box.fill('So it says:');
  await message('Leek').focus();
  await select('potatoes', '@Mia');
  await page.keyboard.press('>');
  await eventually(
    () => box.inputValue(),
    new RegExp(
      `^So it says:\\n@_\\*\\*Max\\|${max.id}\\*\\* \\[said\\].*\n\`\`\`quote\n\\*\\*potatoes\\*\\* with @_\\*\\*Mia\\|${mia.id}\\*\\*\n\`\`\`\n$`,
    ),
  );
  await box.fill('');

  await message('Leek').focus();
  await select('potatoes', 'Cream');
  await page.keyboard.press('Control+C');
  await eventually(
    copied,
    /^\*\*Max\*\*, .*\n\*\*potatoes\*\* with .* :leafy_green:\n\n\*\*Max\*\*, .*\n```python\nprint\("a b"\)\n```\n\n\*\*Mia\*\*, .*\nCream$/,
  );

  // A formula, and the whole source of a message.
  await max.sendMessage('kitchen', 'lunch', 'So **hot**: $$x^2$$');
  await message('So hot').locator('.katex').waitFor();
  await page.getByRole('article', { name: /: So hot: x\^2$/ }).waitFor();
  await message('So hot').focus();
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('.feed .rendered')].at(-1)!;
    getSelection()!.selectAllChildren(all);
  });
  await page.keyboard.press('Control+C');
  await eventually(copied, 'So **hot**: $$x^2$$');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('i');
  await page.getByRole('menuitem', { name: 'Copy text' }).click();
  await eventually(copied, 'So **hot**: $$x^2$$');

  // A link to a topic still works after the topic was renamed.
  await page.locator('.main-actions').getByRole('button', { name: 'Actions for topic lunch' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await eventually(copied, /#narrow\/channel\/\d+-kitchen\/topic\/lunch\/with\/\d+$/);

  await box.focus();
  await paste(`${origin}/${topic('lunch')}/near/${soup}`);
  await waitForComposeText(page, `#**kitchen>lunch@${soup}**`);
  await page.keyboard.press('Control+Z');
  await waitForComposeText(page, '');

  const tried = context.waitForEvent('page');
  await context.route('https://try.example/**', (route) => route.fulfill({ body: 'It runs' }));
  await message('print').hover();
  const bottom = () =>
    message('print')
      .locator('.message-tools')
      .evaluate((tools) => tools.getBoundingClientRect().bottom);
  const top = () =>
    message('print')
      .locator('.playground-button')
      .evaluate((button) => button.getBoundingClientRect().top);
  await eventually(
    async () => (await bottom()) <= (await top()),
    true,
    'the buttons of a message leave those of its code free',
  );
  await page.getByRole('button', { name: 'Open in playground' }).click();
  assert.equal((await tried).url(), 'https://try.example/?q=print%28%22a%20b%22%29%0A');

  // A consecutive message of the same sender also shows that it was edited.
  await mia.patch(`/messages/${slat}`, { content: 'And salad' });
  await message('And salad').getByText('edited').waitFor();
  await message('And salad').focus();
  await page.keyboard.press('Control+s');
  await message('And salad').getByRole('img', { name: 'Starred' }).waitFor();

  await ada.patch(`/messages/${soup}`, { topic: '✔ lunch', propagate_mode: 'change_all' });
  await page.getByText('This topic is marked as resolved.').waitFor();
  await page.locator('.notice').getByRole('button', { name: 'Unresolve topic' }).click();
  await page.getByText('This topic is marked as resolved.').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'lunch', exact: true }).waitFor();

  await go(`#narrow/dm/${gus.id}`);
  // Guests are marked as guests wherever their names appear. Senders are warned about guest recipients if the
  // organization wants it.
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const warning = page.getByText('Gus is a guest in this organization.');
  await heading('Gus (guest)');
  await warning.waitFor();
  await gus.sendDirectMessage([mia], 'Where is the salt?');
  await message('Where is the salt?').getByRole('button', { name: 'Gus (guest)', exact: true }).waitFor();
  await page.locator('.sidebar').getByRole('link', { name: 'Gus (guest)' }).waitFor();
  await box.pressSequentially('@gu');
  await page.getByRole('option', { name: 'Gus (guest)' }).waitFor();
  await box.press('Enter');
  await waitForComposeText(page, '@**Gus** ');
  await box.fill('');
  await ada.patch(`/users/${mia.id}`, { role: 600 });
  await warning.waitFor({ state: 'detached' });
  await ada.patch(`/users/${mia.id}`, { role: 400 });
  await warning.waitFor();
  await ada.patch('/realm', { enable_guest_user_dm_warning: false });
  await warning.waitFor({ state: 'detached' });
  await ada.patch('/realm', { enable_guest_user_indicator: false });
  await heading('Gus');
  await message('Where is the salt?').getByRole('button', { name: 'Gus', exact: true }).waitFor();
  await box.fill('x'.repeat(10_001));
  await page.getByText('This is 1 character too long. Shorten it.').waitFor();
  // The server would accept the text and truncate it.
  await box.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Send as a file' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await box.inputValue()).length, 10_001);
  await box.fill('');
  await ada.delete(`/users/${gus.id}`);
  await page.getByText('The account of Gus is deactivated. You can’t send messages here.').waitFor();
  await waitForRender(page);
  assert.ok(app.channels.byId(channel));
  await close();
});

test('the topic of a new message is typed, with suggestions, and Enter leads to the message', async () => {
  const { max, mia, channel } = await emptyKitchenTeam();
  for (const topic of ['lunch', 'supper', 'late lunch']) await max.sendMessage('kitchen', topic, 'Soup today');
  const { page, close } = await openWindow(mia, `#narrow/channel/${channel}`);
  await page.getByText('Soup today').first().waitFor();
  await page.keyboard.press('c');
  const field = page.getByRole('combobox', { name: 'Topic' });
  await field.and(page.locator(':focus')).waitFor();
  const suggestions = page.getByRole('listbox', { name: 'Topic' }).getByRole('option');
  await field.pressSequentially('Lun');
  await eventually(() => suggestions.allTextContents(), ['lunch', 'late lunch']);
  await assertAccessible(page, 'suggested topics');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await eventually(() => field.inputValue(), 'late lunch');
  await eventually(() => suggestions.count(), 0);
  const text = page.locator('#compose-text:focus');
  await text.waitFor();
  // Enter accepts a new topic as it is.
  await field.fill('Lu');
  await eventually(() => suggestions.count(), 2);
  await page.keyboard.press('Escape');
  await eventually(() => suggestions.count(), 0);
  await field.fill('lu ');
  await page.keyboard.press('Enter');
  await text.waitFor();
  await eventually(() => field.inputValue(), 'lu ');
  await field.fill('sup');
  await suggestions.first().click();
  await eventually(() => field.inputValue(), 'supper');
  await close();
});

test('a new message in a channel goes to its general chat if no topic is typed', async () => {
  const { max, mia, channel, topic } = await emptyKitchenTeam();
  await max.sendMessage('kitchen', 'lunch', 'Soup today');
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${channel}`);
  await message('Soup today').waitFor();
  await page.keyboard.press('c');
  const topicField = page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':focus'));
  await eventually(() => topicField.getAttribute('placeholder'), 'What is it about?');
  await page.keyboard.press('Enter');
  await page.locator('#compose-text:focus').waitFor();
  await eventually(() => page.locator('#compose-text').getAttribute('placeholder'), 'Message #kitchen');
  await page.keyboard.type('Anything else?');
  await page.keyboard.press('Control+Enter');
  await eventually(() => page.evaluate(() => location.hash), new RegExp(`${topic('')}$`));
  await message('Anything else?').waitFor();
  await page.getByRole('heading', { level: 1, name: 'general chat' }).waitFor();
  await page.locator('.main-note', { hasText: 'Messages without a topic' }).waitFor();
  await close();
});

test('keys that are pressed before the window shows the fields are not lost', async () => {
  const { max, mia, channel, topic } = await emptyKitchenTeam();
  await max.sendMessage('kitchen', 'lunch', 'Soup today');
  const { page, message, close } = await openWindow(mia, `#narrow/channel/${channel}`);
  await message('Soup today').waitFor();
  // No frame is shown between these keys, since all are pressed in one task.
  await page.evaluate(async () => {
    const press = async (key: string, ctrlKey = false) => {
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
      );
      for (let step = 0; step < 10; step++) await undefined;
    };
    await press('c');
    await press('Enter');
    document.execCommand('insertText', false, 'Anything else?');
    await press('Enter', true);
  });
  await message('Anything else?').waitFor();
  await eventually(() => page.evaluate(() => location.hash), new RegExp(`${topic('')}$`));
  await close();
});

test('recipients can be changed while keeping the text, and an edit survives the message’s deletion', async () => {
  const { ada, mia, max, channel, topic } = await emptyKitchenTeam();
  await max.sendMessage('kitchen', 'lunch', 'Soup today');
  const own = await mia.sendMessage('kitchen', 'lunch', 'With leek');
  const { page, go, message, close } = await openWindow(mia, `#narrow/channel/${channel}`);
  await message('Soup today').focus();
  await page.keyboard.press('r');
  const to = page.locator('.compose-to');
  await to.getByText('To #kitchen › lunch').waitFor();
  await page.locator('#compose-text:focus').waitFor();
  await page.keyboard.type('What about supper?');
  await to.getByRole('button', { name: 'Change recipient' }).click();
  const field = page.getByRole('combobox', { name: 'Topic' });
  await eventually(() => field.inputValue(), 'lunch');
  await field.fill('supper');
  await waitForComposeText(page, 'What about supper?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'supper', exact: true }).waitFor();
  await message('What about supper?').waitFor();

  await go(topic('lunch'));
  await message('With leek').focus();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('With leek and potatoes');
  await page.getByText(/^You can edit this until /).waitFor();
  await ada.patch('/realm', { message_content_edit_limit_seconds: 1 });
  await page.getByText('This can no longer be edited.').waitFor();
  await ada.delete(`/messages/${own}`);
  await page.getByText('The message you were editing was deleted.').waitFor();
  await waitForComposeText(page, 'With leek and potatoes');
  await close();
});

test('pasted text keeps its format, is previewed, saved as a snippet, and a message is forwarded', async () => {
  const { ada, mia, max, team } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id] });
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const channel = team.app.channels.named('kitchen')!.id;
  const { page, context, message, close } = await openWindow(mia, `#narrow/channel/${channel}/topic/lunch`);
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  const box = page.locator('#compose-text');
  const paste = (html: string, text: string) =>
    page.evaluate(
      ([rich, plain]) => {
        const data = new DataTransfer();
        if (rich) data.setData('text/html', rich);
        data.setData('text/plain', plain!);
        const field = document.querySelector<HTMLTextAreaElement>('#compose-text')!;
        field.focus();
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [html, text],
    );
  await paste(
    '<meta charset="utf-8"><p>A <b>bold</b> <a href="https://example.com/x">link</a></p><ul><li>one</li><li><i>two</i></li></ul><script>alert(1)</script>',
    'A bold link one two',
  );
  await waitForComposeText(page, 'A **bold** [link](https://example.com/x)\n\n- one\n- *two*');
  await page.keyboard.press('Alt+p');
  await page.getByRole('region', { name: 'Preview' }).locator('li').first().waitFor();
  await assertAccessible(page, 'a preview');
  await page.getByRole('button', { name: 'Continue writing' }).click();
  // A picture without clipboard types in the event, as in WebKit on Linux. Where reading the clipboard would ask for
  // permission, it is not read.
  await box.fill('');
  const pasteNothing = () =>
    page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
      canvas.getContext('2d');
      const picture = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
      let reads = 0;
      const read = async () => {
        reads++;
        return [new ClipboardItem({ 'image/png': picture })];
      };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { read } });
      const data = new DataTransfer();
      document
        .querySelector('#compose-text')!
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      Reflect.deleteProperty(navigator, 'clipboard');
      return reads;
    });
  assert.equal(await pasteNothing(), 0);
  await context.grantPermissions(['clipboard-read']);
  await eventually(pasteNothing, 1);
  await chip(page, 'image.png').waitFor();
  await page.getByRole('button', { name: 'Remove image.png' }).click();
  await box.fill('see here');
  await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 8));
  await paste('', 'https://example.com');
  await waitForComposeText(page, 'see [here](https://example.com)');
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('menuitem', { name: 'Saved snippets' }).click();
  await page.getByRole('button', { name: 'New snippet' }).click();
  await page.getByLabel('Title').fill('Link');
  await assertAccessible(page, 'a new snippet');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Saved snippets' }).getByRole('button', { name: /^Link/ }).click();
  await waitForComposeText(page, 'see [here](https://example.com) see [here](https://example.com) ');
  await box.fill('');
  await message('Soup today').focus();
  await page.keyboard.press('<');
  await page.getByLabel('Recipients').getByRole('button', { name: 'Direct message' }).click();
  await page.getByRole('combobox', { name: 'People' }).fill('max');
  await page.getByRole('option', { name: 'Max' }).waitFor();
  await page.keyboard.press('Enter');
  await chip(page, 'Soup today').waitFor();
  await assertAccessible(page, 'forwarding');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Max' }).waitFor();
  const newest = async () =>
    (await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages.at(-1).content;
  await eventually(newest, /<blockquote>\s*<p>Soup today/);
  await close();
});

test('an empty box is one quiet line, and text brings the hint, a second line and a Send that stands out', async () => {
  const { mia, topic } = await emptyKitchenTeam();
  const { page, close } = await openWindow(mia, topic('lunch'));
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  const box = page.locator('.compose-box');
  const field = page.locator('#compose-text');
  const getHeight = async () => Math.round((await box.boundingBox())!.height);
  await eventually(getHeight, 44);
  const tools = page.locator('.compose-foot button:visible');
  assert.deepEqual(await tools.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [
    'New topic',
    'Insert',
    'Emoji',
    'Mention someone',
    'Record a voice message',
    'Formatting',
    'Send later',
    'Send',
  ]);
  const widths = await tools.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
  assert.deepEqual(widths.slice(1), Array(7).fill(28));
  const hint = page.locator('.compose-hint');
  const color = () => page.locator('.compose-send').evaluate((send) => getComputedStyle(send).backgroundColor);
  const quiet = await color();
  // The focus changes nothing: a press elsewhere would otherwise move what is pressed.
  await field.focus();
  assert.equal(await getHeight(), 44);
  assert.equal(await hint.isVisible(), false);
  await page.keyboard.type('Leek');
  await hint.waitFor();
  assert.ok((await getHeight()) > 44);
  assert.notEqual(await color(), quiet);
  await page.getByRole('button', { name: 'Mention someone' }).click();
  await waitForComposeText(page, 'Leek @');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await field.fill('');
  await eventually(getHeight, 44);
  assert.equal(await color(), quiet);
  // At 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  await field.fill('one\ntwo\nthree\nfour\nfive');
  await eventually(async () => (await getHeight()) <= 90, true, 'a long text scrolls');
  await close();
});

test('the newest messages stay visible above the compose box while a long message grows and is deleted', async () => {
  const { mia, max, topic } = await emptyKitchenTeam();
  for (let at = 0; at < 30; at++) await max.sendMessage('kitchen', 'lunch', `Recipe ${at}`);
  const { page, message, close } = await openWindow(mia, topic('lunch'));
  await message('Recipe 29').waitFor();
  const hidden = () => page.locator('.feed').evaluate((feed) => feed.scrollHeight - feed.clientHeight - feed.scrollTop);
  await page.locator('.feed').evaluate((feed) => feed.scrollTo(0, feed.scrollHeight));
  await eventually(hidden, 0);
  const box = page.locator('#compose-text');
  await box.focus();
  for (let line = 0; line < 6; line++) {
    await page.keyboard.type('leek');
    await page.keyboard.press('Shift+Enter');
    await waitForRender(page);
    await eventually(hidden, 0, `after line ${line}`);
  }
  await box.fill('');
  await eventually(hidden, 0, 'in the empty box');
  await close();
});

test('pasted HTML keeps its lines, lists, cells and code', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id] });
  await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  const { page, message, close } = await openWindow(mia, '#narrow/channel/1-kitchen/topic/lunch');
  await message('Soup today').waitFor();
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  const pasted = async (html: string, text: string, before = '') => {
    await page.locator('#compose-text').fill(before);
    await page.evaluate(
      ([rich, plain]) => {
        const data = new DataTransfer();
        if (rich) data.setData('text/html', rich);
        data.setData('text/plain', plain!);
        const field = document.querySelector<HTMLTextAreaElement>('#compose-text')!;
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        // The browser inserts the plain text by itself.
        if (field.dispatchEvent(event)) document.execCommand('insertText', false, plain);
      },
      [html, text],
    );
    await page.waitForFunction(
      (old) => document.querySelector<HTMLTextAreaElement>('#compose-text')!.value !== old,
      before,
    );
    return page.locator('#compose-text').inputValue();
  };
  for (const [html, markdown] of PASTED) assert.equal(await pasted(html, 'plain'), markdown, html);
  assert.equal(await pasted('<p>A <b>bold</b></p>', 'A bold', '```\n'), '```\nA bold', 'inside a code block');
  assert.equal(await pasted('', '```js\nlet a = 1```\nafter'), '```js\nlet a = 1\n```\nafter');
  await page.locator('#compose-text').fill('```js\nlet b = 2```\nbehind');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await message('behind').locator('pre').waitFor();
  const { messages } = await mia.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  });
  assert.equal(messages[0].content, '```js\nlet b = 2\n```\nbehind');
  await close();
});

const cells = (...rows: string[]) => `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
const wordItem = (level: number, marker: string, text: string) =>
  `<p class="MsoListParagraph" style="margin-left:36pt;mso-list:l0 level${level} lfo1"><!--[if !supportLists]-->` +
  `<span style="mso-list:Ignore">${marker}<span>&nbsp;&nbsp;</span></span><!--[endif]-->${text}<o:p></o:p></p>`;

/** HTML as programs copy it, and its Markdown. */
const PASTED: readonly (readonly [html: string, markdown: string])[] = [
  [cells('<td>Apple</td>', '<td>Pear</td>', '<td>Plum</td>'), 'Apple\nPear\nPlum'],
  [cells('<td colspan="2">Fruit</td>', '<td>Apple</td><td>3</td>'), '| Fruit |  |\n| --- | --- |\n| Apple | 3 |'],
  [cells('<td rowspan="2">Fruit</td><td>Apple</td>', '<td>Pear</td>'), '| Fruit | Apple |\n| --- | --- |\n|  | Pear |'],
  ['<span style="display:block">Apple</span><span style="display:block">Pear</span>', 'Apple\n\nPear'],
  [
    '<ul><li>one</li><ul><li>deep</li><ol><li>deeper</li></ol></ul><li>two</li></ul>',
    '- one\n  - deep\n    1. deeper\n- two',
  ],
  ['<ol><li>one<ul><li>deep</li></ul></li><li>two</li></ol>', '1. one\n  - deep\n2. two'],
  [
    `${wordItem(1, '·', 'one')}\n${wordItem(2, 'o', 'deep')}\n${wordItem(1, '2.', 'two')}<p>after</p>`,
    '- one\n  - deep\n2. two\n\nafter',
  ],
  ['<dl><dt>Leek</dt><dd>A plant</dd> <dt>Soup</dt><dd>A dish</dd></dl>', '**Leek**\nA plant\n\n**Soup**\nA dish'],
  ['<span style="white-space: pre-wrap;">one\ntwo</span>', 'one\ntwo'],
  ['<div style="white-space-collapse: preserve"><b>one</b>\ntwo</div>', '**one**\ntwo'],
  ['<p>one\ntwo</p>', 'one two'],
  ['<a href="https://a.test/1">[JIRA-1] Fix it</a>', '[[JIRA-1] Fix it](https://a.test/1)'],
  ['<a href="https://a.test/1">Fix it] now [</a>', '[Fix it) now (](https://a.test/1)'],
  [
    '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">if (a) {</td></tr>' +
      '<tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  b();</td></tr></table>',
    '```\nif (a) {\n  b();\n```',
  ],
  [
    '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\n  b\n</pre></td></tr></table>',
    '```\na\n  b\n```',
  ],
  ['<p>See</p><pre><span class="lineno">1 </span>a\n<span class="lineno">2 </span>b</pre>', 'See\n\n```\na\nb\n```'],
  ['<p>See</p><pre><ol class="linenums"><li>a</li><li>  b</li></ol></pre>', 'See\n\n```\na\n  b\n```'],
  ['<p>See</p><pre>a<br>b</pre>', 'See\n\n```\na\nb\n```'],
  [cells('<td>1</td><td>Apple</td>', '<td>2</td><td>Pear</td>'), '| 1 | Apple |\n| --- | --- |\n| 2 | Pear |'],
];

test('code is typed, indented and pasted into a block, also when Enter sends', async () => {
  const { mia, max, topic } = await emptyKitchenTeam();
  await mia.patch('/settings', { enter_sends: true });
  const { page, message, close } = await openWindow(mia, topic('code'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor();
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  const { keyboard } = page;
  await page.locator('#compose-text').focus();

  // A language that is completely typed stays, and the block closes itself.
  await keyboard.type('```java');
  await list.getByRole('option', { name: 'javascript', exact: true }).waitFor();
  await keyboard.press('Enter');
  await waitForComposeText(page, '```java\n\n```');
  await page.getByText('Enter for a new line, Ctrl+Enter to send').waitFor();
  await keyboard.type('f() {');
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.type('return;');
  await keyboard.press('Enter');
  await keyboard.press('Shift+Tab');
  await keyboard.type('} :-D');
  await keyboard.press('Enter');
  const html = '<p>a <b>b</b> https://example.com</p>';
  await page.evaluate(
    ([rich]) =>
      navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob([rich!], { type: 'text/html' }),
          'text/plain': new Blob(['a b\nhttps://example.com'], { type: 'text/plain' }),
        }),
      ]),
    [html],
  );
  await keyboard.press('Control+V');
  const code = '```java\nf() {\n  return;\n} :-D\na b\nhttps://example.com\n```';
  await waitForComposeText(page, code);
  await keyboard.press('ArrowDown');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await message('return;').locator('[data-code-language=Java]').waitFor();
  const newest = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
  assert.equal((await max.get('/messages', newest)).messages.at(-1).content, code);

  // Shift+Enter takes no suggestion, an empty block is not sent, and a selection becomes a block.
  await keyboard.type('```');
  await keyboard.type('py');
  await list.waitFor();
  await keyboard.press('Shift+Enter');
  await waitForComposeText(page, '```py\n\n```');
  await keyboard.press('Control+Enter');
  await keyboard.press('Control+A');
  await keyboard.type('@ma');
  await list.waitFor();
  await keyboard.press('Shift+Enter');
  await waitForComposeText(page, '@ma\n');
  await list.waitFor({ state: 'hidden' });
  await keyboard.press('Control+A');
  await keyboard.type('it took <timeout :-D');
  await waitForRender(page);
  assert.equal(await list.isVisible(), false);
  await keyboard.press('Control+A');
  await keyboard.press('Control+Shift+C');
  await waitForComposeText(page, '```\nit took <timeout :-D\n```');
  await keyboard.press('Control+Enter');
  await message('it took').locator('pre').waitFor();
  assert.equal(await page.locator('article[data-id]').count(), 2);
  await close();
});

test('leaving the compose box does not scroll, and copied text ends with its last letter', async () => {
  const { mia, max, topic } = await emptyKitchenTeam();
  for (let number = 1; number <= 40; number++) await max.sendMessage('kitchen', 'long', `Number ${number}\n\nof many`);
  await mia.sendMessage('kitchen', 'long', 'Last of Mia\n\n* one\n* two');
  const { page, message, close } = await openWindow(mia, topic('long'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await message('Last of Mia').waitFor();
  await message('Number 40').focus();
  const feed = page.locator('.feed');
  const scrolled = () => feed.evaluate((box) => box.scrollTop);
  const end = await scrolled();
  await page.locator('#compose-text').focus();
  await feed.evaluate((box) => (box.scrollTop -= 1200));
  await waitForRender(page);
  const before = await scrolled();
  assert.ok(before < end - 1000);
  await page.keyboard.press('Escape');
  await waitForRender(page);
  assert.equal(await scrolled(), before);
  const isVisible = await page.evaluate(() => {
    const { top, bottom } = document.activeElement!.getBoundingClientRect();
    const box = document.querySelector('.feed')!.getBoundingClientRect();
    return document.activeElement!.matches('[data-id]') && bottom > box.top && top < box.bottom;
  });
  assert.ok(isVisible, 'the focus is on a message on screen');

  await message('Number 39')
    .locator('p', { hasText: 'of many' })
    .click({ clickCount: 3, position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+C');
  await eventually(copied, 'of many');
  await message('Last of Mia')
    .locator('p')
    .first()
    .click({ clickCount: 3, position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+C');
  await eventually(copied, 'Last of Mia');
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('.feed .rendered')];
    getSelection()!.setBaseAndExtent(all.at(-3)!, 0, all.at(-1)!, all.at(-1)!.childNodes.length);
  });
  await page.keyboard.press('Control+C');
  await eventually(
    copied,
    /^\*\*Max\*\*, [^\n]*:\nNumber 39\n\nof many\n\n\*\*Max\*\*, [^\n]*:\nNumber 40\n\nof many\n\n\*\*Mia\*\*, [^\n]*:\nLast of Mia\n\n[*-] one\n[*-] two$/,
  );
  await close();
});
