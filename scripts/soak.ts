/**
 * `npm run soak -- --hours N [--people N] [--every MINUTES]` lets people sign in, read, write, upload, search and leave
 * for hours, with a fault every few minutes. It prints a table: memory over time, errors, and messages that were lost
 * or doubled. The exit code is 1 if something was lost or doubled, if a request failed without a fault, or if the
 * memory grew.
 */
import { parseArgs } from 'node:util';
import { atMost, type Check } from './bench/measure.ts';
import { runKlatch, startKlatch } from './bench/server.ts';
import { newTeam } from './bench/team.ts';
import { Network } from './soak/client.ts';
import { Faults, type Running } from './soak/faults.ts';
import { readHistory } from './soak/history.ts';
import { Ledger } from './soak/ledger.ts';
import { OwnerRequests } from './soak/owner.ts';
import { Counts, Person, type Surroundings } from './soak/person.ts';
import { measureGrowth, Table } from './soak/table.ts';

const MINUTE = 60_000;
const { values } = parseArgs({
  options: { hours: { type: 'string' }, people: { type: 'string' }, every: { type: 'string' } },
});
const hours = Number(values.hours ?? 2);
const count = Number(values.people ?? 30);
/** Time between two faults, ms. */
const faultEvery = Number(values.every ?? 4) * MINUTE;
if (!(hours > 0 && count > 1 && faultEvery > 0)) {
  console.error('Use: npm run soak -- --hours N [--people N] [--every MINUTES], with more than one person.');
  process.exit(2);
}
process.exit((await soak()) ? 0 : 1);

/** Runs it. Returns whether everything held. */
async function soak(): Promise<boolean> {
  const { folder, people } = await newTeam(1);
  const running: Running = { folder, server: await startKlatch(folder), network: new Network() };
  running.network.url = `http://127.0.0.1:${running.server.port}`;
  const owner = new OwnerRequests(running, people[0]!.auth);
  const accounts = await owner.createAccounts(count);
  const channels = await owner.createChannels(accounts.map(({ id }) => id));
  const begun = performance.now();
  const faults = new Faults(running, faultEvery);
  const around: Surroundings = {
    network: running.network,
    ledger: new Ledger(),
    channels,
    people: accounts,
    counts: new Counts(),
    end: begun + hours * 60 * MINUTE,
    isFaulty: () => faults.areThere(),
  };
  const table = new Table(running, around, faults, begun);
  const living = accounts.map((account, at) => new Person(around, account, at % 10 < 7).live());
  await Promise.all([...living, faults.run(around.end), table.run(around.end)]);
  return conclude(running, around, table);
}

/** Compares what is stored with what was acknowledged, and prints the result. */
async function conclude(running: Running, around: Surroundings, table: Table): Promise<boolean> {
  const { counts, ledger } = around;
  const history = await readHistory(running.network, around);
  const { lost, doubled } = ledger.compare(history.numbers);
  await running.server.stop();
  const { ok } = await runKlatch('check', '--json', '--data', running.folder).then(
    () => ({ ok: true }),
    () => ({ ok: false }),
  );
  const checks: Check[] = [
    atMost('messages lost in the history', lost, 0),
    atMost('messages doubled in the history', doubled, 0),
    atMost('messages that a client did not receive', counts.lost, 0),
    atMost('events that a client received twice', counts.doubled, 0),
    atMost('files lost or changed', history.files, 0),
    atMost('errors without a fault', counts.errors.length, 0),
    atMost('damage that klatch check found', ok ? 0 : 1, 0),
    atMost('memory beyond files, MB at most', Math.max(...table.samples.map(({ memory }) => memory)) / 2 ** 20, 350),
    atMost('growth of memory after the first minutes, %', measureGrowth(table.samples), 25),
  ];
  const { uploads, downloads, searches, signIns, registered } = counts;
  const done = Object.entries({ messages: ledger.sent.length, uploads, downloads, searches, signIns, registered });
  console.log(`\n${done.map(([name, times]) => `${name}: ${times}`).join(', ')}`);
  for (const { name, value, target, holds } of checks)
    console.log(`${holds ? '✓' : '✗'} ${name}: ${value} (${target})`);
  for (const [error, times] of countEach(counts.errors)) console.log(`  ${times} × ${error}`);
  return checks.every(({ holds }) => holds);
}

function countEach(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, 20);
}
