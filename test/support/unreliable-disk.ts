import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '../../src/cli/dev/seeded-random.ts';
import type { Disk } from '../../src/kernel/journal/disk.ts';

const SECTOR = 512;
const HEADER = 32;
const NAMES = ['klatch.db', 'klatch.db-wal'] as const;
type Name = (typeof NAMES)[number];

/**
 * The disk below a database, as far as a loss of power is concerned. It knows what was in both files when they were
 * last synced. After a loss of power, each sector that was written since has its old or its new content.
 */
export class UnreliableDisk implements Disk {
  readonly #folder: string;
  readonly #random: SeededRandom;
  readonly #durable: Record<Name, Buffer>;
  /** When the syncs began that made it so, as a count of syncs: a sync that began earlier may end later. */
  readonly #syncedAt: Record<Name, number> = { 'klatch.db': 0, 'klatch.db-wal': 0 };
  #syncs = 0;
  readonly #log: number;
  #header: Buffer;
  #running = 0;
  /** Called at every moment worth losing power at. */
  onMoment: () => void = () => {};
  /** How often the log was restarted. */
  restarts = 0;

  constructor(folder: string, random: SeededRandom) {
    this.#folder = folder;
    this.#random = random;
    this.#durable = { 'klatch.db': this.#read('klatch.db'), 'klatch.db-wal': this.#read('klatch.db-wal') };
    this.#log = openSync(join(folder, 'klatch.db-wal'), 'r');
    this.#header = this.#readHeader();
  }

  syncLog(done: (error: Error | null) => void): void {
    this.#sync('klatch.db-wal', done);
  }

  syncDatabase(done: (error: Error | null) => void): void {
    this.#sync('klatch.db', done);
  }

  syncLogNow(): void {
    this.#isDurable('klatch.db-wal', this.#read('klatch.db-wal'), ++this.#syncs);
  }

  syncDatabaseNow(): void {
    this.#isDurable('klatch.db', this.#read('klatch.db'), ++this.#syncs);
  }

  #isDurable(name: Name, content: Buffer, sync: number): void {
    if (sync < this.#syncedAt[name]) return;
    this.#syncedAt[name] = sync;
    this.#durable[name] = content;
  }

  close(): void {
    closeSync(this.#log);
  }

  /** Whether no sync is running. */
  get isQuiet(): boolean {
    return this.#running === 0;
  }

  /** Runs work that may restart the log. If SQLite itself restarts it, SQLite has synced the new header. */
  watch(work: () => void, isOwnRestart = false): void {
    const before = isOwnRestart ? undefined : this.#read('klatch.db-wal');
    work();
    const header = this.#readHeader();
    if (!header.equals(this.#header)) {
      this.#header = header;
      this.restarts += 1;
      const synced = before && Buffer.concat([header, before.subarray(HEADER)]);
      if (synced) this.#isDurable('klatch.db-wal', synced, ++this.#syncs);
    }
    this.onMoment();
  }

  #readHeader(): Buffer {
    const header = Buffer.alloc(HEADER);
    readSync(this.#log, header, 0, HEADER, 0);
    return header;
  }

  /** Writes the files as a loss of power now may leave them. */
  losePower(folder: string): void {
    const share = this.#random.pick([0, 1, 0.5, 0.9, 0.1]);
    // An old header before new frames is the worst that can happen to a log.
    const from = this.#random.chance(0.5) ? SECTOR : 0;
    for (const name of NAMES)
      writeFileSync(join(folder, name), this.#torn(this.#durable[name], this.#read(name), { share, from }));
  }

  #torn(old: Buffer, now: Buffer, { share, from }: { share: number; from: number }): Buffer {
    const torn = Buffer.alloc(Math.max(old.length, now.length));
    old.copy(torn);
    let length = old.length;
    for (let at = from; at < now.length; at += SECTOR) {
      const sector = now.subarray(at, at + SECTOR);
      if (sector.equals(old.subarray(at, at + SECTOR)) || !this.#random.chance(share)) continue;
      sector.copy(torn, at);
      length = Math.max(length, at + sector.length);
    }
    return torn.subarray(0, length);
  }

  #sync(name: Name, done: (error: Error | null) => void): void {
    const content = this.#read(name);
    const sync = ++this.#syncs;
    let turns = this.#random.below(6);
    this.#running += 1;
    const step = () => {
      if (turns-- > 0) return void setImmediate(step);
      this.#running -= 1;
      this.#isDurable(name, content, sync);
      this.onMoment();
      this.watch(() => done(null), true);
    };
    setImmediate(step);
    this.onMoment();
  }

  #read(name: Name): Buffer {
    return readFileSync(join(this.#folder, name));
  }
}
