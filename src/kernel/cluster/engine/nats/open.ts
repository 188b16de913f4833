import type { Engine } from '../engine.ts';
import { checkServers, listServers } from './checks.ts';
import { connectToNats, type NatsOptions, pause } from './connection.ts';
import { Files } from './files.ts';
import { NatsLease } from './lease.ts';
import { NatsLog } from './log.ts';
import { NatsNodes } from './nodes.ts';
import { NatsSnapshots } from './snapshots.ts';
import { State } from './state.ts';
import { ensureStreams } from './streams.ts';

const FLUSH_TIME = 500;

/**
 * Connects to a NATS cluster, and checks that it loses nothing. Throws EngineMisconfigured with what to change, or
 * EngineUnavailable if fewer than a majority of the servers answer.
 */
export async function openNats(options: NatsOptions): Promise<Engine> {
  const context = await connectToNats(options);
  const { connection } = context;
  try {
    await checkServers(context, options.warn ?? (() => {}));
    await ensureStreams(context);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const state = new State(context);
  const files = new Files(context);
  const log = new NatsLog(context, files);
  const lease = new NatsLease(context, state);
  const nodes = new NatsNodes(context);
  return {
    log,
    lease,
    nodes,
    snapshots: new NatsSnapshots(context, state, files),
    servers: () => listServers(context),
    get lastContact() {
      return Math.max(lease.lastRenewal, nodes.lastAnnouncement);
    },
    close: async () => {
      log.close();
      lease.close();
      await nodes.close();
      // What was sent last should arrive, if there is a server.
      await Promise.race([connection.flush().catch(() => {}), pause(FLUSH_TIME)]);
      await connection.close();
    },
  };
}
