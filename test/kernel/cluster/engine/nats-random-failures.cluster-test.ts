import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SeededRandom } from '../../../../src/cli/dev/seeded-random.ts';
import { type Engine, LogFenced } from '../../../../src/kernel/cluster/engine/engine.ts';
import { NatsCluster } from '../../../support/nats-cluster.ts';
import { waitUntil } from '../../../support/until.ts';
import { bytes, isUnavailable, Recorder } from './contract.ts';

const SEED = Number(process.env.SEED ?? 1);
const ROUNDS = 4 * Number(process.env.RUNS ?? 1);

const cluster = await NatsCluster.start();
after(() => cluster.end());

/** What the engine said about each entry. */
class Outcomes {
  readonly confirmed = new Map<number, string>();
  readonly fenced = new Set<string>();
}

/**
 * Appends bursts of entries behind the newest one it received, like a node that believes to be the writer. The other
 * writers do the same at the same time.
 */
class Writer {
  readonly #engine: Engine;
  readonly #name: string;
  readonly #outcomes: Outcomes;
  readonly #received = new Recorder();
  readonly #random: SeededRandom;
  #count = 0;
  isStopped = false;

  constructor(name: string, engine: Engine, { outcomes, random }: { outcomes: Outcomes; random: SeededRandom }) {
    this.#name = name;
    this.#engine = engine;
    this.#outcomes = outcomes;
    this.#random = random;
  }

  async run(): Promise<void> {
    await this.#engine.log.follow(0, this.#received);
    while (!this.isStopped) {
      let previous = this.#received.entries.length;
      const texts = Array.from({ length: 1 + this.#random.below(12) }, () => `${this.#name}-${++this.#count}`);
      while (texts.length > 0) {
        const answers = await Promise.allSettled(
          texts.map((text, at) => this.#engine.log.append(bytes(text), previous + at)),
        );
        const stored = answers.findIndex(({ status }) => status === 'rejected');
        const count = stored < 0 ? texts.length : stored;
        for (const text of texts.splice(0, count)) this.#confirm((previous += 1), text);
        if (texts.length === 0) break;
        const { reason } = answers[count] as PromiseRejectedResult;
        if (reason instanceof LogFenced) for (const text of texts.splice(0)) this.#outcomes.fenced.add(text);
        // Nobody knows, so the same entries are appended again, until somebody does.
        else assert(isUnavailable(reason), `${reason}`);
      }
      await wait(this.#random.below(20));
    }
  }

  #confirm(sequence: number, text: string): void {
    const { confirmed } = this.#outcomes;
    assert.equal(confirmed.get(sequence), undefined, `the entry ${sequence} was confirmed twice`);
    confirmed.set(sequence, text);
  }
}

/** Harms one server or all, and heals it again. */
async function harm(random: SeededRandom): Promise<string> {
  const { servers } = cluster.nats;
  const server = random.pick(servers);
  const kind = random.next();
  if (kind < 0.4) {
    await server.kill();
    await wait(random.below(4_000));
    server.start();
    return `killed ${server.name}`;
  }
  if (kind < 0.8) {
    server.suspend();
    await wait(random.below(4_000));
    server.resume();
    return `suspended ${server.name}`;
  }
  await Promise.all(servers.map((each) => each.kill()));
  for (const each of servers) each.start();
  return 'killed all';
}

/** An election takes up to nine seconds, and reading everything from each server some more. */
const timeout = 60_000 + ROUNDS * 30_000;

test(`what was confirmed stays, and what was rejected does not appear (seed ${SEED})`, { timeout }, async (t) => {
  const random = new SeededRandom(SEED);
  const outcomes = new Outcomes();
  await cluster.ready();
  const first = await cluster.open('a', undefined, { timeLimit: 3_000 });
  const engines = [first, await cluster.open('b', first, { timeLimit: 3_000 })];
  const writers = engines.map((engine, at) => new Writer('ab'[at]!, engine, { outcomes, random }));
  const running = Promise.all(writers.map((writer) => writer.run()));
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = outcomes.confirmed.size;
    const what = await harm(random);
    const began = performance.now();
    await waitUntil(() => outcomes.confirmed.size > before + 20);
    t.diagnostic(`${what}: 20 entries after ${Math.round(performance.now() - began)} ms`);
  }
  for (const writer of writers) writer.isStopped = true;
  await running;
  for (const server of cluster.nats.servers) await requireOutcomes(first, outcomes, server.name);
  t.diagnostic(`${outcomes.confirmed.size} confirmed, ${outcomes.fenced.size} rejected`);
});

/** Reads the whole log, after making another server the leader than before. */
async function requireOutcomes(engine: Engine, { confirmed, fenced }: Outcomes, harmed: string): Promise<void> {
  await waitUntil(async () => {
    const servers = await engine.servers().catch(() => []);
    return servers.filter(({ isCurrent, isReachable }) => isCurrent && isReachable).length === 3;
  });
  await cluster.nats.server(harmed).kill();
  let last = 0;
  await waitUntil(
    async () =>
      (last = await engine.log.bounds().then(
        (bounds) => bounds.last,
        () => 0,
      )),
  );
  const recorder = new Recorder();
  const following = await engine.log.follow(0, recorder);
  await recorder.has(last);
  await following.close();
  cluster.nats.server(harmed).start();
  const texts = new Map(recorder.entries);
  for (const [sequence, text] of confirmed) assert.equal(texts.get(sequence), text, `the entry ${sequence}`);
  assert.deepEqual(
    [...texts.values()].filter((text) => fenced.has(text)),
    [],
  );
  assert.equal(new Set(texts.values()).size, texts.size, 'an entry is in the log twice');
}
