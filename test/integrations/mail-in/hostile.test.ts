import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isWorn, startReader } from '../../../src/kernel/reading/document-reader.ts';
import type { ReadingReport } from '../../../src/kernel/reading/types.ts';
import { temporaryFolder } from '../../support/process.ts';
import { HOSTILE_MAILS } from './hostile-mails.ts';

/** What one of these mails may cost: bytes of the whole process, and seconds of a processor of usual speed. */
const MOST_MEMORY = 200 * 2 ** 20;
const MOST_TIME = 1;
/** The seconds in which such a processor does the work of `measureProcessor`. */
const USUAL = 0.14;
const TICKS_PER_SECOND = 100;

/** How many times slower than usual this processor is, at least 1. */
function measureProcessor(): number {
  const before = process.cpuUsage();
  let text = '';
  for (let at = 0; at < 1_000_000; at++) text = (text + at).slice(-20);
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1e6 / USUAL);
}

const isLong = (time: number): boolean => time > MOST_TIME && time > MOST_TIME * measureProcessor();

/** The seconds that a process has computed. Only Linux says so. */
function computingTime({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The most memory that a process has had, in bytes. */
const mostMemory = ({ pid }: ChildProcess): number =>
  Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

async function beginReading(): Promise<ChildProcess> {
  const reader = startReader();
  await once(reader, 'message');
  return reader;
}

/** Reads a mail in the process. Returns undefined if the process ends. */
function readIn(reader: ChildProcess, path: string, folder: string): Promise<ReadingReport | undefined> {
  reader.send({ kind: 'mail', task: { path, folder, prefersHtml: true } });
  return new Promise((resolve) => {
    reader.removeAllListeners('message').once('message', resolve);
    reader.removeAllListeners('exit').once('exit', () => resolve(undefined));
  });
}

const isLinux = existsSync('/proc/self/stat');

test('hostile mails cost little time and memory', {
  skip: !isLinux && 'only Linux says what a process costs',
  // Each mail has its own limit. All of them take minutes on a busy machine.
  timeout: 600_000,
}, async () => {
  assert.ok(HOSTILE_MAILS.length >= 200);
  const folder = temporaryFolder();
  const path = join(folder, 'hostile.eml');
  const files = join(folder, 'files');
  let reader: ChildProcess | undefined;
  after(() => reader?.kill('SIGKILL'));
  const costly = [];
  for (const [name, make] of HOSTILE_MAILS) {
    await Promise.all([writeFile(path, make()), mkdir(files)]);
    reader ??= await beginReading();
    const before = computingTime(reader);
    const report = await readIn(reader, path, files);
    const time = report ? computingTime(reader) - before : undefined;
    const memory = report ? mostMemory(reader) : undefined;
    if (!report || memory! > MOST_MEMORY || isLong(time!)) costly.push({ name, time, memory });
    if (!report || isWorn(report)) {
      reader.kill('SIGKILL');
      reader = undefined;
    }
    await rm(files, { recursive: true });
  }
  assert.deepEqual(costly, []);
});
