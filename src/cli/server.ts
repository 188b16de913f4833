import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '../api.ts';
import type { App } from '../app.ts';
import { finishDeliveries } from '../chat/mail-delivery/jobs.ts';
import { resumeQueues } from '../chat/register/actions.ts';
import { jobs } from '../jobs.ts';
import { announce } from '../kernel/db/lock.ts';
import { saveQueues } from '../kernel/events/save.ts';
import { createServer } from '../kernel/http/server.ts';
import { startJobs } from '../kernel/jobs.ts';
import { pages } from '../pages/contents.ts';
import { siteOf } from '../pages/kit/site.ts';
import { runCommand } from './commands.ts';
import { EXIT, Failure } from './failure.ts';
import { reasonOf } from './folder.ts';
import { portHolder } from './port-holder.ts';

/** How long clients may take to finish when the server stops, ms. */
const LAST_WORDS = 3000;

/** A server that answers. */
export interface Running {
  /** Where it listens. */
  url: string;
  /** Lets its clients go, keeps their queues for the next start and closes the database. */
  stop(): Promise<void>;
}

/** Puts an open app on the network: continues the queues of the last run, and takes commands from the command line. */
export async function start(app: App): Promise<Running> {
  const token = randomBytes(32).toString('hex');
  const server = createServer(app, endpoints, { token, run: (command, args) => runCommand(app, command, args) });
  app.server = server;
  app.site = siteOf(app, pages);
  await listen(app, server);
  resumeQueues(app);
  const { address, family, port } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  announce(app.config.dataDir, `http://${EVERYWHERE[name] ?? name}:${port}`, token);
  const stopJobs = startJobs(app, jobs);
  const sweeping = setInterval(() => app.queues.sweep(), 1000);
  return {
    url: `http://${name}:${port}`,
    async stop() {
      const jobsStopped = stopJobs();
      clearInterval(sweeping);
      await close(app, server);
      await jobsStopped;
      // A mail that is being taken over is not to come twice.
      await finishDeliveries(app, LAST_WORDS);
      app.messages.indexNow();
      saveQueues(app.db, app.savedQueues, app.queues);
      app.db.close();
    },
  };
}

/** A listener on all addresses is reached at the loopback one. */
const EVERYWHERE: Record<string, string> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

async function listen({ config }: App, server: Server): Promise<void> {
  const { host, port } = config.choices;
  try {
    server.listen({ host, port, backlog: 4096 });
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Failure(
        EXIT.failure,
        `Port ${port} on ${host} is in use${by(portHolder(port))}; choose another with --listen ${host}:${port + 1}`,
      );
    if (code === 'EACCES') throw new Failure(EXIT.failure, `Port ${port} may only be used by root; choose one above 1023 with --listen`);
    throw new Failure(EXIT.failure, `Cannot listen on ${host}:${port}: ${reasonOf(error)}`);
  }
  config.port = (server.address() as AddressInfo).port;
}

const by = (holder: string | undefined): string => (holder ? ` by ${holder}` : '');

/** Takes no more requests, answers the held ones with nothing, and waits for the others a moment. */
async function close(app: App, server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  app.queues.release();
  // A client may have asked again on the same connection before it learnt that it is closing.
  const releasing = setInterval(() => app.queues.release(), 100);
  const impatience = setTimeout(() => server.closeAllConnections(), LAST_WORDS);
  await closed;
  clearInterval(releasing);
  clearTimeout(impatience);
}
