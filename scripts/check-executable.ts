/**
 * `npm run check:executable [-- --json] [--no-size-packed]` measures dist/klatch against its targets: its size, its
 * download size, the time to the first reply, and idle memory. The figures are stored in dist/klatch.figures.json. The
 * exit code is 1 if a target is missed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

interface Figure {
  what: string;
  /** undefined: not measurable on this machine. */
  value: number | undefined;
  unit: string;
  most?: number;
}

const ROUNDS = 5;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values } = parseArgs({ options: { json: { type: 'boolean' }, 'no-size-packed': { type: 'boolean' } } });
const made = resolve(`dist/klatch${process.platform === 'win32' ? '.exe' : ''}`);
const place = mkdtempSync(join(tmpdir(), 'klatch-check-'));
process.once('exit', () => rmSync(place, { recursive: true, force: true }));
// A copy, as users have one: Linux caches a newly built file in larger pieces and counts more of it as a process's
// memory.
const program = join(place, basename(made));
copyFileSync(made, program);

const starts: { seconds: number; megabytes: number | undefined }[] = [];
for (let round = 0; round < ROUNDS; round++) starts.push(await start());
const figures: Figure[] = [
  // Node for Linux comes with 18 MB of debug sections; see build/strip.ts.
  { what: 'size', value: statSync(made).size / 1e6, unit: 'MB', most: process.platform === 'linux' ? 165 : undefined },
  { what: 'size as .tar.xz', value: values['no-size-packed'] ? undefined : packed(), unit: 'MB', most: 40 },
  // Other processes may be busy on this machine, so the fastest start counts.
  { what: 'first answer', value: Math.min(...starts.map(({ seconds }) => seconds)), unit: 's', most: 0.5 },
  { what: 'memory when idle', value: middle(starts.map(({ megabytes }) => megabytes)), unit: 'MB', most: 110 },
];
const held = figures.every(({ value, most }) => value === undefined || most === undefined || value <= most);
writeFileSync('dist/klatch.figures.json', `${JSON.stringify(figures, null, 2)}\n`);
console.log(values.json ? JSON.stringify({ figures, held }) : figures.map(line).join('\n'));
process.exit(held ? 0 : 1);

function line({ what, value, unit, most }: Figure): string {
  const shown = value === undefined ? 'not measured' : `${value.toFixed(value < 10 ? 2 : 1)} ${unit}`;
  return `${what.padEnd(20)} ${shown.padStart(12)}${most === undefined ? '' : `  (at most ${most} ${unit})${(value ?? 0) > most ? '  MISSED' : ''}`}`;
}

/**
 * Starts a server in a new folder, with an empty environment, and waits for its first reply. Measures its memory some
 * seconds later.
 */
async function start(): Promise<{ seconds: number; megabytes: number | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'klatch-check-'));
  const args = ['--data', folder, '--listen', '127.0.0.1:0', '--log-level', 'silent'];
  const began = performance.now();
  const server = spawn(program, args, { env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  try {
    const [, url] =
      /^listening on (\S+)$/m.exec(String(await Promise.race([once(server.stdout, 'data'), ended]))) ?? [];
    if (!url) throw new Error('The server did not start');
    await (await fetch(`${url}/api/v1/server_settings`)).text();
    const seconds = (performance.now() - began) / 1000;
    await wait(3000);
    return { seconds, megabytes: getResident(server.pid!) };
  } finally {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resident memory in MB, including mapped code. Known on Linux only. */
function getResident(pid: number): number | undefined {
  try {
    return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}

/** Download size in MB; undefined if xz is missing. */
function packed(): number | undefined {
  const path = join(tmpdir(), `klatch-${process.pid}.tar.xz`);
  const output = openSync(path, 'w');
  try {
    const made = spawnSync('sh', ['-c', `tar -cf - -C dist klatch | xz -T0 --x86 --lzma2=preset=9e`], {
      stdio: ['ignore', output, 'ignore'],
    });
    return made.status === 0 && statSync(path).size > 1e6 ? statSync(path).size / 1e6 : undefined;
  } finally {
    closeSync(output);
    rmSync(path, { force: true });
  }
}

function middle(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((one) => one !== undefined).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)];
}
