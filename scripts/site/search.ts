import { resolve } from 'node:path';
import { build } from 'esbuild';
import { type DefaultTreeAdapterMap, parse, defaultTreeAdapter as tree } from 'parse5';
import type { Section } from '../../src/pages/help/search-sections.ts';
import { type Element, getAttribute, listElements } from './links.ts';

/** What the search knows of a page: its headings and the entries of a reference, with their text. */
export function listSections(page: string, { path, title }: { path: string; title: string }): Section[] {
  const main = [...listElements(parse(page))].find(({ tagName }) => tagName === 'main')!;
  const sections: { href: string; heading: string; page: string; lines: string[] }[] = [
    { href: path, heading: title, page: title, lines: [] },
  ];
  const read = (element: Element): void => {
    const { tagName } = element;
    const id = getAttribute(element, 'id');
    if (tagName === 'summary' || tagName === 'nav' || getAttribute(element, 'class') === 'neighbors') return;
    if (id !== undefined && tagName === 'details') {
      const [summary] = listElements(element);
      const [, name, about] = [...listElements(summary!)]
        .filter(({ parentNode }) => parentNode === summary)
        .map(getText);
      const lines = [about ?? '', getAttribute(element, 'data-find') ?? ''];
      sections.push({ href: `${path}#${id}`, heading: name!, page: title, lines });
    } else if (id !== undefined && /^h[2-6]$/.test(tagName))
      sections.push({ href: `${path}#${id}`, heading: getText(element), page: title, lines: [] });
    else if (tagName === 'pre') sections.at(-1)!.lines.push(...getText(element).split('\n'));
    else if (LINES.has(tagName)) sections.at(-1)!.lines.push(getText(element).replace(/\s+/g, ' '));
    else for (const child of element.childNodes) if (tree.isElementNode(child)) read(child);
  };
  for (const child of main.childNodes) if (tree.isElementNode(child) && child.tagName !== 'h1') read(child);
  return sections;
}

/** Elements whose text is one line. */
const LINES: ReadonlySet<string> = new Set(['p', 'tr', 'li', 'dd']);

const getText = (element: Element): string => readText(element).trim();

function readText(node: DefaultTreeAdapterMap['node']): string {
  if (tree.isTextNode(node)) return node.value;
  if (!('childNodes' in node)) return '';
  const separator = 'tagName' in node && node.tagName === 'tr' ? ' ' : '';
  return node.childNodes.map(readText).join(separator);
}

/** The script of the page with the search. It contains all sections, because a page of a file can load nothing else. */
export async function makeSearchScript(sections: readonly Section[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, 'search-page.mjs')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { SECTIONS: JSON.stringify(sections) },
  });
  return outputFiles[0]!.text;
}
