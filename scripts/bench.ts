/**
 * `npm run bench -- NAME [--json] [--quick] [--itself] [--profile DIR]` runs `scripts/bench/NAME.ts`. Without a name it
 * lists the benchmarks.
 *
 * - `--json`: prints one line, {"bench", "figures", "ratio", "target", "holds"}.
 * - `--quick`: shorter runs and smaller databases, to check that everything works.
 * - `--itself`: measures the reference server against itself, which shows how far noise moves a ratio from 1.
 * - `--profile`: writes Klatch's CPU profiles into DIR; the ratios are then meaningless.
 * - `--people N`, `--minutes N`, `--cores 0,1`: of `office`, the people online, and the cores of server and load.
 */
import { parseArgs } from 'node:util';
import { type Bench, inOneLine, report } from './bench/measure.ts';
import { profileInto } from './bench/server.ts';

const NAMES = [
  'send',
  'fanout',
  'room',
  'subscribers',
  'idle',
  'history',
  'large-history',
  'register',
  'crowd-register',
  'storm',
  'office',
  'small',
  'start',
  'markdown',
  'slow-disk',
  'upload',
  'web',
  'import',
  'organizations',
  'workers',
  'tricks',
  'webhooks',
];

const load = async (name: string): Promise<Bench> => (await import(`./bench/${name}.ts`)).bench;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    itself: { type: 'boolean' },
    profile: { type: 'string' },
    people: { type: 'string' },
    minutes: { type: 'string' },
    cores: { type: 'string' },
  },
});
const name = positionals[0];
if (!name || !NAMES.includes(name)) {
  if (name) console.error(`There is no benchmark named ${name}.`);
  for (const bench of await Promise.all(NAMES.map(load))) console.log(`${bench.name.padEnd(13)} ${bench.summary}`);
  process.exit(name ? 2 : 0);
}
if (values.profile) profileInto(values.profile);
const bench = await load(name);
const numbers = { people: Number(values.people) || undefined, minutes: Number(values.minutes) || undefined };
const [serverCore, loadCore] = values.cores?.split(',').map(Number) ?? [];
const cores = serverCore === undefined || loadCore === undefined ? undefined : ([serverCore, loadCore] as const);
const { quick = false, itself = false } = values;
const result = await bench.run({ quick, itself, ...numbers, cores });
console.log(values.json ? inOneLine(bench.name, result) : report(bench.name, result));
process.exit(result.checks.every(({ holds }) => holds) ? 0 : 1);
