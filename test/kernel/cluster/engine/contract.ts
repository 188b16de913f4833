import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Announcement,
  type Engine,
  EngineUnavailable,
  type HeldLease,
  type LeaseHolder,
  LogFenced,
  SnapshotMissing,
} from '../../../../src/kernel/cluster/engine/engine.ts';
import { waitUntil } from '../../../support/until.ts';

/** How the tests get engines of one kind. */
export interface Harness {
  /** A node of a new, empty cluster, or of the cluster of `other`. */
  open(name: string, other?: Engine): Promise<Engine>;
  /** Ends a node without a word to the others, and returns when its lease and its announcement have expired. */
  kill(engine: Engine): Promise<void>;
  /** A size of entries that needs more than one message of the engine's protocol. */
  readonly largeEntry: number;
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A follower that records what it receives. */
export class Recorder {
  readonly entries: [sequence: number, text: string][] = [];
  gap: number | undefined;

  onEntry(sequence: number, entry: Uint8Array): void {
    assert.equal(this.gap, undefined, 'an entry after a gap');
    this.entries.push([sequence, new TextDecoder().decode(entry)]);
  }

  onGap(first: number): void {
    assert.equal(this.gap, undefined, 'two gaps');
    this.gap = first;
  }

  has(count: number): Promise<void> {
    return waitUntil(
      () => this.entries.length >= count,
      () => `${count} entries, but ${this.entries.length}`,
    );
  }
}

const announcement = (name: string, position = 0): Announcement => {
  return { name, url: `http://${name}.test`, role: 'follower', position, version: '1', startedAt: 1 };
};

const acquired = (lease: HeldLease | undefined): HeldLease => {
  assert(lease, 'the lease is not free');
  return lease;
};

/** What every engine does. */
export function testEngine(kind: string, harness: Harness): void {
  testLog(kind, harness);
  testFollowing(kind, harness);
  testLease(kind, harness);
  testNodes(kind, harness);
  testSnapshots(kind, harness);
}

function testLog(kind: string, { open, largeEntry }: Harness): void {
  test(`${kind}: entries are numbered without gaps`, async () => {
    const { log } = await open('a');
    assert.deepEqual(await log.bounds(), { first: 1, last: 0 });
    assert.equal(await log.append(bytes('one'), 0), 1);
    assert.equal(await log.append(bytes('two'), 1), 2);
    assert.deepEqual(await log.bounds(), { first: 1, last: 2 });
  });

  test(`${kind}: several appends can be in flight`, async () => {
    const { log } = await open('a');
    const recorder = new Recorder();
    await log.follow(0, recorder);
    const sequences = await Promise.all(Array.from({ length: 200 }, (_, at) => log.append(bytes(`${at + 1}`), at)));
    assert.deepEqual(
      sequences,
      Array.from({ length: 200 }, (_, at) => at + 1),
    );
    await recorder.has(200);
    assert.deepEqual(
      recorder.entries,
      sequences.map((sequence) => [sequence, `${sequence}`]),
    );
  });

  test(`${kind}: an append is rejected if another writer was faster, also those in flight behind it`, async () => {
    const a = await open('a');
    const b = await open('b', a);
    await a.log.append(bytes('one'), 0);
    await b.log.append(bytes('two of b'), 1);
    const late = [a.log.append(bytes('two'), 1), a.log.append(bytes('three'), 2), a.log.append(bytes('four'), 3)];
    for (const append of late) await assert.rejects(append, LogFenced);
    // It does not know the entry of the other writer yet.
    await assert.rejects(a.log.append(bytes('three'), 2), LogFenced);
    assert.deepEqual(await b.log.bounds(), { first: 1, last: 2 });
    const recorder = new Recorder();
    await a.log.follow(1, recorder);
    await recorder.has(1);
    assert.equal(await a.log.append(bytes('three of a'), 2), 3);
    await assert.rejects(b.log.append(bytes('three of b'), 2), LogFenced);
  });

  test(`${kind}: an entry of another writer with the same bytes is another entry`, async () => {
    const a = await open('a');
    const b = await open('b', a);
    await a.log.append(bytes('same'), 0);
    await assert.rejects(b.log.append(bytes('same'), 0), LogFenced);
  });

  test(`${kind}: an append that is repeated stores nothing twice`, async () => {
    const { log } = await open('a');
    assert.equal(await log.append(bytes('one'), 0), 1);
    assert.equal(await log.append(bytes('two'), 1), 2);
    assert.deepEqual(await Promise.all([log.append(bytes('one'), 0), log.append(bytes('two'), 1)]), [1, 2]);
    await assert.rejects(log.append(bytes('another'), 1), LogFenced);
    assert.deepEqual(await log.bounds(), { first: 1, last: 2 });
  });

  test(`${kind}: an append with nothing before it does not leave a gap`, async () => {
    const { log } = await open('a');
    await assert.rejects(log.append(bytes('six'), 5), isUnavailable);
    assert.deepEqual(await log.bounds(), { first: 1, last: 0 });
  });

  test(`${kind}: an entry may be empty, and larger than a message`, async () => {
    const { log } = await open('a');
    const large = Buffer.alloc(largeEntry, 'large ');
    await Promise.all([log.append(bytes(''), 0), log.append(large, 1), log.append(bytes('after'), 2)]);
    const recorder = new Recorder();
    await log.follow(0, recorder);
    await recorder.has(3);
    assert.deepEqual(
      recorder.entries.map(([sequence, text]) => [sequence, text.length]),
      [1, 2, 3].map((sequence, at) => [sequence, [0, largeEntry, 5][at]]),
    );
    assert(recorder.entries[1]![1] === large.toString(), 'other content');
  });

  test(`${kind}: a writer that is too late with a large entry changes nothing`, async () => {
    const a = await open('a');
    const b = await open('b', a);
    await a.log.append(bytes('one'), 0);
    await assert.rejects(b.log.append(Buffer.alloc(largeEntry, 'b'), 0), LogFenced);
    assert.equal(await a.log.append(Buffer.alloc(largeEntry, 'a'), 1), 2);
    await a.log.trim(2);
    assert.deepEqual(await b.log.bounds(), { first: 3, last: 2 });
  });

  test(`${kind}: trimmed entries are gone, and numbers go on`, async () => {
    const { log } = await open('a');
    for (let at = 0; at < 5; at += 1) await log.append(bytes(`${at + 1}`), at);
    await log.trim(3);
    assert.deepEqual(await log.bounds(), { first: 4, last: 5 });
    await log.trim(2);
    assert.deepEqual(await log.bounds(), { first: 4, last: 5 });
    await log.trim(5);
    assert.deepEqual(await log.bounds(), { first: 6, last: 5 });
    assert.equal(await log.append(bytes('6'), 5), 6);
  });
}

function testFollowing(kind: string, { open }: Harness): void {
  test(`${kind}: a follower on another node receives what was there and what comes`, async () => {
    const a = await open('a');
    const b = await open('b', a);
    for (let at = 0; at < 3; at += 1) await a.log.append(bytes(`${at + 1}`), at);
    const recorder = new Recorder();
    const following = await b.log.follow(1, recorder);
    await recorder.has(2);
    await a.log.append(bytes('4'), 3);
    await recorder.has(3);
    assert.deepEqual(recorder.entries, [
      [2, '2'],
      [3, '3'],
      [4, '4'],
    ]);
    await following.close();
    await a.log.append(bytes('5'), 4);
    const another = new Recorder();
    await b.log.follow(4, another);
    await another.has(1);
    assert.equal(recorder.entries.length, 3);
  });

  test(`${kind}: a follower learns that entries it needs were trimmed`, async () => {
    const a = await open('a');
    for (let at = 0; at < 4; at += 1) await a.log.append(bytes(`${at + 1}`), at);
    await a.log.trim(3);
    const exact = new Recorder();
    await a.log.follow(3, exact);
    await exact.has(1);
    assert.equal(exact.gap, undefined);
    const late = new Recorder();
    await a.log.follow(1, late);
    await waitUntil(() => late.gap);
    assert.equal(late.gap, 4);
    await a.log.trim(4);
    const empty = new Recorder();
    await a.log.follow(0, empty);
    await waitUntil(() => empty.gap);
    assert.equal(empty.gap, 5);
    assert.deepEqual([...late.entries, ...empty.entries], []);
  });
}

function testLease(kind: string, { open, kill }: Harness): void {
  test(`${kind}: one node has the lease, until it releases it`, async () => {
    const a = await open('a');
    const b = await open('b', a);
    assert.equal(await a.lease.holder(), undefined);
    const held = acquired(await a.lease.tryAcquire(fail));
    assert.equal(await a.lease.tryAcquire(fail), undefined);
    assert.equal(await b.lease.tryAcquire(fail), undefined);
    assert.deepEqual(await b.lease.holder(), { node: 'a', epoch: held.epoch });
    await held.release();
    assert.equal(await b.lease.holder(), undefined);
    const next = acquired(await b.lease.tryAcquire(fail));
    assert(next.epoch > held.epoch);
    await next.release();
  });

  test(`${kind}: a lease that is not renewed expires, and others learn of it`, async () => {
    const a = await open('a');
    const b = await open('b', a);
    const seen: (LeaseHolder | undefined)[] = [];
    await b.lease.watch((holder) => seen.push(holder));
    const { epoch } = acquired(await a.lease.tryAcquire(fail));
    await waitUntil(() => seen.at(-1)?.node === 'a');
    await kill(a);
    await waitUntil(() => seen.at(-1) === undefined);
    assert.equal(await b.lease.holder(), undefined);
    const next = acquired(await b.lease.tryAcquire(fail));
    assert(next.epoch > epoch);
    await waitUntil(() => seen.at(-1)?.epoch === next.epoch);
  });
}

function testNodes(kind: string, { open, kill }: Harness): void {
  test(`${kind}: nodes see each other, and changes at once`, async () => {
    const a = await open('a');
    const b = await open('b', a);
    let position = 0;
    a.nodes.announce(() => announcement('a', position));
    b.nodes.announce(() => announcement('b'));
    let seen: readonly Announcement[] = [];
    b.nodes.watch((nodes) => (seen = nodes));
    await waitUntil(() => seen.map(({ name }) => name).join() === 'a,b');
    position = 7;
    a.nodes.refresh();
    await waitUntil(() => seen[0]!.position === 7);
    const c = await open('c', a);
    assert.deepEqual(await c.nodes.list(), [announcement('a', 7), announcement('b')]);
    await kill(a);
    await waitUntil(() => seen.map(({ name }) => name).join() === 'b');
    assert.deepEqual(await c.nodes.list(), [announcement('b')]);
  });
}

function testSnapshots(kind: string, { open }: Harness): void {
  test(`${kind}: the two newest snapshots are kept`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'klatch-snapshots-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = (name: string): string => join(folder, name);
    const a = await open('a');
    const b = await open('b', a);
    assert.equal(await a.snapshots.newest(), undefined);
    const contents = ['', 'second '.repeat(300_000), 'third'];
    const stored = [];
    for (const [at, content] of contents.entries()) {
      writeFileSync(file(`in-${at}`), content);
      stored.push(await a.snapshots.put(file(`in-${at}`), { position: at * 10, epoch: at, schema: 7 }));
      assert.deepEqual(await b.snapshots.newest(), stored[at]);
      await b.snapshots.get(stored[at]!, file(`out-${at}`));
      assert(readFileSync(file(`out-${at}`), 'utf8') === content, 'other content');
    }
    const sha256 = createHash('sha256').update('third').digest('hex');
    assert.deepEqual(stored[2], { position: 20, epoch: 2, schema: 7, bytes: 5, sha256 });
    await b.snapshots.get(stored[1]!, file('again'));
    await assert.rejects(b.snapshots.get(stored[0]!, file('first')), SnapshotMissing);
  });
}

function fail(): void {
  assert.fail('The lease was lost.');
}

export const isUnavailable = (error: unknown): boolean => error instanceof EngineUnavailable;
