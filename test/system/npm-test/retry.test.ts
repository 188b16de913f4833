import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { areRepeated, onlyTests } from '../../../scripts/test/retry.ts';
import { temporaryFolder } from '../../support/process.ts';

const failed = (file: string, name: string) => ({ file: join(import.meta.dirname, '../../..', file), name });
const inBrowser = failed('test/browser/every-view.test.ts', 'every view passes the accessibility check, on a phone');

test('a browser test is repeated, also if its name is made of parts', () => {
  assert.equal(areRepeated([inBrowser]), true);
  assert.equal(areRepeated([inBrowser, failed('test/pages/browser.test.ts', 'sign in')]), true);
});

test('nothing is repeated without a failure, with many, or with one outside a browser', () => {
  assert.equal(areRepeated([]), false);
  assert.equal(areRepeated([inBrowser, inBrowser, inBrowser, inBrowser]), false);
  assert.equal(areRepeated([inBrowser, failed('test/openapi.test.ts', 'the document is valid')]), false);
});

test('a file that fails as a whole is not repeated', () => {
  const { file } = inBrowser;
  assert.equal(areRepeated([{ file, name: file }]), false);
});

test('only the named tests are repeated', () => {
  const [more, ...names] = ['once more', 'once', 'in "kitchen" (1.5)', "it's a $5 [x] in 'a/b'", 'grüße: 1,2,3'];
  const path = join(temporaryFolder(), 'some.test.mjs');
  const tests = [more, ...names].map((name) => `test(${JSON.stringify(name)}, (t) => console.log('ran ' + t.name))`);
  writeFileSync(path, `import test from 'node:test';\n${tests.join(';\n')}`);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST')));
  const { stdout } = spawnSync(process.execPath, [...onlyTests(names), path], { encoding: 'utf8', env });
  assert.deepEqual(stdout.match(/(?<=ran ).*/g), names);
});
