import assert from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { closeSession, openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { STEPS } from '../../src/web/store/onboarding.ts';
import { type CheckOptions, findViolations } from '../support/accessibility.ts';
import { openTab, type Tab } from '../support/browser.ts';
import type { CuttableConnection } from '../support/connection.ts';
import type { TestUser } from '../support/team.ts';
import { waitUntil } from '../support/until.ts';
import { buildWebClient } from '../support/web.ts';

void buildWebClient();

/** For windows that open while the server is unreachable, or that receive push messages. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const;

/** Waits until `look` returns the wanted value, or a text that matches the pattern. The error names the last value. */
export async function eventually<T>(look: () => T | Promise<T>, wanted: T | RegExp, what?: string): Promise<void> {
  let seen: T | undefined;
  const fits = () => (wanted instanceof RegExp ? wanted.test(String(seen)) : isDeepStrictEqual(seen, wanted));
  try {
    await waitUntil(async () => {
      seen = await look();
      return fits();
    });
  } catch (cause) {
    throw new Error(`${what ?? 'At last'}: ${inspect(seen)}, not ${inspect(wanted)}`, { cause });
  }
}

/** Waits until the last action was rendered, so that a test can assert what must *not* happen. */
export const waitForRender = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

/** Waits until the compose box contains this text. */
export const waitForComposeText = (page: Page, text: string): Promise<void> =>
  eventually(() => page.locator('#compose-text').inputValue(), text, 'in the box');

/** The chip of a quotation (by its author) or of an uploaded file (by its name) in the compose box. */
export const chip = (page: Page, name: string | RegExp): ReturnType<Page['locator']> =>
  page.locator('.compose button.chip-body').filter({ hasText: name });

/** Returns the placeholders within an element that are wider than their fields. */
export const findCutPlaceholders = (page: Page, within: string): Promise<string[]> =>
  page.locator(`${within} :is(input, textarea)[placeholder]`).evaluateAll((fields) =>
    (fields as HTMLInputElement[])
      .filter((field) => {
        const { font, paddingInline } = getComputedStyle(field);
        const pen = document.createElement('canvas').getContext('2d')!;
        pen.font = font;
        const paddings = paddingInline.split(' ').map(Number.parseFloat);
        const room = field.clientWidth - paddings[0]! - (paddings[1] ?? paddings[0]!);
        return field.checkVisibility() && pen.measureText(field.placeholder).width > room;
      })
      .map(({ placeholder }) => placeholder),
  );

/** The number of unread messages, read from the window's title. */
export const unreadCount = async (page: Page): Promise<number> =>
  Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);

/** The notice that the server is unreachable, whether or not the browser reports a network. */
export const unreachableNotice = (page: Page): ReturnType<Page['getByText']> =>
  page.getByText('What you write is saved.');

/**
 * Handles the requests to a URL until `stop` is called; later ones pass. The browser still intercepts them then: a
 * request that is pending when interception is switched off may never get a response.
 */
export async function intercept(
  target: Page | BrowserContext,
  url: string,
  handle: (route: Route) => Promise<unknown>,
): Promise<{ stop(): void }> {
  let isActive = true;
  await target.route(url, (route) => (isActive ? handle(route) : route.continue()));
  return {
    stop: () => {
      isActive = false;
    },
  };
}

/** Ends the request that waits for events. The page begins another one. */
export const endWaiting = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event('online')));

/** Holds back all further events of a page until `release` is called. */
export async function holdEvents(page: Page): Promise<{ release(): void }> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/json/events?*', async (route) => {
    held.resolve();
    await released.promise;
    await route.continue();
  });
  await endWaiting(page);
  await held.promise;
  return { release: () => released.resolve() };
}

/** Ends the session of a user's browser from another client. */
export async function endSession({ team: { app } }: TestUser, context: BrowserContext): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === SESSION_COOKIE)!.value;
  closeSession(app, decodeURIComponent(token));
  app.db.commit();
}

