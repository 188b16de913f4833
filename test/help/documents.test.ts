import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generatedHelp, keyName } from '../../scripts/help.ts';
import { SERVICES } from '../../src/chat/integrations/incoming-webhooks/services/table.ts';
import { Documentation } from '../../src/pages/help/documentation.ts';
import { headingId } from '../../src/pages/help/render.ts';
import { SHORTCUTS } from '../../src/web/keyboard/shortcuts.ts';
import { newTeam } from '../support/team.ts';

const documentation = new Documentation();
const { pages } = documentation;
const text = (file: string): string => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');

/** The search module is imported by its URL, because its types need those of browsers. */
const SEARCH = new URL('../../src/web/views/search/suggestions.ts', import.meta.url).href;
interface Finder {
  results(words: string, terms: readonly []): { name: string; term?: { operand: unknown } }[];
}

test('every table in the documentation matches what the code declares', () => {
  for (const { file, text, wanted } of generatedHelp())
    assert.equal(text, wanted, `${file} is out of date: run node scripts/help.ts`);
});

test('the shortcuts page lists exactly the shortcuts of the web client', () => {
  const [, listed = ''] = /<!-- shortcuts -->([\s\S]*)<!-- end of shortcuts -->/.exec(text('docs/help/keyboard.md'))!;
  const onPage = [...listed.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, keys]) =>
    keys!.split(' or ').map((key) => key.slice(1, -1)),
  );
  const inClient = Object.values(SHORTCUTS).flatMap((keys) => keys.map(keyName));
  assert.deepEqual(onPage.sort(), inClient.sort());
});

/** Suggested days change from day to day. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

test('the search page has every filter that the search field suggests', async () => {
  const { finder } = (await import(SEARCH)) as { finder: Finder };
  const page = text('docs/help/search.md');
  const operators = finder.results('', []).map(({ name }) => name);
  assert.ok(operators.length >= 9);
  for (const operator of operators) {
    assert.ok(page.includes(`\`${operator}`), operator);
    const values = finder.results(operator, []).flatMap(({ term }) => term ?? []);
    for (const { operand } of values)
      if (typeof operand === 'string' && operand !== 'me' && !DAY.test(operand))
        assert.ok(page.includes(`| \`${operator}${operand}\` |`), `${operator}${operand}`);
  }
});

test('the integrations page has the URL of every service', () => {
  const page = text('docs/help/integrations.md');
  for (const { name } of SERVICES) assert.ok(page.includes(`/api/v1/external/${name}`), name);
});

test('each service has a page in the help, which shows what it posts', async () => {
  const url = await newTeam().team.url;
  const open = async (path: string) => (await fetch(`${url}/help/${path}`)).text();
  const catalogue = await open('integrations');
  for (const { name, display_name } of SERVICES) {
    assert.ok(catalogue.includes(`<a href="/help/integrations/${name}">${display_name}</a>`), name);
    const page = await open(`integrations/${name}`);
    assert.match(page, /<div class="sample"><p class="sample-topic">[^<]+<\/p>\n<div class="rendered"><\w/, name);
    assert.doesNotMatch(page, /<script| style="|undefined|\[object/, name);
  }
  assert.match(
    await open('integrations/uptimekuma'),
    /<a href="https:\/\/shop.example.com">Shop<\/a><\/strong> is down/,
  );
  assert.equal((await fetch(`${url}/help/integrations/nothing`)).status, 404);
});

test('the catalogue of the help finds services by name and by group', async () => {
  const url = await newTeam().team.url;
  const find = async (path: string) => {
    const page = await (await fetch(`${url}/help/${path}`)).text();
    return [...page.matchAll(/<li><a href="\/help\/integrations\/(\w+)">/g)].map(([, name]) => name);
  };
  assert.deepEqual(await find('integrations?q=kuma'), ['uptimekuma']);
  assert.ok((await find('integrations?q=MONITORING')).includes('zabbix'));
  assert.deepEqual(await find('integrations?q=nothing'), []);
  assert.deepEqual(await find('find?q=kuma'), ['uptimekuma']);
});

test('links between documentation files lead to files and headings that exist', () => {
  for (const page of pages) {
    const { html } = documentation.render(page);
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
    for (const [, href] of html.matchAll(/<a class="anchor" href="#([^"]+)"/g)) assert.ok(ids.has(href!), href);
    const source = text(page.file).replace(/^(`{3,}|~{3,})[\s\S]*?^\1$/gm, '');
    for (const [, href] of source.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(href!)) continue;
      const [path = '', fragment] = href!.split('#');
      const file = path === '' ? page.file : posix.join(posix.dirname(page.file), path);
      assert.ok(existsSync(fileURLToPath(new URL(`../../${file}`, import.meta.url))), `${page.file} → ${href}`);
      if (fragment === undefined) continue;
      const headings = [...text(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => headingId(heading!));
      assert.ok(headings.includes(fragment), `${page.file} → ${href}`);
    }
  }
});

test('links in guides stay on the server', () => {
  const guides = pages.filter(({ file }) => file.startsWith('docs/help/') || file === 'docs/api.md');
  for (const page of guides)
    for (const [, href] of text(page.file).matchAll(/\]\(([^)\s]+)\)/g))
      if (/\.md(#|$)/.test(href!)) assert.ok(documentation.link(page, href!), `${page.file} → ${href}`);
});

test('a page’s title is its first heading', () => {
  for (const page of pages)
    assert.equal(documentation.render(page).title, /^# (.+)$/m.exec(text(page.file))![1], page.file);
  assert.equal(documentation.render(documentation.at('/help/operation/nginx.conf')!).title, 'nginx.conf');
});

test('a heading that occurs twice gets two ids', () => {
  const ids = pages.flatMap((page) => {
    const found = [...documentation.render(page).html.matchAll(/<h[2-6] id="([^"]+)"/g)].map(([, id]) => id!);
    assert.equal(new Set(found).size, found.length, page.file);
    return found;
  });
  assert.ok(ids.includes('invite-people'));
});

test('examples show the message renderer’s output', () => {
  const page = pages.find(({ path }) => path === '/help/markdown')!;
  const { html } = documentation.render(page);
  assert.match(html, /<em>italic<\/em>, <strong>bold<\/strong>/);
  assert.match(html, /<span class="user-mention" data-user-id="1">@Mia Moss<\/span>/);
  assert.match(html, /title="tada">🎉<\/span>/);
  assert.match(html, /<details class="spoiler-block"><summary class="spoiler-header">/);
  assert.match(html, /<math xmlns/);
  assert.match(html, /<td class="align-right">2\.50<\/td>/);
  assert.doesNotMatch(html, / style="|katex-html|href="\/#|Invalid time/);
});
