/** 50 people at work, and then an import, on a machine of 512 MB and a quarter of a core. */
import { importInto } from './import.ts';
import { writeZulipArchive } from './import-archives.ts';
import { atMost, type Bench, type Options, percentile, type Result } from './measure.ts';
import { openClients, openOffice, slowness, work } from './office.ts';
import { getFigures, limitServers, type ProcessFigures } from './server.ts';
import { newSmallMachine } from './small-machine.ts';

const PEOPLE = 50;
const SIZE = { share: 0.25, bytes: 512 * 2 ** 20 };
const MESSAGES = 20_000;

export const bench: Bench = {
  name: 'small',
  summary: '50 people at work, and an import, in 512 MB and a quarter of a core',
  run,
};

async function run({ quick, minutes = quick ? 0.5 : 5 }: Options): Promise<Result> {
  const factor = await slowness();
  const machine = newSmallMachine(SIZE);
  process.once('exit', machine.close);
  limitServers(machine.add);
  const office = await openOffice(PEOPLE);
  const { server, clients } = office;
  await openClients(clients);
  const [cpu, begun] = [server.cpu(), performance.now()];
  await work(office, minutes * 60_000);
  const share = (server.cpu() - cpu) / (performance.now() - begun);
  const memory = server.rss();
  const sends = office.times.get('send') ?? [];
  for (const client of clients) client.close();

  let both = 0;
  let watching: NodeJS.Timeout | undefined;
  const onStart = (pid: number) => {
    machine.add(pid);
    const command = getFigures(pid);
    watching = setInterval(() => (both = Math.max(both, server.rss() + measureMemory(command))), 100);
  };
  const messages = quick ? MESSAGES / 10 : MESSAGES;
  const { seconds } = await importInto(office.folder, 'zulip', writeZulipArchive(messages), { onStart });
  clearInterval(watching);
  await server.stop();
  return {
    figures: {
      'limited by': machine.by,
      'machine, times slower than usual': factor,
      'messages sent': sends.length,
      'server of 50 people, share of a core': share,
      'server of 50 people, MB': memory / 2 ** 20,
      'send, ms, median': percentile(sends, 0.5),
      'messages imported': messages,
    },
    checks: [
      atMost('send, ms, p99', percentile(sends, 0.99), 50 * factor),
      atMost('import, seconds', seconds, 60 * factor),
      atMost('server and command during the import, MB', both / 2 ** 20, 350),
      atMost('errors', office.errors.length, 0),
    ],
  };
}

/** 0 after its end. */
function measureMemory(one: ProcessFigures): number {
  try {
    return one.rss();
  } catch {
    return 0;
  }
}
