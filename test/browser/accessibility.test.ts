import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { SHORTCUTS, type ShortcutName } from '../../src/web/keyboard/shortcuts.ts';
import { newTeam } from '../support/team.ts';
import { assertAccessible, chip, eventually, openWindow, waitForRender } from './client.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function kitchenTeam() {
  const team = newTeam();
  const { ada, mia, max, app } = team;
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [mia.id, max.id], is_web_public: true });
  const { url } = await mia.upload('/user_uploads', { 'soup.png': PIXEL });
  await ada.sendMessage('kitchen', 'lunch', 'Who cooks?');
  const picture = await mia.sendMessage('kitchen', 'lunch', `I will: [soup.png](${url})`);
  await mia.patch(`/messages/${picture}`, { content: `I do: [soup.png](${url})` });
  const soup = await ada.sendMessage('kitchen', 'lunch', 'Soup today');
  await max.post(`/messages/${soup}/reactions`, { emoji_name: 'tada' });
  await ada.sendMessage('kitchen', 'tea', 'Green or black?');
  await ada.sendMessage('kitchen', 'dinner', 'And later?');
  await max.sendDirectMessage([mia], 'Psst');
  const channel = team.app.channels.named('kitchen')!.id;
  await mia.post('/user_topics', { stream_id: channel, topic: 'tea', visibility_policy: 3 });
  return { ...team, soup, channel, lunch: `#narrow/channel/${channel}-kitchen/topic/lunch` };
}

const KEYS: Record<string, string> = {
  'Ctrl+k': 'Control+k',
  'Ctrl+s': 'Control+s',
  'Ctrl+.': 'Control+.',
  ' ': 'Space',
  'Shift+ ': 'Shift+Space',
};
const focusIsIn = (page: Page, selector: string) =>
  page.waitForFunction((one) => document.activeElement?.closest(one) != null, selector);

