import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/kernel/http/auth.ts';
import { STEPS } from '../../src/web/store/onboarding.ts';
import type { TestUser } from '../support/team.ts';
import { waitUntil } from '../support/until.ts';
import { type Driver, type ElementReference, findId } from './webdriver.ts';

/** An element as a screen reader names it, or the innermost element with this text. */
export interface Target {
  role?: string;
  name?: string | RegExp;
  text?: string;
}

/** The characters that stand for keys in the W3C WebDriver protocol. */
const KEYS: Record<string, string> = {
  Escape: '\uE00C',
  Enter: '\uE007',
  Tab: '\uE004',
  Shift: '\uE008',
  Control: '\uE009',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
};

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Errors of the page are kept here, because WebDriver does not report them. */
const watchErrors = () => {
  const errors: string[] = [];
  Object.assign(window, { errorsOfPage: errors });
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    errors.push(`${violatedDirective}: ${blockedURI}`),
  );
  // Without a window manager no window has the focus, and the client would not mark messages as read.
  document.hasFocus = () => true;
};

/** Finds visible elements. Roles and names are those of axe, because engines compute them differently. */
const findInPage = ({ role, name, text }: { role?: string; name?: [string, string] | string; text?: string }) => {
  const { axe } = window as any;
  if (!axe) return undefined;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
  if (text !== undefined)
    return [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.textContent.includes(text) &&
        ![...element.children].some((child) => child.textContent.includes(text)) &&
        isShown(element),
    );
  axe.setup(document.documentElement);
  try {
    const fits = (found: string) =>
      name === undefined || (Array.isArray(name) ? new RegExp(name[0], name[1]).test(found) : name === found);
    return [...document.body.querySelectorAll('*')].filter(
      (element) =>
        axe.commons.aria.getRole(element) === role &&
        isShown(element) &&
        fits(axe.commons.text.accessibleText(element, { inLabelledByContext: false }).trim()),
    );
  } finally {
    axe.teardown();
  }
};

/** A user's window in an engine that Playwright cannot drive. */
export class Window {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Opens an address without a session. */
  async openSignedOut(url: string): Promise<void> {
    await this.#driver.send('Navigate', { url });
    await this.#driver.send('DeleteAllCookies');
    await this.#load(url);
  }

  /** Opens the client of a user of a test server, at a size that a phone or a desktop has. */
  async open(
    person: TestUser,
    hash: string,
    { at, width = 1400 }: { at?: string; width?: number } = {},
  ): Promise<void> {
    const { app } = person.team;
    const url = at ?? (await person.team.url);
    app.db.write(() => app.onboardingSteps.add(person.id, STEPS.welcome, 0));
    const { token, csrf } = openSession(app, app.users.byId(person.id)!);
    app.db.commit();
    await this.#driver.send('SetWindowRect', { width, height: 950 });
    await this.openSignedOut(`${url}/login/`);
    for (const [name, value] of [
      [SESSION_COOKIE, token],
      [CSRF_COOKIE, csrf],
    ] as const)
      await this.#driver.send('AddCookie', { cookie: { name, value, path: '/', httpOnly: name === SESSION_COOKIE } });
    await this.#load(`${url}/${hash}`);
    await this.see({ role: 'main' });
  }

  /** Goes to another view, as a link does. */
  goTo(hash: string): Promise<unknown> {
    return this.run((to: string) => void (location.hash = to), hash);
  }

  async reload(): Promise<void> {
    await this.#driver.send('Refresh');
    await this.#prepare();
  }

  /** Runs a function in the page. */
  run<T>(script: (...args: any[]) => T, ...args: unknown[]): Promise<Awaited<T>> {
    return this.#script(`return (${script})(...arguments)`, args) as Promise<Awaited<T>>;
  }

