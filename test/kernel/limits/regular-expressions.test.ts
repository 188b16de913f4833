import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { analyse } from 'scslre';

const ROOT = fileURLToPath(new URL('../../../src/', import.meta.url));

interface Pattern {
  at: string;
  source: string;
  flags: string;
}

/** The regular expressions in a file. */
function patternsIn(file: string): Pattern[] {
  const { tokens } = parse(readFileSync(join(ROOT, file), 'utf8'), {
    sourceType: 'module',
    plugins: file.endsWith('.tsx') ? ['typescript', 'jsx'] : ['typescript'],
    tokens: true,
  });
  return tokens!
    .filter(({ type }) => type.label === 'regexp')
    .map(({ value, loc }) => ({
      at: `${file}:${loc.start.line}`,
      source: value.pattern as string,
      flags: value.flags as string,
    }));
}

/** Whether a match can take more than linear time. A sticky expression is tried at one position only. */
const isSuperLinear = ({ source, flags }: Pattern): boolean =>
  analyse({ source, flags }, { reportTypes: { Move: !flags.includes('y') } }).reports.length > 0;

/** Expressions applied only to short texts or to our own texts, with the reason. */
const SHORT: Record<string, string> = {
  '/_+$/': 'class names of highlight.js',
  '/[.+-]+$/': 'a domain of at most 254 characters',
  '/-+$/': 'a label of at most 64 characters',
  '/[^0-9a-z]+$/': 'the name of an imported emoji, cut off at 64 characters',
  '/\\/+$/': 'the address of the server, from its configuration',
  '/\\?.*$/': 'the address of the mail server, from its configuration',
};

test('every regular expression of the server takes linear time', () => {
  const patterns = globSync('**/*.ts', { cwd: ROOT, exclude: ['web/**'] }).flatMap(patternsIn);
  assert.ok(patterns.length > 500);
  const written = ({ source, flags }: Pattern) => `/${source}/${flags}`;
  const known = new Map<string, boolean>();
  const slow = patterns.filter((pattern) => {
    const text = written(pattern);
    if (text in SHORT) return false;
    if (!known.has(text)) known.set(text, isSuperLinear(pattern));
    return known.get(text);
  });
  assert.deepEqual(
    slow.map((pattern) => `${pattern.at} ${written(pattern)}`),
    [],
  );
  const all = new Set(patterns.map(written));
  assert.deepEqual(
    Object.keys(SHORT).filter((one) => !all.has(one)),
    [],
    'exceptions that are not needed any more',
  );
});

test('an expression with quadratic time is recognized', () => {
  assert.equal(isSuperLinear({ at: '', source: '\\s*[\\r\\n]\\s*', flags: 'g' }), true);
  assert.equal(isSuperLinear({ at: '', source: '[\\r\\n]', flags: 'g' }), false);
});