test('every keyboard shortcut does what the help says, and closing what it opened restores the focus', async () => {
  const { mia, soup, lunch } = await kitchenTeam();
  const { page, context, message, go, close } = await openWindow(mia, lunch);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const row = `article[data-id="${soup}"]`;
  /** The focus is at a message and stays there; the previous view may be rendered a moment longer. */
  const at = (text = 'Soup today') =>
    eventually(async () => {
      await message(text).focus();
      await waitForRender(page);
      return page.evaluate(
        (part) => document.activeElement!.matches('article') && document.activeElement!.textContent!.includes(part),
        text,
      );
    }, true);
  /** It opens, Escape closes it, and the focus returns to where it was. */
  const opens = (role: 'dialog' | 'menu', name: string) => async () => {
    await page.getByRole(role, { name, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole(role, { name, exact: true }).waitFor({ state: 'detached' });
    await focusIsIn(page, row);
  };
  const goes = (name: string) => async () => {
    await title(name);
    await go(lunch);
    await title('lunch');
  };
  const writes = async () => {
    await page.getByRole('textbox', { name: 'Edit message' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Edit message' }).waitFor({ state: 'detached' });
  };
  const focuses = (selector: string) => async () => {
    await focusIsIn(page, selector);
    await page.keyboard.press('Escape');
  };
  const is = (selector: string) => () => page.locator(`${row}${selector}`).waitFor();
  const says = (text: string) => () => page.locator('.toast', { hasText: text }).waitFor();

  const shows: Record<ShortcutName, () => Promise<unknown>> = {
    // These come before scrolling marks everything as read.
    nextFollowed: goes('tea'),
    nextUnread: goes('dinner'),
    nextDirect: goes('Max'),
    next: () => focusIsIn(page, row),
    previous: () => focusIsIn(page, 'article'),
    first: () => page.waitForFunction(() => document.activeElement!.textContent!.includes('Who cooks?')),
    last: () => focusIsIn(page, row),
    pageUp: () => page.waitForFunction(() => document.activeElement!.textContent!.includes('Who cooks?')),
    pageDown: () => focusIsIn(page, row),
    thumb: () => page.getByRole('button', { name: '+1: you' }).waitFor(),
    sameReaction: () => page.getByRole('button', { name: /^tada: you and Max$/ }).waitFor(),
    react: async () => {
      await page.getByRole('combobox', { name: 'Find an emoji' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Find an emoji' }).waitFor({ state: 'detached' });
      await focusIsIn(page, row);
    },
    star: is(' .message-star'),
    unread: () => page.getByText('Messages stay unread until you leave this view.').waitFor(),
    collapse: async () => {
      await is('.is-folded')();
      await page.keyboard.press('-');
      await is(':not(.is-folded)')();
    },
    image: async () => {
      await page.getByRole('dialog', { name: 'soup.png' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await focusIsIn(page, 'article');
    },
    card: async () => {
      await page.locator('.person-card').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.person-card').waitFor({ state: 'detached' });
      await focusIsIn(page, row);
    },
    receipts: opens('dialog', 'Read receipts'),
    history: async () => {
      await page.getByRole('dialog', { name: 'Message history' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    link: says('Copied'),
    muteTopic: async () => {
      await says('“lunch” is muted')();
      await page.keyboard.press('M');
      await says('“lunch” is no longer muted')();
    },
    menu: opens('menu', 'Message actions'),
    move: opens('dialog', 'Move messages'),
    edit: writes,
    editLast: writes,
    palette: opens('dialog', 'Go to'),
    search: opens('dialog', 'Search messages'),
    help: opens('dialog', 'Keyboard shortcuts'),
    status: opens('dialog', 'Your status'),
    gear: async () => {
      await page.getByRole('menu', { name: 'You', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await focusIsIn(page, row);
    },
    filter: focuses('#sidebar-filter'),
    people: focuses('#people-filter'),
    reply: focuses('#compose-text'),
    quote: async () => {
      await chip(page, 'Soup today').waitFor();
      await page.getByRole('button', { name: 'Remove Ada' }).click();
      await page.keyboard.press('Escape');
    },
    forward: async () => {
      await chip(page, 'Soup today').waitFor();
      await focusIsIn(page, '.recipients');
      await page.getByRole('button', { name: 'Remove Ada' }).click();
      await go('#inbox');
      await goes('Inbox')();
    },
    replyDirectly: async () => {
      await focuses('#compose-text')();
      await page.getByText('To Ada').waitFor();
    },
    there: goes('Ada'),
    escape: goes('Inbox'),
    topic: goes('lunch'),
    context: async () => {
      await page.waitForFunction((id) => location.hash.endsWith(`/near/${id}`), soup);
      await goes('lunch')();
    },
    channel: goes('kitchen'),
    nextChannel: goes('kitchen'),
    previousChannel: goes('kitchen'),
    topics: async () => {
      await page
        .getByRole('textbox', { name: 'Find a topic' })
        .or(page.getByRole('searchbox', { name: 'Find a topic' }))
        .waitFor();
      await goes('kitchen')();
    },
    directs: goes('Direct messages'),
    inbox: goes('Inbox'),
    recent: goes('Recent conversations'),
    feed: goes('Combined feed'),
    mentions: goes('Mentions'),
    starred: goes('Starred messages'),
    drafts: goes('Drafts'),
    compose: async () => {
      await focusIsIn(page, '.recipients select, .recipients input');
      await go('#inbox');
      await goes('Inbox')();
    },
    direct: async () => {
      await focusIsIn(page, '.people-field input');
      await go('#inbox');
      await goes('Inbox')();
    },
  };
  const from: Partial<Record<ShortcutName, string>> = {
    next: 'I do:',
    image: 'I do:',
    edit: 'I do:',
    history: 'I do:',
  };
  await title('lunch');
  await page.getByRole('button', { name: 'Insert' }).waitFor();
  for (const [name, shown] of Object.entries(shows) as [ShortcutName, () => Promise<unknown>][])
    for (const key of SHORTCUTS[name]) {
      if (name === 'topic') {
        await go('#narrow/search/Soup');
        await title('Search results');
      }
      await at(from[name]);
      await page.keyboard.press(KEYS[key] ?? key);
      await shown().catch((error: Error) => assert.fail(`${name} (${key}): ${error.message}`));
    }

  // Users who turned off single-key shortcuts can still use those with Ctrl.
  await at();
  await page.keyboard.press('?');
  const single = page.getByRole('switch', { name: /^Single-letter/ });
  await single.press(' ');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await at();
  for (const key of ['c', 't', '?', 'r']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await shows.palette();
  await title('lunch');
  await close();
});

test('every overlay passes the accessibility check in the light and dark themes', async () => {
  const { ada, mia, max, lunch } = await kitchenTeam();
  await ada.post('/user_groups/create', { name: 'cooks', description: 'Who cooks', members: [mia.id, max.id] });
  await max.sendMessage('kitchen', 'lunch', 'Ask the @*cooks*');
  const { page, message, close } = await openWindow(mia, lunch);
  await message('Ask the').waitFor();
  const head = page.locator('.main-actions');
  const opens: Record<string, () => Promise<unknown>> = {
    '.menu >> visible=true': () => head.getByRole('button', { name: 'Actions for topic lunch' }).click(),
    '.person-card': () => page.getByRole('button', { name: '@cooks' }).click(),
    '.dialog': () => page.keyboard.press('Control+k'),
    '.people-found:not([hidden])': async () => {
      await page.keyboard.press('x');
      await focusIsIn(page, '.people-field input');
      await page.keyboard.type('m');
    },
  };
  for (const [what, open] of Object.entries(opens)) {
    await open();
    await page.locator(what).waitFor();
    for (const theme of ['light', 'dark']) {
      await page.evaluate((one) => {
        document.documentElement.dataset.theme = one;
      }, theme);
      await assertAccessible(page, `${what}, ${theme}`, what.split(' ')[0]);
    }
    await page.keyboard.press('Escape');
    await page.locator(what).waitFor({ state: 'hidden' });
  }
  // Tab leaves a menu for the place it was opened from, and cycles within a card.
  await opens['.menu >> visible=true']!();
  await page.locator('.menu').waitFor();
  await page.keyboard.press('Tab');
  await page.locator('.menu').waitFor({ state: 'detached' });
  await focusIsIn(page, '.main-actions button');
  await opens['.person-card']!();
  await page.locator('.person-card').waitFor();
  for (let tab = 0; tab < 12; tab++) {
    await page.keyboard.press('Tab');
    await focusIsIn(page, '.person-card');
  }
  await close();
});

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** Elements that are wider than their container and cannot be seen without scrolling sideways. */
const overflowingElements = (page: Page) =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
    ...[...document.querySelectorAll('.view, .feed, .sidebar-scroll, .main-head, .compose, .dialog, .popover')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ className, clientWidth, scrollWidth }) => `${className}: ${scrollWidth} of ${clientWidth}`),
  ]);

/** Names whose first letter cannot be seen. */
const namesWithHiddenStart = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.row-name, .sender, .main-title h1, .recipient-bar a')].flatMap(
      (element) => {
        const text = [...element.childNodes].find(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent !== '',
        );
        const box = element.getBoundingClientRect();
        if (!text || box.width < 20) return [];
        const range = document.createRange();
        range.setStart(text, 0);
        range.setEnd(text, 1);
        const first = range.getBoundingClientRect();
        return first.left < box.left - 1 || first.right > box.right + 1
          ? [`${element.className}: ${text.textContent}`]
          : [];
      },
    ),
  );

/** Left-to-right names whose prefix (# or @) is shown after them. */
const misplacedSigns = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const at = /^\s*\u2068?[#@](?=[a-z])/i.exec(text.textContent!)?.[0].length;
      if (at === undefined) continue;
      const [sign, letter] = [at - 1, at].map((start) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + 1);
        return range.getBoundingClientRect();
      });
      if (sign!.width > 0 && sign!.left > letter!.left) found.push(text.textContent!);
    }
    for (const { textContent, children } of document.querySelectorAll('.signed, .breadcrumb a')) {
      const [sign, name] = [...children].map((one) => one.getBoundingClientRect());
      if (/^[a-z]/i.test(textContent!) && sign!.left > name!.left) found.push(textContent!);
    }
    return found;
  });

/** Times beside messages that overflow the page. */
const overflowingTimes = (page: Page): Promise<(string | null)[]> =>
  page.locator('.follows .message-time').evaluateAll((all) =>
    all
      .filter((time) => {
        const range = document.createRange();
        range.selectNodeContents(time);
        const { left, right } = range.getBoundingClientRect();
        return left < 0 || right > innerWidth;
      })
      .map(({ textContent }) => textContent),
  );

test('at four times the size and with the longest names, in both directions, nothing overflows the page', async () => {
  const team = newTeam();
  const { ada, mia, max } = team;
  const channel = LONG.slice(0, 60);
  await max.patch('/settings', { full_name: `Max ${LONG}` });
  await ada.post('/channels/create', { name: channel, subscribers: [mia.id, max.id] });
  await max.sendMessage(channel, 'ארוחת צהריים', `שלום לכולם, ראו #**${channel}** @**Max ${LONG}**`);
  await max.sendMessage(
    channel,
    LONG.slice(0, 60),
    `${LONG.repeat(3)}\n\n| ${LONG} | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n\n\`\`\`\n${LONG.repeat(2)}\n\`\`\``,
  );
  await max.sendMessage(channel, channel, `/todo ${LONG}\n${LONG}: ${LONG}`);
  await max.sendMessage(channel, channel, `/poll ${LONG}\n${LONG}`);
  await max.sendDirectMessage([mia], 'Psst');
  await max.sendDirectMessage([mia, ada], 'We three');
  const id = team.app.channels.named(channel)!.id;
  const { page, go, message, close } = await openWindow(mia, '#inbox', { viewport: { width: 320, height: 256 } });
  const places: [hash: string, title: string, there: string][] = [
    ['#inbox', 'Inbox', '.card-row'],
    ['#recent', 'Recent conversations', '.recent-row'],
    ['#narrow/is/dm/view/list', 'Direct messages', '.recent-row'],
    [`#narrow/channel/${id}`, channel, 'article'],
    [`#topics/channel/${id}`, channel, '.card-row'],
    [`#narrow/channel/${id}/topic/${channel}`, channel, '.poll'],
  ];
  for (const dir of ['rtl', 'ltr']) {
    await page.evaluate((way) => {
      document.documentElement.dir = way;
    }, dir);
    for (const [hash, title, there] of places) {
      await go(hash);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.locator(there).first().waitFor();
      await eventually(
        async () => [
          await overflowingElements(page),
          await namesWithHiddenStart(page),
          await misplacedSigns(page),
          await overflowingTimes(page),
        ],
        [[], [], [], []],
        `${hash}, ${dir}`,
      );
    }
    for (const key of ['?', 'Control+k']) {
      await page.keyboard.press(key);
      await page.locator('.dialog').waitFor();
      await eventually(() => overflowingElements(page), [], `${key}, ${dir}`);
      await page.keyboard.press('Escape');
      await page.locator('.dialog').waitFor({ state: 'detached' });
    }
  }
  await page.getByRole('textbox', { name: 'Message' }).fill('I can answer');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await page.waitForFunction(() => {
    const { bottom = 0 } = document.querySelector('.compose-send')?.getBoundingClientRect() ?? {};
    return bottom > 0 && bottom <= innerHeight;
  });
  await send.click();
  await message('I can answer').waitFor();
  await close();
});