/** A user's browser window with the web client open. */
export interface Window extends Tab {
  /** Changes the address, and waits until the previous view is gone. */
  go(hash: string): Promise<void>;
  /** Types into the compose box and sends. */
  send(text: string): Promise<void>;
  message(text: string): ReturnType<Page['locator']>;
  /** The connection to the server, if the window was opened with one. */
  connection?: CuttableConnection;
}

interface WindowOptions extends BrowserContextOptions {
  /** Prepares the page before anything is loaded. */
  before?(page: Page): Promise<unknown>;
  /** The connection to the server, so that a test can cut it. */
  connection?: CuttableConnection;
  /** Shows the welcome cards of new users in the inbox, and explains views. Other windows hide that. */
  welcome?: boolean;
}

export async function openWindowAt(
  url: string,
  cookies: Record<string, string>,
  hash = '',
  { before, ...options }: WindowOptions = {},
): Promise<Window> {
  await buildWebClient();
  const opened = await openTab(options);
  const { page, context } = opened;
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url, httpOnly: name === SESSION_COOKIE })),
  );
  await before?.(page);
  await page.goto(`${url}/${hash}`);
  await page.locator('.shell').waitFor();
  return {
    ...opened,
    go: (to) => goTo(page, to),
    async send(text) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    },
    message: (text) => page.locator('article[data-id]', { hasText: text }),
  };
}

/**
 * Changes the address of a page, and waits until the client has rendered the new one. Otherwise a test could act on a
 * message of the previous view just before it disappears.
 */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((there) => {
    const before = location.hash;
    location.hash = there;
    if (location.hash === before) return;
    // The client listened first, and renders before the next task.
    return new Promise<void>((done) => addEventListener('hashchange', () => setTimeout(done), { once: true }));
  }, hash);
}

/** Opens a window of a signed-in user of a test server. */
export async function openWindow(
  person: TestUser,
  hash = '',
  { connection, welcome, ...options }: WindowOptions = {},
): Promise<Window> {
  const { app } = person.team;
  if (!welcome) app.db.write(() => Object.values(STEPS).forEach((step) => app.onboardingSteps.add(person.id, step, 0)));
  const { token, csrf } = openSession(app, app.users.byId(person.id)!);
  app.db.commit();
  const cookies = { [SESSION_COOKIE]: token, [CSRF_COOKIE]: csrf };
  const opened = await openWindowAt(connection?.url ?? (await person.team.url), cookies, hash, options);
  return { ...opened, ...(connection && { connection }) };
}

/** For tests that look at dozens of pages, which take minutes on a busy machine. ms */
export const MANY_PAGES = { timeout: 600_000 };

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const COLORS = ['color-contrast', 'link-in-text-block'];

/** Asserts that the page (or this part of it) violates no rule of WCAG 2.2 AA that a program can check. */
export const assertAccessible = (page: Page, what: string, part = 'html', only = RULES): Promise<void> =>
  assertNoViolations(page, what, { part, only });

async function assertNoViolations(page: Page, what: string, options: CheckOptions): Promise<void> {
  const flaws = await findViolations(page, options);
  const told = flaws.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 140)} ${failureSummary?.split('\n')[1] ?? ''}`)
        .join(' | ')}`,
  );
  assert.deepEqual(told, [], what);
}

/** The same without the rules of colors, which do not depend on the size of a window. */
export const assertAccessibleBesideColors = (page: Page, what: string, part?: string): Promise<void> =>
  assertNoViolations(page, what, { part, only: RULES, but: COLORS });

/**
 * Runs the same check in both themes. A theme changes nothing but colors, so the second check is of colors only. The
 * theme that the page has is the first, because a page needs much longer for another theme than for the check.
 */
export async function assertAccessibleInBothThemes(page: Page, what: string, part?: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await assertAccessible(page, `${what}, ${first}`, part);
  await page.emulateMedia({ colorScheme: second });
  await assertAccessible(page, `${what}, ${second}`, part, COLORS);
}
