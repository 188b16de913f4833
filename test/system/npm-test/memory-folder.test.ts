import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { makeMemoryFolder } from '../../../scripts/test/memory-folder.ts';

const MODULE = new URL('../../../scripts/test/memory-folder.ts', import.meta.url).href;

/** Makes the folder in a process of its own, which then ends in some way. Returns its path. */
function makeElsewhere(end: string): string {
  const script = `import { makeMemoryFolder } from '${MODULE}'; console.log(makeMemoryFolder()); ${end}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return stdout.trim();
}

const isPossible = makeMemoryFolder() !== undefined;
const options = { skip: isPossible ? false : 'no programs can run in memory here, or there is little of it' };

test('temporary files in memory are deleted when the tests end', options, () => {
  const made = makeElsewhere('');
  assert.match(made, /^\/dev\/shm\//);
  assert.equal(existsSync(made), false);
});

test('temporary files of tests that were killed are deleted by the next ones', options, () => {
  const left = makeElsewhere("process.kill(process.pid, 'SIGKILL')");
  assert.equal(existsSync(left), true);
  makeMemoryFolder();
  assert.equal(existsSync(left), false);
});
