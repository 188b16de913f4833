import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../src/', import.meta.url));
const styles = globSync('{web,pages}/**/*.css', { cwd: sources }).map((file) => ({
  file,
  css: readFileSync(sources + file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
}));

test('styles use logical sides only, so that right-to-left languages are mirrored', () => {
  const physical =
    /(?:^|[;{\s])((?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)|left|right|(?:text-align|float|clear):\s*(?:left|right))\b[^;]*/g;
  const found = styles.flatMap(({ file, css }) => [...css.matchAll(physical)].map(([, what]) => `${file}: ${what}`));
  assert.deepEqual(found, []);
});

test('shorthands for four sides are the same at both ends of a line', () => {
  const four = /\b(?:margin|padding|inset|border-width)\s*:\s*([^;}]+)[;}]/g;
  const found = styles.flatMap(({ file, css }) =>
    [...css.matchAll(four)].flatMap(([whole, value]) => {
      const parts = value!.match(/(?:[^\s(]+\([^()]*(?:\([^()]*\)[^()]*)*\)|\S+)/g) ?? [];
      return parts.length === 4 && parts[1] !== parts[3] ? [`${file}: ${whole}`] : [];
    }),
  );
  assert.deepEqual(found, []);
});

test('media queries use text-relative units, so that larger text gets the layout of a smaller page', () => {
  const found = styles.flatMap(({ file, css }) =>
    [...css.matchAll(/@media[^{]*\dpx\b[^{]*/g)].map(([what]) => `${file}: ${what.trim()}`),
  );
  assert.deepEqual(found, []);
});
