import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core';

/** Where systems keep a Chromium of their own; else the one inside the npm package is unpacked. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Less safety than people have; and a graphics card that is computed, which doubles what a page costs. */
const UNWANTED =
  /^--(headless|single-process|disable-web-security|allow-running-insecure|in-process-gpu)|swiftshader|angle|gpu-blocklist/;

/** Far longer than anything takes on a busy machine: who waits for so long waits for what does not come. Ms. */
const PATIENCE = 60_000;

let launched: Promise<Browser> | undefined;
after(async () => (await launched)?.close());

/** One browser for all tests of a file; it ends with them. */
export function browser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  const installed = process.env.KLATCH_TEST_CHROMIUM ?? INSTALLED.find(existsSync);
  return playwright.launch({
    executablePath: installed ?? (await unpacked()),
    args: [...chromium.args.filter((arg) => !UNWANTED.test(arg)), '--no-sandbox', '--disable-gpu', '--in-process-gpu'],
    headless: true,
    timeout: PATIENCE,
  });
}

/** Several files of tests may want it at once: one unpacks, the others wait until all of it is there. */
async function unpacked(): Promise<string> {
  const whole = join(tmpdir(), 'klatch-chromium-unpacked');
  const busy = join(tmpdir(), 'klatch-chromium-unpacking');
  for (let tries = 0; !existsSync(whole) || !existsSync(join(tmpdir(), 'chromium')); tries++) {
    try {
      mkdirSync(busy);
    } catch {
      // Whoever began it may have been killed.
      if (tries < 300) await wait(200);
      else rmSync(busy, { recursive: true, force: true });
      continue;
    }
    await chromium.executablePath();
    writeFileSync(whole, '');
    rmSync(busy, { recursive: true });
  }
  return chromium.executablePath();
}

export interface Tab {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the page: errors, what the console says of them, refusals of its own policy. Empty at the test's end. */
  troubles: string[];
  /** Asserts that nothing went wrong, and closes. */
  close(): Promise<void>;
}

/**
 * A window of somebody's own: nothing is shared with others, nothing moves, its language is not the machine's, and no service worker starts unless asked for (it costs as
 * much as the page). Whatever goes wrong in it fails the test at `close()`.
 */
export async function tab(options: BrowserContextOptions = {}): Promise<Tab> {
  const usual = {
    viewport: { width: 1400, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  } as const;
  const context = await (await browser()).newContext({ ...usual, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // A refusal the page expects (a wrong password) is told by it, not by the console.
    const { url } = message.location();
    if (message.type() === 'error' && !/the server responded with a status of 4/.test(message.text()))
      troubles.push(`${message.text()} (${url})`);
  });
  return {
    page,
    context,
    troubles,
    async close() {
      await context.close();
      assert.deepEqual(troubles, []);
    },
  };
}
