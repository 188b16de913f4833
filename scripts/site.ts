/**
 * `npm run site` writes a site of static pages from docs/ and the README into dist/site. Every web server can offer it,
 * and a browser can open its files: all links are relative, and it needs nothing from other hosts.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSite } from './site/site.ts';

const folder = fileURLToPath(new URL('../dist/site', import.meta.url));
const files = await makeSite();
rmSync(folder, { recursive: true, force: true });
for (const [path, content] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
console.log(`${folder}/index.html and ${files.size - 1} other files`);
