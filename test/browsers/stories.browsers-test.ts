import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gardenTeam, kitchenTeam } from '../browser/teams.ts';
import { CuttableConnection } from '../support/connection.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import { waitUntil } from '../support/until.ts';
import { buildWebClient } from '../support/web.ts';
import { type Driver, type Engine, startDriver } from './webdriver.ts';
import { Window } from './window.ts';

/** The stories that matter, in the engine that `npm run test:browsers` names. */
const engine = JSON.parse(process.env.KLATCH_TEST_ENGINE!) as Engine;
const folder = mkdtempSync(join(tmpdir(), 'klatch-stories-'));
let driver: Driver;
let window: Window;

before(async () => {
  await buildWebClient();
  driver = await startDriver(engine);
  window = new Window(driver);
});

after(async () => {
  await driver?.quit();
  rmSync(folder, { recursive: true });
});

/** Runs a story. If it fails, a screenshot shows where. */
function story(title: string, tell: () => Promise<void>): void {
  test(`${engine.name}: ${title}`, async () => {
    try {
      await tell();
      await window.assertNoErrors();
    } catch (error) {
      const path = `.cache/failed-${engine.name}-${title.replace(/\W+/g, '-').slice(0, 60)}.png`;
      writeFileSync(path, await window.screenshot());
      console.error(`screenshot: ${path}`);
      throw error;
    }
  });
}

const button = (name: string | RegExp) => ({ role: 'button', name });
const link = (name: string | RegExp) => ({ role: 'link', name });
const heading = (name: string) => ({ role: 'heading', name });
const text = (words: string) => ({ text: words });

/** The newest message that a user can read. */
async function newest(person: TestUser): Promise<Record<string, any>> {
  const { messages } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  });
  return messages[0];
}

const hasSent = (reader: TestUser, content: string | RegExp) =>
  waitUntil(async () => {
    const { content: found } = await newest(reader);
    return typeof content === 'string' ? found === content : content.test(found);
  });

const findUnread = async (person: TestUser): Promise<number> =>
  (await person.post('/register', { fetch_event_types: ['message', 'update_message_flags'] })).unread_msgs.count;

story('a user signs in with a password, and signs out', async () => {
  const { ada, team } = newTeam({ publicUrl: undefined });
  await ada.post('/users', { email: 'nina@example.com', password: 'leeks and potatoes', full_name: 'Nina' });
  await window.openSignedOut(`${await team.url}/login/`);
  await window.assertAccessible();
  await window.fill('E-mail', 'nina@example.com');
  await window.fill('Password', 'leeks and potatoes');
  await window.press('Enter');
  await window.see(heading('Inbox'));
  await window.press('g');
  await window.click({ role: 'menuitem', name: 'Sign out' });
  await window.see(button('Sign in'));
});

story('a user reads what is unread, writes, edits, and reacts', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  await window.open(mia, '#inbox');
  await window.click(link(/lunch/));
  await window.see(text('Soup today'));
  await waitUntil(async () => (await findUnread(mia)) <= 1);
  assert.equal(await window.run(() => location.hash.replace(/\/(with|near)\/\d+$/, '')), lunch);
  await window.fill('Message', 'Is there **bred**?');
  await window.press('Enter');
  await hasSent(max, 'Is there **bred**?');
  await window.see(text('bred'));
  await window.press('ArrowUp');
  await window.see({ role: 'textbox', name: 'Edit message' });
  await window.press('Control+a');
  await window.type('Is there **bread**?');
  await window.press('Control+Enter');
  await hasSent(max, 'Is there **bread**?');
  await window.see(text('bread'));
  await max.sendMessage('kitchen', 'lunch', 'No, but **leek**');
  await window.see(text('leek'));
  await window.click(text('leek'));
  await window.press(':');
  await window.see({ role: 'combobox', name: 'Find an emoji' });
  await window.type('tada');
  await window.see({ role: 'option', name: 'tada' });
  await window.press('Enter');
  await window.see(button(/^tada: you/));
  assert.equal((await newest(max)).reactions[0].emoji_name, 'tada');
  await window.assertAccessible();
});

story('a message is begun from anywhere: its channel and topic are typed, with suggestions', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  await max.sendMessage('kitchen', 'late lunch', 'Cake');
  await window.open(mia, `${lunch.split('/topic/')[0]}`);
  await window.see(text('Cake'));
  // Users type ahead: the fields appear and get the focus before the next key.
  await window.press('c', ...'Lun');
  await window.see({ role: 'option', name: 'late lunch' });
  await window.assertAccessible();
  await window.press('ArrowDown', 'ArrowDown', 'Enter');
  await window.eventually(() => document.activeElement?.id, 'compose-text');
  await window.type('A slice, please');
  await window.press('Control+Enter');
  await hasSent(max, 'A slice, please');
  assert.equal((await newest(max)).subject, 'late lunch');
  await window.see(heading('late lunch'));
});

