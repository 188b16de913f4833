import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Documentation } from '../../src/pages/help/documentation.ts';
import { createAccount, startServer, temporaryFolder } from '../support/process.ts';
import { type VisitedPage, Visitor } from '../support/visitor.ts';

// These tests read the pages of the bundle that `npm start` runs, or of the executable.

const { pages, all } = new Documentation();

/** Escape sequences that appear instead of the character they stand for. */
const ESCAPE = /\\(?:u\{?[0-9a-f]{2,6}|x[0-9a-f]{2})/i;
/** Unrendered Markdown outside of code. */
const MARKDOWN = /\*\*|\]\(|^#{1,6} |```|<!--|^\|.*\|$/m;

async function started() {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--rate-limits', 'off']);
  return { server, visitor: new Visitor(server.url, { 'Accept-Language': 'de' }) };
}

const ids = ({ html }: VisitedPage): Set<string> => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));

test('every help page is complete, needs no account, and has no broken links', async () => {
  const { server, visitor } = await started();
  const seen = new Map<string, VisitedPage>();
  for (const { path } of all) seen.set(path, await visitor.open(path));
  for (const { path } of all) {
    const page = seen.get(path)!;
    assert.equal(page.status, 200, path);
    assert.match(page.html, /<html lang="en"/, path);
    assert.doesNotMatch(page.html, /<script| style="/, path);
    assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/, path);
    assert.doesNotMatch(page.html.replace(/<pre[\s\S]*?<\/pre>|<style>[\s\S]*?<\/style>/g, ''), ESCAPE, path);
    const prose = page.html.replace(/^[\s\S]*<main[^>]*>|<\/main>[\s\S]*$|<(pre|code)[\s\S]*?<\/\1>/g, '');
    assert.doesNotMatch(prose.replace(/<[^>]+>/g, ''), MARKDOWN, path);
    for (const { attributes } of page.elements('a')) {
      const [to = '', fragment] = attributes.href!.split('#');
      // documents.test.ts opens the pages of all services.
      if (/^https?:/.test(to) || to === '/' || to.startsWith('/help/integrations/')) continue;
      const target = seen.get(to === '' ? path : to);
      assert.ok(target, `${path} → ${attributes.href}`);
      if (fragment !== undefined) assert.ok(ids(target).has(fragment), `${path} → ${attributes.href}`);
    }
  }
  await server.stop();
});

test('the navigation lists all pages and marks the current one', async () => {
  const { server, visitor } = await started();
  const { html } = await visitor.open('/help/search/');
  const [, navigation] = /<nav class="pages"[^>]*>([\s\S]*?)<\/nav>/.exec(html)!;
  const links = [...navigation!.matchAll(/<a href="([^"]+)"( aria-current="page")?>/g)];
  assert.deepEqual(
    links.map(([, href]) => href),
    pages.map(({ path }) => path),
  );
  assert.deepEqual(
    links.filter(([, , current]) => current).map(([, href]) => href),
    ['/help/search'],
  );
  assert.equal((await visitor.open('/help/nothing')).status, 404);
  assert.equal((await visitor.open('/help/operation/..%2Fsearch')).status, 404);
  await server.stop();
});

test('the references of commands, settings, limits and exit codes are whole and one click away', async () => {
  const { server, visitor } = await started();
  const REFERENCES: [path: string, row: string][] = [
    ['/help/operation/command-line', 'user login-link'],
    ['/help/operation/settings', '--public-url'],
    ['/help/operation/limits', 'message_length'],
    ['/help/operation/exit-codes', 'another server has the data folder open'],
  ];
  for (const from of ['/help', '/help/administration']) {
    const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec((await visitor.open(from)).html)!;
    for (const [path] of REFERENCES) assert.ok(main.includes(`<a href="${path}">`), `${from} → ${path}`);
  }
  for (const [path, row] of REFERENCES) {
    const { html } = await visitor.open(path);
    const tables = html.match(/<table>[\s\S]*?<\/table>/g) ?? [];
    assert.ok(
      tables.some((table) => table.includes(row)),
      path,
    );
  }
  await server.stop();
});

test('a search finds the sections that contain all words, first those that are named so', async () => {
  const { server, visitor } = await started();
  const found = async (words: string) => (await visitor.open(`/help/find?q=${encodeURIComponent(words)}`)).html;
  const first = /<ul class="found"><li><a href="([^"]*)">/;
  assert.equal(first.exec(await found('Show CODE'))?.[1], '/help/markdown#show-code');
  assert.match(await found('guest private channel'), /href="\/help\/roles-and-permissions/);
  for (const words of ['zzzz', '', ' ', '<script>alert(1)</script>', 'a'.repeat(5000)]) {
    const html = await found(words);
    assert.match(html, /No page contains all of these words/);
    assert.ok(!html.includes('<script>alert'));
  }
  // Each result leads to a heading.
  for (const [, href] of (await found('channel')).matchAll(/<li><a href="([^"]*)">/g)) {
    const [path, id] = href!.split('#');
    const { status, html } = await visitor.open(path!);
    assert.equal(status, 200, href);
    if (id) assert.ok(html.includes(`id="${id}"`), href);
  }
  await server.stop();
});
