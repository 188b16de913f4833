import { setTimeout as wait } from 'node:timers/promises';
import { backUp } from '../../kernel/backups.ts';
import { type Engine, EngineMisconfigured, EngineUnavailable } from '../../kernel/cluster/engine/engine.ts';
import { CannotJoin, joinCluster } from '../../kernel/cluster/join.ts';
import type { Log } from '../../kernel/log.ts';
import { SCHEMA_VERSION } from '../../schema/upgrades.ts';
import type { Config } from '../../settings/config.ts';
import { reportListening, reportReady } from '../banner.ts';
import { type CommandOptions, databaseOf } from '../configuration.ts';
import { EXIT, Failure } from '../failure.ts';
import { openListeners } from '../listeners.ts';
import { openPrepared } from '../prepare.ts';
import { backUpOnSignal, endWith, reloadOnHangUp } from '../stopping.ts';
import { NodeServer, type NodeSettings } from './node-server.ts';

/** Between two attempts to join while the NATS servers do not answer, ms. */
const PAUSE = 500;

/** Runs the server as one of several machines that share an organization. */
export async function serveInCluster(options: CommandOptions, config: Config, log: Log): Promise<void> {
  const settings = requirePossible(config);
  const listeners = await openListeners({ config, log });
  const engine = await connect(settings, log);
  await joinWhenPossible(engine, config, log);
  const server = await NodeServer.start({ config, log, engine, settings, listeners });
  const { app } = server;
  endWith(app, server);
  reloadOnHangUp(app, server, options);
  backUpOnSignal(log, () => backUp(app));
  reportReady(app, false);
  reportListening(config, server.url);
}

/** Throws Failure for settings that a cluster cannot have. */
function requirePossible({ choices, domain }: Config): NodeSettings {
  const { cluster, node, nodeListen, workers, files } = choices;
  if (node === undefined || nodeListen === undefined)
    throw new Failure(EXIT.usage, '--cluster needs --node NAME and --node-listen HOST:PORT');
  if (files === undefined)
    throw new Failure(
      EXIT.usage,
      '--cluster needs files that all nodes share: --files with a shared folder or s3://BUCKET. See docs/files.md',
    );
  if (workers > 0) throw new Failure(EXIT.usage, '--cluster and --workers cannot be used together');
  if (domain !== undefined)
    throw new Failure(
      EXIT.usage,
      '--cluster gets no certificates. Use --tls-cert and --tls-key, or a proxy with --behind-proxy',
    );
  return { url: cluster!, name: node, address: nodeListen };
}

/** Connects to the engine, however long its servers take to start. Throws Failure for what does not pass by itself. */
async function connect({ url, name }: NodeSettings, log: Log): Promise<Engine> {
  const { openNats } = await import('../../kernel/cluster/engine/nats/open.ts');
  for (;;)
    try {
      return await openNats({ url, node: name, warn: (text) => log.warn(text) });
    } catch (error) {
      if (error instanceof EngineMisconfigured) throw new Failure(EXIT.failure, error.message);
      if (!(error instanceof EngineUnavailable)) throw error;
      log.warn({ reason: error.message }, 'waiting for the NATS servers');
    }
}

async function joinWhenPossible(engine: Engine, config: Config, log: Log): Promise<void> {
  const path = databaseOf(config.dataDir);
  const prepare = async () => (await openPrepared({ config, log }, { inCluster: true })).db.close();
  for (;;)
    try {
      return await joinCluster({ engine, path, schema: SCHEMA_VERSION, prepare, report: (text) => log.info(text) });
    } catch (error) {
      if (error instanceof CannotJoin) throw new Failure(EXIT.failure, error.message);
      if (!(error instanceof EngineUnavailable)) throw error;
      log.warn({ reason: error.message }, 'waiting for the NATS servers');
      await wait(PAUSE);
    }
}