story('the formatted view shows the formats of the text, and ends its lines where the field does', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  await window.open(mia, lunch);
  await window.click(button('Formatting'));
  await window.click(button('Show formatting while writing'));
  await window.fill('Message', 'Some **cream**, *salt* and `leek` ');
  await window.press('Control+b');
  await window.type('now');
  const shown = () =>
    ['bold', 'italic', 'code']
      .map((style) => document.querySelector(`.formatted-view .in-${style}`)?.textContent)
      .join();
  await window.eventually(shown, 'cream,salt,leek');
  await window.type(' and then a line that is so long that it does not fit into the box'.repeat(3));
  const isEquallyHigh = () => {
    const { scrollHeight } = document.querySelector<HTMLTextAreaElement>('#compose-text')!;
    const { height } = document.querySelector('.formatted-view > div')!.getBoundingClientRect();
    return Math.abs(scrollHeight - height) <= 1 || `${scrollHeight} and ${height}`;
  };
  await window.eventually(isEquallyHigh, true);
  await window.press('Enter');
  await hasSent(max, /^Some \*\*cream\*\*, \*salt\* and `leek` \*\*now and then/);
});

story('copied text is pasted with its formats, and a pasted image is sent and shown', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  await max.sendMessage('kitchen', 'lunch', 'No, but **leek**');
  await window.open(mia, lunch);
  await window.see(text('leek'));
  await window.run(() => getSelection()!.selectAllChildren(document.querySelector('article strong')!));
  await window.press('Control+c');
  await window.click({ role: 'textbox', name: 'Message' });
  await window.press('Control+v');
  await window.eventually(() => document.querySelector<HTMLTextAreaElement>('#compose-text')!.value, '**leek**');
  await window.run(offerToCopyImage);
  await window.click(button('Copy a square'));
  await window.lose(button('Copy a square'));
  await window.click({ role: 'textbox', name: 'Message' });
  await window.press('Control+v');
  await window.see(button(/^Remove .*\.png$/));
  await window.press('Control+Enter');
  await hasSent(max, /^\*\*leek\*\*\n+\[.*\.png\]\(/);
  const isShown = () => document.querySelector<HTMLImageElement>('.message_inline_image img')?.naturalWidth;
  await window.eventually(isShown, 40);
});

/** Runs in the page: adds a button that copies an image. Browsers copy in response to a click only. */
function offerToCopyImage(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 });
  canvas.getContext('2d')!.fillRect(0, 0, 20, 20);
  const image = new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
  const copy = Object.assign(document.createElement('button'), { textContent: 'Copy a square' });
  copy.style.cssText = 'position: fixed; top: 0; z-index: 9';
  copy.onclick = async () => {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    copy.remove();
  };
  document.body.append(copy);
}

story('the menu of a message is used by keyboard alone, and the focus returns to the message', async () => {
  const { mia, lunch } = await kitchenTeam();
  await window.open(mia, lunch);
  await window.see(text('Soup today'));
  const focused = () => {
    const { activeElement: at } = document;
    return at?.matches('article') ? at.textContent.includes('Soup today') && 'the message' : at?.textContent;
  };
  await window.press('k');
  await window.eventually(focused, 'the message');
  await window.press('i');
  await window.eventually(focused, 'Add reaction');
  await window.assertAccessible();
  await window.press('Escape');
  await window.eventually(focused, 'the message');
  await window.press('i');
  await window.eventually(focused, 'Add reaction');
  for (const item of ['Quote and reply', 'Forward', 'Move', 'Resolve topic']) {
    await window.press('ArrowDown');
    await window.eventually(focused, item);
  }
  await window.press('Enter');
  await window.see(heading('✔ lunch'));
});

story('notifications are offered before the browser asks, and a test says what happened', async () => {
  const { mia, max } = await kitchenTeam();
  await window.open(mia, '#inbox');
  await window.see(heading('Inbox'));
  await max.sendDirectMessage([mia], 'Are you there?');
  await window.see({ role: 'region', name: 'Notifications' });
  await window.assertAccessible();
  // Nobody can answer the question of WebKit's small browser.
  const isAllowed = engine.name === 'firefox';
  if (isAllowed) await window.allowNotifications();
  await window.click(button(isAllowed ? 'Turn on notifications' : 'Not now'));
  await window.lose({ role: 'region', name: 'Notifications' });
  await window.goTo('#settings/notifications');
  await window.click(button('Send test notification'));
  await window.see(text(isAllowed ? 'This browser: shown while a page is open.' : 'This browser: not allowed yet.'));
});

