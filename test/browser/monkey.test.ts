import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import type { StoreState } from '../../src/web/store/state.ts';
import { UNREACHABLE } from '../support/browser.ts';
import { CuttableConnection } from '../support/connection.ts';
import { CAPABILITIES, newTeam, type TestUser } from '../support/team.ts';
import { comparableWebState, startWebState } from '../web/state-sync.ts';
import { eventually, openWindow, type Window } from './client.ts';
import { type Session, seededRandom, step } from './monkey.ts';

/** `SEED=8 STEPS=1000 node --test test/browser/monkey.test.ts` uses another seed and more steps. */
const SEED = Number(process.env.SEED ?? 7);
const STEPS = Number(process.env.STEPS ?? 40);

/** A window's state, as it saves it for the next visit. */
async function savedState(page: Page): Promise<StoreState> {
  const pageText = await page.evaluate(async () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    delete (document as { visibilityState?: unknown }).visibilityState;
    const written = (value: unknown): unknown => {
      if (value instanceof Map) return { $map: [...value].map(written) };
      if (value instanceof Set) return { $set: [...value].map(written) };
      if (Array.isArray(value)) return value.map(written);
      if (value && typeof value === 'object')
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, written(one)]));
      return value;
    };
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('klatch');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    try {
      if (!db.objectStoreNames.contains('resources')) return '{}';
      const all = db.transaction('resources').objectStore('resources');
      const got = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
      const [keys, values] = await Promise.all([got(all.getAllKeys()), got(all.getAll())]);
      return JSON.stringify(
        Object.fromEntries(keys.map((key, at) => [String(key).split(' ')[2], written(values[at])])),
      );
    } finally {
      db.close();
    }
  });
  const world = JSON.parse(pageText, (_, value) =>
    value?.$map ? new Map(value.$map) : value?.$set ? new Set(value.$set) : value,
  );
  if (world.unread)
    world.unread.where = new Map(
      [...world.unread.conversations].flatMap(([key, { ids }]: any) => [...ids].map((id) => [id, key])),
    );
  return world;
}

/** Its state equals what a new client would receive. */
async function assertSynced(who: TestUser, { page }: Window, what: string): Promise<void> {
  const asked = {
    client_capabilities: CAPABILITIES,
    include_subscribers: 'false',
    client_gravatar: false,
    apply_markdown: true,
  };
  let seen: object = {};
  let wanted: object = {};
  const differ = async () => {
    const fresh = startWebState(await who.post('/register', asked));
    const world = await savedState(page);
    if (!world.unread || !world.snippets) return true;
    seen = comparableWebState({ ...world, uploads: fresh.uploads }, new Set());
    wanted = comparableWebState(fresh, new Set());
    return !isDeepStrictEqual(seen, wanted);
  };
  await eventually(differ, false, what).catch(() => assert.deepEqual(seen, wanted, what));
}

/** The text of a page, without what disappears by itself and without choices such as collapsed sections. */
async function text(page: Page): Promise<string> {
  await page.locator('.view').evaluate((view) => {
    view.querySelector<HTMLElement>('.choice button')?.click();
    for (const field of view.querySelectorAll<HTMLSelectElement | HTMLInputElement>('.page-tools :is(select, input)')) {
      if (field instanceof HTMLSelectElement) field.selectedIndex = 0;
      else field.value = '';
      for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
    }
    for (const one of view.querySelectorAll<HTMLElement>('[aria-expanded=false]')) one.click();
  });
  const seen = await page.locator('.view').textContent();
  return seen!.replace(/\b\d+:\d\d( [AP]M)?/g, '').toLowerCase();
}

