import type { Command } from 'commander';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { addSettings, command, count, listing, time, whole } from '../options.ts';

export function serverCommands(klatch: Command): void {
  klatch.commandsGroup('Server:');
  const serve = command(
    klatch,
    'serve [domains...]',
    'run the server; with domains: over HTTPS with certificates from Let’s Encrypt',
    {
      isDefault: true,
    },
  );
  addSettings(serve).action(async (names: string[], options) => {
    const unknown = names.find((name) => !name.includes('.'));
    if (unknown !== undefined)
      throw new Failure(EXIT.usage, `'${unknown}' is not a domain name. See klatch serve --help.`);
    await (await import('../serve/serve.ts')).serve(
      names.length > 0 ? { ...options, domains: names.join(',') } : options,
    );
  });

  const dev = command(klatch, 'dev', 'run a temporary server with sample data for development')
    .option('--seed <n>', 'random seed: each number creates other users, messages and API keys', whole, 1)
    .option('--users <n>', 'number of users', count, 12)
    .option('--messages <n>', 'number of messages', count, 400)
    .option('--now <time>', 'start time of the clock and time of the last message, such as 2026-01-30T12:00:00Z', time)
    .option('--frozen', 'stop the clock')
    .option(
      '--exec <command>',
      'run this command with ZULIP_SITE, ZULIP_EMAIL and ZULIP_API_KEY set, then stop with its exit code',
    )
    .option('--keep', 'keep the data folder and print its path (a folder named with --data is always kept)');
  addSettings(dev, { rateLimits: 'off', logLevel: 'warn' }).action(async (options) =>
    (await import('../dev/dev.ts')).dev(options),
  );
}

export function clusterCommands(klatch: Command): void {
  const cluster = klatch.command('cluster').description('several machines that share an organization');
  const module = () => import('../cluster/commands.ts');
  const status = listing(
    cluster,
    'status',
    'print the nodes, the NATS servers and the log; exit code 7 if one is missing',
  );
  status.option('--nodes <n>', 'how many nodes must run (default: as many as NATS servers)', count);
  addSettings(status).action(async (options) => (await module()).status(options));
  listing(cluster, 'step-down', 'let another node write, before maintenance of the one that writes').action(
    async (options) => (await module()).stepDown(options),
  );
  listing(cluster, 'leave', 'make the database of a stopped node one of a server on its own').action(async (options) =>
    (await module()).leave(options),
  );
  command(cluster, 'try', 'start three NATS servers and three nodes on this machine for a look')
    .option('--nats-server <file>', 'the program nats-server', 'nats-server')
    .option('--port <n>', 'port of the first node; the others have the next ones', count, 9991)
    .action(async (options) => (await import('../cluster/try.ts')).tryCluster(options));
}
