import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

const isRoot = process.getuid?.() === 0;
const run = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** A RAM disk of this size, if this user may mount one. */
export function smallDisk(size: string): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'klatch-disk-'));
  const mounted = isRoot && run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'klatch-test', place);
  after(() => {
    if (mounted) run('umount', '-l', place);
    rmdirSync(place);
  });
  return mounted ? place : undefined;
}