/** The rendered messages of a narrow are consecutive, up to date, and reach to the newest. */
async function assertRenderedMessages(
  { page, go }: Window,
  who: TestUser,
  hash: string,
  narrow: object[],
  done: string,
): Promise<void> {
  await go(hash);
  const { messages } = await who.request('GET', '/messages', {
    anchor: 'newest',
    num_before: 2000,
    num_after: 0,
    narrow,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  // The user no longer has access to it.
  if (!messages) return;
  const is = new Map<number, string>(
    messages.map(({ id, content }: { id: number; content: string }) => [id, /^word\d+|$/.exec(content)![0]]),
  );
  await eventually(
    async () => {
      const rows = await page.locator('.feed article[data-id]').evaluateAll((all) =>
        all.map((row) => {
          const written = row.querySelector<HTMLTextAreaElement>('#edit-text')?.value ?? '';
          return [Number((row as HTMLElement).dataset.id), `${row.textContent} ${written}`] as const;
        }),
      );
      if (rows.length === 0) return is.size === 0 || 'nothing';
      const ids = rows.map(([id]) => id);
      const wanted = [...is.keys()].filter((id) => id >= ids[0]! && id <= ids.at(-1)!);
      if (wanted.join() !== ids.join()) return `${ids.join()} and not ${wanted.join()}`;
      const wrong = rows.find(
        ([id, words]) =>
          !words.includes(is.get(id)!) && !words.includes('This message is hidden because you muted the sender.'),
      );
      if (wrong) return `${wrong} and not ${is.get(wrong[0])}`;
      const waits = await page.locator('.feed .skeleton').count();
      return waits > 0 || ids.at(-1) === [...is.keys()].at(-1) || `ends with ${ids.at(-1)}`;
    },
    true,
    done,
  );
}

test('after random actions in several windows, each window has and shows the same as a new one', async () => {
  const team = newTeam();
  const { ada, mia, max, gus, app } = team;
  for (const name of ['kitchen', 'garden', 'cellar'])
    await ada.post('/channels/create', {
      name,
      subscribers: [ada.id, mia.id, max.id, gus.id],
      invite_only: name === 'cellar',
    });
  const channels = ['kitchen', 'garden', 'cellar'].map((name) => app.channels.named(name)!.id);
  for (let n = 0; n < 40; n++)
    await ada.sendMessage(['kitchen', 'garden', 'cellar'][n % 3]!, ['soup', 'tea'][n % 2]!, `word${n} first`);
  app.db.commit();
  const people = [mia, mia, max];
  const windows = await Promise.all(
    people.map(async (person) => {
      const connection = await CuttableConnection.to(await team.team.url);
      return { person, window: await openWindow(person, '#inbox', { connection }) };
    }),
  );
  const walk: Session = { team, windows, channels, random: seededRandom(SEED), done: [] };
  for (let n = 0; n < STEPS; n++) await step(walk);
  const done = `seed ${SEED}: ${walk.done.slice(-40).join(' | ')}`;
  for (const { window } of windows) {
    window.connection!.restore();
    await window.page.setViewportSize({ width: 1400, height: 900 });
    await window.page.mouse.move(0, 0);
    await window.page.evaluate(() =>
      document.querySelectorAll('dialog[open]').forEach((one) => (one as HTMLDialogElement).close()),
    );
  }
  for (const { person, window } of windows) {
    await window.go('#inbox');
    await window.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await window.page.locator('.top-notice:not(.top-notice-offer)').waitFor({ state: 'detached' });
    await assertSynced(person, window, done);
  }
  const { window, person } = windows[2]!;
  const fresh = await openWindow(person, '#inbox');
  const differ = async () =>
    [await text(window.page), await window.page.title()].join() !==
    [await text(fresh.page), await fresh.page.title()].join();
  await eventually(differ, false, done).catch(async () =>
    assert.equal(await text(window.page), await text(fresh.page), done),
  );
  for (const one of [window, fresh]) await one.go('#recent');
  await fresh.page.getByRole('heading', { level: 1, name: 'Recent conversations' }).waitFor();
  await eventually(differ, false, done).catch(async () =>
    assert.equal(await text(window.page), await text(fresh.page), done),
  );
  await fresh.close();
  for (const { window, person } of windows.slice(1)) {
    await assertRenderedMessages(window, person, '#feed', [{ operator: 'in', operand: 'home' }], done);
    for (const channel of channels) {
      const soup = [
        { operator: 'channel', operand: channel },
        { operator: 'topic', operand: 'soup' },
      ];
      await assertRenderedMessages(window, person, `#narrow/channel/${channel}/topic/soup`, soup, done);
    }
  }
  for (const { window } of windows) {
    const errors = window.errors.filter((error) => !UNREACHABLE.test(error));
    assert.deepEqual(errors, [], done);
    await window.close(UNREACHABLE);
  }
});
