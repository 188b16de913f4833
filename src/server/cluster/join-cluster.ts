import { setTimeout as wait } from 'node:timers/promises';
import { type Engine, EngineMisconfigured, EngineUnavailable } from '../../kernel/cluster/engine/engine.ts';
import { CannotJoin, joinCluster } from '../../kernel/cluster/join.ts';
import type { Log } from '../../kernel/log.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { SCHEMA_VERSION } from '../../schema/upgrades.ts';
import type { Config } from '../../settings/config.ts';
import { databasePath } from '../configuration.ts';
import { openListeners } from '../listeners/listeners.ts';
import { openPrepared } from '../prepare.ts';
import type { Beginning, Server } from '../server.ts';
import { NodeServer, type NodeSettings } from './node-server.ts';

/** Between two attempts to join while the NATS servers do not answer, ms. */
const PAUSE = 500;

/** Opens the server of one of several machines that share an organization. Throws Failure. */
export async function openNode({ config, log }: Beginning): Promise<Server> {
  const settings = requirePossible(config);
  const listeners = await openListeners({ config, log });
  const engine = await connect(settings, log);
  await joinWhenPossible(engine, config, log);
  return NodeServer.open({ config, log, engine, settings, listeners });
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
  const path = databasePath(config.dataDir);
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
