/**
 * `node scripts/texts.ts de` prints the web client's texts that a language lacks, as JSON to be translated. `node
 * scripts/texts.ts de < FILE` adds the translations to src/web/i18n/de.json and removes unused ones.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Catalog = Record<string, unknown>;
const [code = 'de'] = process.argv.slice(2);
const path = (name: string): string => fileURLToPath(new URL(`../src/web/i18n/${name}.json`, import.meta.url));
const read = (name: string): Catalog => JSON.parse(readFileSync(path(name), 'utf8'));
const english = read('english');
const own = read(code);

if (process.stdin.isTTY) {
  const missing = Object.fromEntries(Object.entries(english).filter(([key]) => !(key in own)));
  console.log(JSON.stringify(missing, null, 2));
} else {
  const all: Catalog = { ...own, ...JSON.parse(readFileSync(0, 'utf8') || '{}') };
  const kept = Object.keys(english).filter((key) => key in all);
  writeFileSync(path(code), `${JSON.stringify(Object.fromEntries(kept.map((key) => [key, all[key]])), null, 2)}\n`);
  console.error(`${kept.length} of ${Object.keys(english).length}`);
}
