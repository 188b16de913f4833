import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { PeerSignature } from '../../kernel/cluster/peer-signature.ts';
import { markForwarded } from '../../kernel/http/proxies.ts';
import { openTo } from '../../kernel/http/server.ts';
import { createLog } from '../../kernel/log.ts';
import { EXIT, getReason } from '../../kernel/terminal/failure.ts';
import type { Config } from '../../settings/config.ts';
import { configure, reconfigure } from '../configuration.ts';
import { endOnErrors, logWarnings } from '../signals.ts';
import { readOrganization, type StoredOrganization } from './folder.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import { type OpenOrganization, openHere } from './open-organization.ts';

/** How often to tell the server when jobs are due, ms. */
const NEXT_RUN_INTERVAL = 5000;

type Boot = ToProcess & { kind: 'open' };

/** Serves one organization for the server that started this process, until that closes it or ends. */
export async function serveOrganization(): Promise<void> {
  process.once('disconnect', () => process.exit(EXIT.failure));
  // The terminal sends Ctrl+C to all processes; the server stops the others.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
  const [boot] = (await once(process, 'message')) as [Boot];
  try {
    const { organization, ...more } = await open(boot);
    process.on('message', (message: ToProcess) => void receive(message, { boot, organization, ...more }));
    const tellNextRun = () => tell({ kind: 'next-run', at: organization.nextRun });
    tellNextRun();
    setInterval(tellNextRun, NEXT_RUN_INTERVAL).unref();
    tell({ kind: 'opened' });
  } catch (error) {
    tell({ kind: 'failed', reason: getReason(error) });
  }
}

const tell = (message: FromProcess): void => void process.send!(message);

interface Opened {
  boot: Boot;
  /** The settings of the server. */
  config: Config;
  organization: OpenOrganization;
}

async function open({ options, name, port, socketPath, token }: Boot): Promise<Omit<Opened, 'boot'>> {
  const config = await configure(options);
  config.port = port;
  const log = createLog(config.choices.logLevel, config.choices.logFormat).child({ organization: name });
  logWarnings(log);
  endOnErrors(log);
  const stored = readStored(config, name);
  const organization = await openHere({ stored, server: config, log, local: `unix:${socketPath}` });
  const server = openTo(withOrigin(token, organization.answer));
  server.listen(socketPath);
  await once(server, 'listening');
  return { config, organization };
}

const readStored = (config: Config, name: string): StoredOrganization => readOrganization(config.dataDir, name, config);

/** Requests that the server forwards say where they came from. All others are commands of this machine. */
function withOrigin(token: string, answer: RequestListener): RequestListener {
  const signature = new PeerSignature(token);
  return (request, response) => {
    try {
      const sender = signature.findSender(request);
      if (typeof sender === 'object') markForwarded(request, sender.origin);
    } catch {
      return void response.socket?.destroy();
    }
    answer(request, response);
  };
}

async function receive(message: ToProcess, { boot, config, organization }: Opened): Promise<void> {
  if (message.kind === 'reload') {
    // The server has logged what is wrong with the settings, and keeps the old ones, too.
    await reconfigure(config, boot.options).catch(() => {});
    organization.reload(readStored(config, boot.name));
  } else if (message.kind === 'leave') organization.leave();
  else if (message.kind === 'back-up') {
    const failure = await organization.backUp().then(() => undefined, getReason);
    tell({ kind: 'backed-up', ...(failure !== undefined && { failure }) });
  } else if (message.kind === 'finish') {
    await organization.finish();
    process.exit(0);
  }
}
