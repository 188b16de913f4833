import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { SeededRandom } from '../../../src/cli/dev/seeded-random.ts';
import { Database } from '../../../src/kernel/db/database.ts';
import { LocalJournal } from '../../../src/kernel/journal/local.ts';
import { UnreliableDisk } from '../../support/unreliable-disk.ts';

/** More turns for a long run. */
const TURNS = Number(process.env.TURNS ?? 300);
const SEED = Number(process.env.SEED ?? 2);
/** Small, so that the log restarts every few turns. */
const SIZES = { turns: 2, copy: 15, restart: 50 };
/** The share of moments at which power is lost. */
const SHARE = 0.15;

test(`after a loss of power at any moment, all confirmed turns are in the database, seed ${SEED}`, async (t) => {
  const random = new SeededRandom(SEED);
  const folder = mkdtempSync(join(tmpdir(), 'klatch-power-'));
  const after = join(folder, 'after');
  mkdirSync(after);
  const db = new Database(join(folder, 'klatch.db'));
  db.enableWal();
  db.script('CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT) STRICT');
  const set = db.run<[number, string]>('INSERT INTO item VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text');
  let disk!: UnreliableDisk;
  db.useJournal((confirmation, openLog) => {
    const log = openLog();
    disk = new UnreliableDisk(folder, random);
    return new LocalJournal({ confirmation, log, disk, sizes: SIZES });
  });

  /** What the table has after each turn, as text. Row 0 is the number of the turn. */
  const states: string[] = [JSON.stringify([])];
  const rows = new Map<number, string>();
  let confirmed = 0;
  /** The last turn that is not lazy. */
  let last = 0;
  let losses = 0;
  disk.onMoment = () => {
    if (!random.chance(SHARE)) return;
    losses += 1;
    disk.losePower(after);
    const found = recover(after);
    const kept = Number(found[0]?.[1] ?? 0);
    assert.ok(kept >= confirmed, `turn ${confirmed} was confirmed, and ${kept} is the last one after loss ${losses}`);
    assert.equal(JSON.stringify(found), states[kept], `the state of turn ${kept}`);
  };
  const change = (count: number) => {
    for (const [id, text] of changes(count, random)) {
      rows.set(id, text);
      set(id, text);
    }
    states.push(JSON.stringify([...rows].sort(([one], [other]) => one - other)));
  };
  const writeLazily = (count: number) => disk.watch(() => db.writeLazily(() => change(count)));
  for (let count = 1; count <= TURNS; count++) {
    if (random.chance(0.6)) await db.pause;
    if (db.isReady && random.chance(0.3)) writeLazily(count);
    else {
      const before = last;
      db.write(() => {
        change(count);
        db.afterCommit(() => {
          assert.equal(confirmed, before, 'turns are confirmed in order');
          confirmed = count;
        });
      });
      last = count;
      disk.watch(() => db.commit());
    }
    for (let wait = random.pick([0, 1, 2, 4, 8, 12]); wait > 0; wait--) await turn();
  }
  while (confirmed < last || !disk.isQuiet) await turn();
  t.diagnostic(`${losses} losses of power, ${disk.restarts} restarts of the log`);
  assert.ok(disk.restarts >= TURNS / 50, `the log restarted ${disk.restarts} times`);
  assert.ok(losses >= TURNS / 10);
  // When everything is settled, the database file alone has it, before the close deletes the log.
  writeLazily(TURNS + 1);
  await Promise.all([db.settle(), settled(disk)]);
  disk.losePower(after);
  rmSync(join(after, 'klatch.db-wal'));
  assert.equal(JSON.stringify(recover(after)), states[TURNS + 1]);
  db.close();
  rmSync(folder, { recursive: true });
});

async function settled(disk: UnreliableDisk): Promise<void> {
  await turn();
  while (!disk.isQuiet) await turn();
}

/** A few rows, new and old ones, from some bytes to several pages. */
function changes(count: number, random: SeededRandom): [number, string][] {
  const number = 1 + random.below(5);
  const some = Array.from({ length: number }, (): [number, string] => {
    const id = 1 + random.below(60);
    return [id, `${count} ${'x'.repeat(Math.floor(random.next() ** 3 * 9000))}`];
  });
  return [[0, String(count)], ...some];
}

function recover(folder: string): [number, string][] {
  rmSync(join(folder, 'klatch.db-shm'), { force: true });
  const db = new Sqlite(join(folder, 'klatch.db'));
  db.pragma('synchronous = OFF');
  try {
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    return db.prepare('SELECT id, text FROM item ORDER BY id').raw().all() as [number, string][];
  } finally {
    db.close();
  }
}
