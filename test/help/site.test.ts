import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { before, test } from 'node:test';
import { parse } from 'parse5';
import { type Element, getAttribute, listElements } from '../../scripts/site/links.ts';
import { makeSite } from '../../scripts/site/site.ts';
import { endpoints } from '../../src/declarations.ts';

// The static site is built in memory, and read as a browser reads it.

let files: Map<string, string | Buffer>;
let pages: Map<string, Element[]>;

before(async () => {
  files = await makeSite();
  const texts = [...files].filter(([path]) => path.endsWith('.html'));
  pages = new Map(texts.map(([path, text]) => [path, [...listElements(parse(String(text)))]]));
});

/** The links of a page to other files, by their attribute. */
function* listLinks(elements: readonly Element[]): Generator<string> {
  for (const element of elements)
    for (const name of ['href', 'src', 'srcset', 'action']) {
      const link = getAttribute(element, name);
      if (link !== undefined) yield link;
    }
}

const none = (problems: readonly string[]): void => assert.deepEqual(problems, []);

test('every link and every anchor of the site leads somewhere', () => {
  assert.ok(pages.size > 100);
  const ids = new Map([...pages].map(([path, all]) => [path, new Set(all.map((one) => getAttribute(one, 'id')))]));
  const problems: string[] = [];
  // All pages of a folder have the same navigation.
  const checked = new Set<string>();
  for (const [path, elements] of pages)
    for (const link of listLinks(elements)) {
      const from = link.startsWith('#') ? path : posix.dirname(path);
      if (/^(https?|mailto):/.test(link) || checked.has(`${from} ${link}`)) continue;
      checked.add(`${from} ${link}`);
      const [to = '', fragment] = link.split('#');
      const target = to === '' ? path : posix.join(posix.dirname(path), to);
      if (link.startsWith('/') || !files.has(target)) problems.push(`${path} → ${link}`);
      else if (fragment !== undefined && !ids.get(target)?.has(fragment)) problems.push(`${path} → ${link}`);
    }
  none(problems);
});

test('the site loads nothing from other hosts', () => {
  const problems: string[] = [];
  for (const [path, elements] of pages)
    for (const element of elements) {
      const loaded =
        element.tagName === 'a' ? undefined : (getAttribute(element, 'src') ?? getAttribute(element, 'href'));
      if (loaded?.includes(':') || getAttribute(element, 'style') !== undefined) problems.push(`${path}: ${loaded}`);
    }
  for (const name of ['site.css', 'reference.css'])
    if (/url\(|@import/.test(String(files.get(`site/${name}`)))) problems.push(name);
  none(problems);
});

test('every page can be reached from the front page without a script', () => {
  const reached = new Set<string>();
  const follow = (path: string): void => {
    if (reached.has(path) || !pages.has(path)) return;
    reached.add(path);
    for (const link of listLinks(pages.get(path)!)) follow(posix.join(posix.dirname(path), link.replace(/#.*/, '')));
  };
  follow('index.html');
  none([...pages.keys()].filter((path) => !reached.has(path)));
});

/** A message that an example shows may have headings of its own. */
const isInMessage = ({ parentNode }: Element): boolean =>
  parentNode !== null &&
  'attrs' in parentNode &&
  (getAttribute(parentNode, 'class') === 'rendered' || isInMessage(parentNode));

test('every page of the site has a title, a description and one main heading', () => {
  const titles = new Map<string, string>();
  for (const [path, elements] of pages) {
    const count = (name: string) => elements.filter((one) => one.tagName === name && !isInMessage(one)).length;
    assert.deepEqual([count('h1'), count('main')], [1, 1], path);
    assert.ok(
      elements.some((one) => getAttribute(one, 'name') === 'description'),
      path,
    );
    const [, title] = /<title>(.*?)<\/title>/.exec(String(files.get(path)))!;
    assert.equal(titles.get(title!), undefined, `${path} has the title ${title}, too`);
    titles.set(title!, path);
  }
});

test('the API reference of the site has every endpoint', () => {
  const names = pages.get('api.html')!.filter(({ tagName }) => tagName === 'details').length;
  assert.ok(names > endpoints.length, String(names));
  const { paths } = JSON.parse(String(files.get('openapi.json'))) as { paths: object };
  assert.ok('/api/v1/messages' in paths);
});

test('the search of the site knows headings, settings, endpoints and services, each with a place that exists', () => {
  const script = String(files.get('site/search.js'));
  const targets = [...script.matchAll(/\bhref:"([^"]+)",heading:"([^"]+)"/g)];
  const headings = new Set(targets.map(([, , heading]) => heading));
  for (const heading of ['Backup and restore', 'HTTPS', 'Jira', '/api/v1/users/me'])
    assert.ok(headings.has(heading), heading);
  assert.ok(script.includes('--backup-every'));
  for (const [, href] of targets) {
    const [to = '', fragment] = href!.split('#');
    const elements = pages.get(posix.join('help', to))!;
    const exists = fragment === undefined || elements.some((one) => getAttribute(one, 'id') === fragment);
    assert.ok(exists, href);
  }
});
