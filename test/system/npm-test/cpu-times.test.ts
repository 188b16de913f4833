import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/process.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Uses 0.3 s of CPU time. */
const WORK = 'for (const { user } = process.cpuUsage(); process.cpuUsage().user < user + 300_000; ) {}';

test('with --times, npm test prints how much CPU time tests and the processes that they started used', {
  skip: process.platform !== 'linux',
}, () => {
  const path = join(temporaryFolder(), 'some.test.mjs');
  writeFileSync(
    path,
    `import { test } from 'node:test';
    import { spawnSync } from 'node:child_process';
    test('works', () => { ${WORK} });
    test('lets another process work', () => { spawnSync(process.execPath, ['-e', ${JSON.stringify(WORK)}]); });`,
  );
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST')));
  const { stdout } = spawnSync(process.execPath, ['scripts/test.ts', '--times', path], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  const timesOf = (name: string) => new RegExp(`^ *([\\d.]+) +([\\d.]+) +[\\d.]+  .*: ${name}$`, 'm').exec(stdout);
  const [, all, started] = timesOf('works') ?? assert.fail(stdout);
  assert.ok(Number(all) >= 0.3 && Number(started) < 0.2, stdout);
  const [, , startedByOther] = timesOf('lets another process work') ?? assert.fail(stdout);
  assert.ok(Number(startedByOther) >= 0.3, stdout);
});