  /** Waits for a visible element, and returns it. */
  async see(target: Target): Promise<ElementReference> {
    let found: ElementReference[] = [];
    await waitUntil(
      async () => {
        found = (await this.#find(target)) ?? [];
        return found.length > 0;
      },
      () => `${describe(target)} is not visible`,
    );
    return found[0]!;
  }

  /** Waits until there is no such visible element. */
  async lose(target: Target): Promise<void> {
    await waitUntil(
      async () => (await this.#find(target))?.length === 0,
      () => `${describe(target)} is still visible`,
    );
  }

  /** Clicks the element as soon as nothing covers it. */
  async click(target: Target): Promise<void> {
    let failure: unknown;
    await waitUntil(
      async () => {
        const id = findId(await this.see(target));
        failure = await this.#driver.send('ElementClick', { id }).then(
          () => undefined,
          (error: unknown) => error,
        );
        return failure === undefined;
      },
      () => `${describe(target)} cannot be clicked: ${failure}`,
    );
  }

  /** Presses keys one after another; `Control+Enter` is one of them. */
  async press(...strokes: string[]): Promise<void> {
    for (const stroke of strokes) {
      const keys = stroke.split('+').map((key) => KEYS[key] ?? key);
      const actions = [
        ...keys.map((value) => ({ type: 'keyDown', value })),
        ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
      ];
      await this.#driver.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    }
  }

  /** Types into the focused field. */
  type = (text: string): Promise<void> => this.press(...text);

  /** Clicks a field, and types into it. */
  async fill(name: string | RegExp, text: string, role = 'textbox'): Promise<void> {
    await this.click({ role, name });
    await this.type(text);
  }

  /** Chooses an option of a list by its first letters, as a user of the keyboard does. */
  async choose(list: Target, option: string): Promise<void> {
    await this.#driver.send('ElementSendKeys', { id: findId(await this.see(list)), text: option });
  }

  /** Chooses a file in a field for files, which is hidden behind a button. */
  async attach(selector: string, path: string): Promise<void> {
    const field = (await this.run((one: string) => document.querySelector(one), selector)) as unknown;
    await this.#driver.send('ElementSendKeys', { id: findId(field as ElementReference), text: path });
  }

  /** Answers the question whether the page may show notifications, before it is asked. Only Firefox can. */
  async allowNotifications(): Promise<void> {
    await this.#driver.send('SetPermission', { descriptor: { name: 'notifications' }, state: 'granted' });
  }

  /** Waits until a function in the page returns this. */
  async eventually<T>(script: () => T, wanted: T): Promise<void> {
    let seen: unknown;
    await waitUntil(
      async () => {
        seen = await this.run(script);
        return seen === wanted;
      },
      () => `${script} returns ${JSON.stringify(seen)}`,
    );
  }

  /**
   * Asserts that the page violates no rule of accessibility in this engine, once nothing fades in any more. WebKit’s
   * driver has no setting that reduces motion.
   */
  async assertAccessible(): Promise<void> {
    const violations = await this.#driver.send('ExecuteAsyncScript', {
      script: `const done = arguments[arguments.length - 1];
        const ends = ({ effect }) => effect.getComputedTiming().endTime < Infinity;
        Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished)).then(() =>
          axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })).then(({ violations }) =>
          done(violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200))), String);`,
      args: [],
    });
    assert.deepEqual(violations, []);
  }

  /** Asserts that the page had no errors since it was opened. */
  async assertNoErrors(): Promise<void> {
    assert.deepEqual(await this.run(() => (window as any).errorsOfPage), []);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.#driver.send('TakeScreenshot')) as string, 'base64');
  }

  async #load(url: string): Promise<void> {
    // Only the part behind # may differ, which would not load the page.
    await this.#driver.send('Navigate', { url: 'about:blank' });
    await this.#driver.send('Navigate', { url });
    await this.#prepare();
  }

  /** Prepares a page that was loaded, which forms do too. */
  async #prepare(): Promise<void> {
    if (await this.run(() => 'axe' in window)) return;
    await this.#script(AXE, []);
    await this.run(watchErrors);
  }

  /** Returns undefined while another page is loading, or while the page replaces the elements. */
  async #find({ role, name, text }: Target): Promise<ElementReference[] | undefined> {
    const wanted = { role, text, name: name instanceof RegExp ? [name.source, name.flags] : name };
    await this.#prepare();
    try {
      return (await this.run(findInPage, wanted)) as unknown as ElementReference[] | undefined;
    } catch (error) {
      if (String(error).includes('stale element reference')) return undefined;
      throw error;
    }
  }

  #script(script: string, args: readonly unknown[]): Promise<unknown> {
    return this.#driver.send('ExecuteScript', { script, args });
  }
}

const describe = ({ role, name, text }: Target): string => (role ? `${role} ${name ?? ''}` : `“${text}”`);
