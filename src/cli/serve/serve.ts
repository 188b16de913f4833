import { createLog } from '../../kernel/log.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { withWriter } from '../../kernel/terminal/output.ts';
import { type CommandOptions, configure, requireEffective } from '../../server/configuration.ts';
import { openServer } from '../../server/open-server.ts';
import type { Beginning } from '../../server/server.ts';
import { backUpOnSignal, endOnSignals, logWarnings, reloadOnHangUp } from '../../server/signals.ts';
import { isJson } from '../../server/startup-report.ts';
import type { Config } from '../../settings/config.ts';
import { selfPrintingWork } from '../declaration/command.ts';

/** Runs the server until it is stopped. */
export const serve = selfPrintingWork(
  async ({ domains, ...options }: CommandOptions & { domains: string[] }): Promise<void> => {
    const unknown = domains.find((name) => !name.includes('.'));
    if (unknown !== undefined)
      throw new Failure(EXIT.usage, `'${unknown}' is not a domain name. See klatch serve --help.`);
    await start(domains.length > 0 ? { ...options, ...{ domains: domains.join(',') } } : options);
  },
);

async function start(options: CommandOptions): Promise<void> {
  const config = await configure(options);
  requireEffective(config.found);
  requireOrganizations(options, config);
  const log = createLog(config.choices.logLevel, config.choices.logFormat);
  logWarnings(log);
  const beginning = { options, config, log };
  if (!isJson(config)) return run(beginning);
  try {
    await withWriter(
      (text) => log.info(text),
      () => run(beginning),
    );
  } catch (error) {
    const exit = error instanceof Failure ? error.exit : EXIT.failure;
    log.fatal(error instanceof Failure ? { exit } : { exit, err: error }, getReason(error));
    process.exit(exit);
  }
}

async function run(beginning: Beginning): Promise<void> {
  const { options, config, log } = beginning;
  const server = await openServer(beginning);
  endOnSignals(log, server);
  reloadOnHangUp({ log, config }, server, options);
  backUpOnSignal(log, () => server.backUp());
  await server.start();
}

/** Throws for settings of many organizations on a server of one, and the other way around. */
function requireOrganizations({ organizations }: CommandOptions, { found }: Config): void {
  const wrong = found.find(({ name, origin }) => name.startsWith('organization') && origin !== 'default');
  if (wrong && organizations === undefined)
    throw new Failure(EXIT.usage, `${wrong.place} has an effect only with --organizations`);
  const shared = found.find(({ name, origin }) => name === 'backupTo' && origin !== 'default');
  if (shared && organizations !== undefined)
    throw new Failure(EXIT.usage, `${shared.place}: set backup-to in klatch.toml of each organization instead`);
}
