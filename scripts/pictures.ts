/**
 * `node scripts/pictures.ts` takes the README's pictures into docs/pictures, with a temporary server, a sample
 * conversation and a browser. `KLATCH_TEST_MORE_FONTS` must be a folder with fonts of emoji and Japanese, such as those
 * of Debian's packages fonts-noto-color-emoji and fonts-droid-fallback. `KLATCH_TEST_FONTS=other` chooses Open Sans.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { browser } from '../test/support/browser.ts';
import { startPlayground } from './playground.ts';

if (!process.env.KLATCH_TEST_MORE_FONTS) throw new Error('Set KLATCH_TEST_MORE_FONTS: see scripts/pictures.ts');

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });

const { url, server } = await startPlayground();

/** One of the sample users, who uses the API as a client would. */
async function person(login: string) {
  const { api_key, email } = await answer('/dev_fetch_api_key', { username: `${login}@example.com` });
  const Authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
  const post = (path: string, fields: Record<string, string | Blob>) => answer(path, fields, { Authorization });
  return {
    post,
    say: async (content: string) =>
      (await post('/messages', { type: 'channel', to: 'general', topic: 'garden party', content })).id as number,
    react: (id: number, emoji_name: string) => post(`/messages/${id}/reactions`, { emoji_name }),
  };
}

async function answer(
  path: string,
  fields: Record<string, string | Blob>,
  headers: Record<string, string> = {},
): Promise<any> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    typeof value === 'string' ? body.set(name, value) : body.set(name, value, 'plan.png');
  const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', body, headers });
  const told = (await response.json()) as { result: string; msg: string };
  if (told.result !== 'success') throw new Error(`${path}: ${told.msg}`);
  return told;
}

/** A drawing of a garden plan. */
const plan = (): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="420" font-family="sans-serif" font-size="26" fill="#2c3a2c">
<rect width="900" height="420" fill="#dfe8cf"/><path d="M0 330 Q240 270 460 320 T900 290 V420 H0Z" fill="#c9d8ae"/>
<rect x="60" y="60" width="250" height="130" rx="14" fill="#f7f1e3" stroke="#b59b6a" stroke-width="4"/><text x="185" y="134" text-anchor="middle">long table</text>
<circle cx="470" cy="140" r="78" fill="#f2c98f" stroke="#b06f2e" stroke-width="4"/><text x="470" y="148" text-anchor="middle">fire</text>
<rect x="620" y="70" width="210" height="120" rx="60" fill="#9fc7d8" stroke="#4d8298" stroke-width="4"/><text x="725" y="139" text-anchor="middle">pond</text>
<g fill="#6f9a57"><circle cx="120" cy="300" r="34"/><circle cx="250" cy="340" r="28"/><circle cx="640" cy="300" r="38"/><circle cx="790" cy="330" r="30"/></g>
<text x="450" y="388" text-anchor="middle">apple trees, and the gate on the right</text></svg>`),
  )
    .png()
    .toBuffer();

async function talk(): Promise<void> {
  const [mirela, chioma, uma, jonas, kenta] = await Promise.all(
    ['owner', 'moderator', 'member3', 'member1', 'member2'].map(person),
  );
  const first = await mirela!.say(
    'Saturday it is. :tada: Who brings what?\n\n| what | who |\n|---|---|\n| salads | @_**Jonas Jansen** |\n| music | *nobody yet* |',
  );
  await Promise.all([uma!, jonas!, kenta!].map((one) => one.react(first, 'tada')));
  await chioma!.react(first, 'thumbs_up');
  const { url: picture } = await chioma!.post('/user_uploads', { file: new Blob([Uint8Array.from(await plan())]) });
  const second = await chioma!.say(`I drew a plan: [plan.png](${picture})`);
  await kenta!.react(second, 'heart');
  await uma!.say(
    'We need this much lemonade, if $$n$$ people drink $$\\frac{3}{4}$$ litres:\n\n```python\ndef litres(people: int) -> float:\n    return 0.75 * people  # and one for the wasps\n```',
  );
  const last = await kenta!.say(
    '音楽は僕が持っていきます。 @**Jonas Jansen** bring the small loudspeaker, please? #**garden** has the shopping list.',
  );
  await mirela!.react(last, 'musical_notes');
}

/** Takes a picture with few colors, so that the README loads fast over slow lines. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(2000);
  // Lazy pictures load when they scroll into view.
  await page.waitForFunction(() => {
    const seen = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    );
    return seen.every(({ complete }) => complete) && document.fonts.status === 'loaded';
  });
  const taken = await page.screenshot();
  await sharp(taken)
    .png({ palette: true, colors: 160, effort: 10 })
    .toFile(join(folder, `${name}.png`));
}

/** Marks what explains the client to new users as seen. */
const hideExplanations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const token = decodeURIComponent(/csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '');
    const headers = { 'X-CSRFToken': token };
    const body = new URLSearchParams({ event_types: '["onboarding_steps"]' });
    const known = await (await fetch('/json/register', { method: 'POST', headers, body })).json();
    for (const { name } of known.onboarding_steps as { name: string }[])
      await fetch('/json/users/me/onboarding_steps', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ onboarding_step: name }),
      });
  });

async function look(
  who: string,
  colorScheme: 'light' | 'dark',
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await (await browser()).newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
  });
  await context.request.post(`${url}/json/dev_fetch_api_key`, { form: { username: `${who}@example.com` } });
  const page = await context.newPage();
  await page.goto(`${url}/#inbox`);
  await page.locator('.shell').waitFor();
  await hideExplanations(page);
  return page;
}

try {
  await talk();
  for (const theme of ['light', 'dark'] as const) {
    const wide = await look('member1', theme, { width: 1400, height: 980 });
    await wide.evaluate(() => (location.hash = '#narrow/channel/1-general/topic/garden.20party'));
    // Scrolls up from the end, because the conversation opens at the first unread message.
    await wide.locator('article', { hasText: '音楽' }).waitFor();
    await wide.locator('.feed').evaluate((feed) => feed.scrollTo(0, feed.scrollHeight));
    // Both pictures show the conversation as read: what was unread is marked until the page loads again.
    await wide.locator('a.row[aria-current=page] .count').waitFor({ state: 'detached' });
    await wide.reload();
    await take(wide, `topic-${theme}`);
  }
} finally {
  server.kill();
  await (await browser()).close();
}
process.exit();
