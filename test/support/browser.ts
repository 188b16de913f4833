import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { after, afterEach } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { writeFontConfiguration } from './fonts.ts';

/** What the program needs beside it. Without its library for graphics it closes when the first window opens. */
const PARTS_OF_CHROMIUM = ['chromium', 'libGLESv2.so', 'libEGL.so', 'fonts'];

/**
 * Flags that reduce security; software rendering of graphics, which doubles the cost of a page; and starting each
 * process of a page from the file instead of a prepared process.
 */
const UNWANTED_FLAGS =
  /^--(headless|single-process|no-zygote|disable-web-security|allow-running-insecure|in-process-gpu)|swiftshader|angle|gpu-blocklist/;

/**
 * Chromium sets these variables while its threads start. Adding one moves the list of variables, which crashes a thread
 * that reads the list at that moment. A variable that is there already is replaced in its place.
 */
const VARIABLES_SET_BY_CHROMIUM = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', FC_FONTATIONS: '1' };

/** Errors in the console of a page whose server cannot be reached. */
export const UNREACHABLE = /net::ERR|Failed to (fetch|load)/;

/** The error of a page that has no push service because its window is incognito, as those of tests are. */
export const NO_PUSH_SERVICE = /Push API in incognito/;

/** How many times slower pages compute: `SLOWDOWN=4` shows what a test takes for granted on a fast machine. */
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1);

/** Far longer than anything takes on a busy machine, in ms. */
const TIMEOUT = 60_000;

const execute = promisify(execFile);

let launched: Promise<Browser> | undefined;
after(async () => (await launched)?.close());

/** The windows that are open now. */
const open = new Set<Tab>();

// A failed test does not close its windows. Their state tells what the test waited for.
afterEach(async (context) => {
  for (const { page, context: window, errors } of open) {
    if ('error' in context && context.error)
      console.error('a window of the failed test:', await nameState(page), errors);
    await window.close();
  }
  open.clear();
});

/** The address, the focused element, and the open layers of a page. */
async function nameState(page: Page): Promise<unknown> {
  const state = page.evaluate(() => ({
    address: location.href,
    focused: document.activeElement?.outerHTML.slice(0, 300),
    hasFocus: document.hasFocus(),
    layers: [...document.querySelectorAll<HTMLElement>('dialog, [popover]')].map((layer) => ({
      open: layer.matches('dialog[open], :popover-open'),
      text: layer.textContent.slice(0, 500),
    })),
    notices: document.querySelector<HTMLElement>('.toasts')?.textContent,
  }));
  const isHanging = wait(5000, 'the page does not respond', { ref: false });
  return Promise.race([state, isHanging]).catch(String);
}

/** One browser for all tests of a file. It is closed after them. */
export function browser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  const folder = await unpackChromium();
  const fontConfiguration = writeFontConfiguration(join(folder, 'fonts'));
  return playwright.launch({
    executablePath: process.env.KLATCH_TEST_CHROMIUM ?? join(folder, 'chromium'),
    args: [
      ...chromium.args.filter((arg) => !UNWANTED_FLAGS.test(arg)),
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      // A microphone that beeps.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
    // Texts contain times, so the zone of this machine must not matter.
    env: { ...process.env, ...VARIABLES_SET_BY_CHROMIUM, FONTCONFIG_FILE: fontConfiguration, TZ: 'UTC' },
    headless: true,
    timeout: TIMEOUT,
  });
}

/**
 * Unpacks Chromium of the npm package into a new folder, which then gets its name: test files that need it at the
 * same time never see a part of it. Returns the folder.
 */
async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(readFileSync(findPackageJSON('@sparticuz/chromium', import.meta.url)!, 'utf8'));
  const cache = join(import.meta.dirname, '../../.cache');
  const folder = join(cache, `chromium-${version}`);
  const isComplete = () => PARTS_OF_CHROMIUM.every((part) => existsSync(join(folder, part)));
  if (!isComplete()) {
    mkdirSync(cache, { recursive: true });
    const unpacked = mkdtempSync(`${folder}-`);
    const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
    await execute(process.execPath, ['-e', unpack], { env: { ...process.env, TMPDIR: unpacked } });
    if (!isComplete()) rmSync(folder, { recursive: true, force: true });
    try {
      renameSync(unpacked, folder);
    } catch {
      // Another test file was first.
      rmSync(unpacked, { recursive: true });
    }
  }
  return folder;
}

export interface Tab {
  page: Page;
  context: BrowserContext;
  /**
   * Errors in the page: exceptions, console errors, and violations of the content security policy. Must be empty at the
   * end of a test.
   */
  errors: string[];
  /** Closes, and asserts that there were no errors except those that match `expected`. */
  close(expected?: RegExp): Promise<void>;
}

/**
 * Opens a separate browser window: it shares nothing with others, has no animations, uses a fixed language, and starts
 * no service worker unless requested (it costs as much as the page). Any error in it fails the test at `close()`.
 */
export async function openTab(options: BrowserContextOptions = {}): Promise<Tab> {
  const usual = {
    viewport: { width: 1400, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  } as const;
  const context = await (await browser()).newContext({ ...usual, ...options });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  if (SLOWDOWN > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // The page itself reports an expected error, such as a wrong password. The console error is ignored.
    const { url } = message.location();
    if (message.type() === 'error' && !/the server responded with a status of 4/.test(message.text()))
      errors.push(`${message.text()} (${url})`);
  });
  const opened: Tab = {
    page,
    context,
    errors,
    async close(expected) {
      open.delete(opened);
      await context.close();
      assert.deepEqual(
        errors.filter((error) => !expected?.test(error)),
        [],
      );
    },
  };
  open.add(opened);
  return opened;
}