story('a file is uploaded, sent and shown', async () => {
  const { mia, max, lunch } = await gardenTeam();
  const path = join(folder, 'recipe.txt');
  writeFileSync(path, 'Leek, potatoes, cream');
  await window.open(mia, lunch);
  await window.see(button('Insert'));
  await window.attach('.compose input[type=file]', path);
  await window.see(text('21 bytes'));
  await window.fill('Message', 'For tonight');
  await window.press('Enter');
  await hasSent(max, /^For tonight\n+\[recipe\.txt\]\(/);
  await window.see(link('recipe.txt'));
});

story('a search finds a message, and Escape returns', async () => {
  const { mia } = await gardenTeam();
  await mia.sendMessage('garden', 'beds', 'Leek and carrots');
  await window.open(mia, '#inbox');
  await window.press('/');
  await window.see({ role: 'combobox' });
  await window.type('carrots');
  await window.press('Enter');
  await window.see(text('Leek and'));
  await window.eventually(() => document.querySelector('article .highlight, article mark')?.textContent, 'carrots');
  await window.press('Escape');
  await window.see(heading('Inbox'));
});

story('what is written offline is sent when the server can be reached again', async () => {
  const { mia, max, lunch } = await kitchenTeam();
  const connection = await CuttableConnection.to(await mia.team.url);
  await window.open(mia, lunch, { at: connection.url });
  await window.see(text('Soup today'));
  connection.cut();
  await window.see(text('What you write is saved.'));
  await window.fill('Message', 'Written offline');
  await window.press('Enter');
  await window.see(text('Will be sent automatically.'));
  assert.equal((await newest(max)).content, 'Soup today');
  connection.restore();
  await hasSent(max, 'Written offline');
  await max.sendMessage('kitchen', 'lunch', 'Welcome back');
  await window.see(text('Welcome back'));
  await window.lose(text('What you write is saved.'));
});

story('a direct message is begun by typing a name', async () => {
  const { mia, max } = await kitchenTeam();
  await window.open(mia, '#inbox');
  await window.see(heading('Inbox'));
  await window.press('x');
  await window.see({ role: 'combobox' });
  await window.type('Max');
  await window.see({ role: 'option', name: /Max/ });
  await window.press('Enter');
  await window.fill('Message', 'Psst');
  await window.press('Control+Enter');
  await hasSent(max, 'Psst');
  await max.sendDirectMessage([mia], 'What is it?');
  await window.click(link(/^Max/));
  await window.see(text('What is it?'));
});

story('a call rings and is declined, and a call of one’s own is shown', async () => {
  const { ada, mia, max } = newTeam();
  await ada.patch('/realm', { jitsi_server_url: 'https://meet.example.org' });
  await max.sendDirectMessage([mia], 'Shall we talk?');
  await window.open(mia, `#narrow/dm/${max.id}`);
  await window.see(text('Shall we talk?'));
  await max.post('/calls', { to: [mia.id] });
  await window.see({ role: 'dialog', name: 'Max is calling you' });
  await window.assertAccessible();
  await window.click(button('Decline'));
  await window.lose({ role: 'dialog', name: 'Max is calling you' });
  await window.click(button('Insert'));
  await window.click({ role: 'menuitem', name: 'Start a call' });
  await window.see({ role: 'dialog', name: 'Calling Max…' });
  await window.click(button('Stop ringing'));
  await window.lose({ role: 'dialog', name: 'Calling Max…' });
});

story('a setting is saved and applied, also after a reload', async () => {
  const { mia } = await kitchenTeam();
  await window.open(mia, '#settings/preferences');
  await window.choose({ role: 'combobox', name: 'Theme' }, 'Dark');
  await window.eventually(() => document.documentElement.dataset.theme, 'dark');
  await window.reload();
  await window.see(heading('Preferences'));
  await window.eventually(() => document.documentElement.dataset.theme, 'dark');
  await window.assertAccessible();
});

story('on a phone, the lists, a conversation and the box fit, and the arrow leads back', async () => {
  const { mia, max } = await kitchenTeam();
  await window.open(mia, '#inbox', { width: 450 });
  await window.see(heading('Inbox'));
  await window.click(button('Channels'));
  await window.click(link(/^#?kitchen/));
  await window.see(text('Soup today'));
  await window.fill('Message', 'From my phone');
  await window.click(button('Send'));
  await hasSent(max, 'From my phone');
  await window.eventually(() => document.documentElement.scrollWidth <= innerWidth, true);
  await window.click(button('Back'));
  await window.see(heading('Inbox'));
  await window.assertAccessible();
});
