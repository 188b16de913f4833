import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

let source: string | undefined;

export interface Violation {
  /** The violated rule. */
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

export interface CheckOptions {
  /** A selector for a part of the page. */
  part?: string;
  /** Checks only rules with one of these tags, or these rules; otherwise all. */
  only?: string[];
  /** Rules to skip. */
  but?: string[];
}

/** The accessibility rules that a page violates, of those that axe can check. */
export async function findViolations(
  page: Page,
  { part = 'html', only, but = [] }: CheckOptions = {},
): Promise<Violation[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) {
    source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(source);
  }
  const options = {
    ...(only && { runOnly: only }),
    rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    // No rule that is checked needs the style sheets, which would be read again each time.
    preload: { assets: ['media'] },
  };
  return page.evaluate(
    ([where, how]) =>
      (globalThis as any).axe.run(where, how).then(({ violations }: { violations: Violation[] }) => violations),
    [part, options] as const,
  );
}
