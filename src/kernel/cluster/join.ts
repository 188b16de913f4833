import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type CopyDescription, describeCopy, foundCluster, replaceCopy, stampCopy } from './copy-repository.ts';
import { type Engine, type Snapshot, SnapshotMissing } from './engine/engine.ts';

/** Between two looks at what another machine prepares, ms. */
const PAUSE = 500;

/** This machine cannot become one of the cluster. The message says what to do. */
export class CannotJoin extends Error {}

export interface Joining {
  engine: Engine;
  /** The database file of this machine. No process has it open. */
  path: string;
  /** The version of the schema that this program has. */
  schema: number;
  /** Creates the database, or upgrades it to this version, and closes it. */
  prepare(): Promise<void>;
  /** Receives what takes time. */
  report(text: string): void;
}

/**
 * Makes sure that the database file of this machine is a copy that the log continues: it keeps the one it has, or gets
 * the newest snapshot. The first machine of a cluster makes its own database the first snapshot. Throws CannotJoin, or
 * EngineUnavailable.
 */
export async function joinCluster(joining: Joining): Promise<void> {
  const { engine, schema, report } = joining;
  let isTold = false;
  for (;;) {
    const snapshot = await engine.snapshots.newest();
    if (snapshot?.schema === schema) {
      if (await obtainCopy(joining, snapshot)) return;
    } else if (snapshot && snapshot.schema > schema)
      throw new CannotJoin(
        `The cluster has a database of a newer Klatch (schema ${snapshot.schema}, and this one knows up to ${schema}). Use the newer version.`,
      );
    else if (!(await prepareAlone(joining, snapshot))) {
      if (!isTold)
        report(snapshot ? 'waiting for the nodes of the older version to stop' : 'waiting for the first node');
      isTold = true;
      await wait(PAUSE);
    }
  }
}

/** Keeps or gets a copy. Returns false if the snapshot was replaced meanwhile. */
async function obtainCopy({ engine, path, schema, report }: Joining, snapshot: Snapshot): Promise<boolean> {
  const here = describeCopy(path);
  requireOwn(here, path);
  const { first, last } = await engine.log.bounds();
  const sequence = here?.position?.sequence ?? -1;
  if (here?.schema === schema && sequence >= Math.max(0, first - 1)) {
    if (sequence <= last) return true;
    throw new CannotJoin(
      `The log of the NATS servers ends at entry ${last}, and the database here has entry ${sequence}: the servers have lost data. docs/cluster.md says how to begin again.`,
    );
  }
  report(`getting a copy of the database (${Math.ceil(snapshot.bytes / 1e6)} MB)`);
  try {
    await download(engine, snapshot, { path, here });
    return true;
  } catch (error) {
    if (error instanceof SnapshotMissing) return false;
    throw error;
  }
}

/** A database that does not belong to the cluster is never replaced. */
function requireOwn(here: CopyDescription | undefined, path: string): void {
  if (here && here.secret === undefined)
    throw new CannotJoin(
      `${path} is the database of another server, and the cluster has one already. Move it away, or start with an empty data folder.`,
    );
}

async function download(
  engine: Engine,
  snapshot: Snapshot,
  { path, here }: { path: string; here: CopyDescription | undefined },
): Promise<void> {
  const received = `${path}.new`;
  rmSync(received, { force: true });
  await engine.snapshots.get(snapshot, received);
  if (here && describeCopy(received)!.secret !== here.secret) {
    rmSync(received);
    throw new CannotJoin(`${path} is the database of another cluster. Start with an empty data folder.`);
  }
  replaceCopy(path, received);
}

/**
 * Creates the first snapshot of this version, while no node writes. Returns false if one writes, or another machine
 * prepares a snapshot.
 */
async function prepareAlone(joining: Joining, snapshot: Snapshot | undefined): Promise<boolean> {
  const { engine } = joining;
  const lease = await engine.lease.tryAcquire(() => {});
  if (!lease) return false;
  try {
    const newest = await engine.snapshots.newest();
    if (newest?.position !== snapshot?.position || newest?.schema !== snapshot?.schema) return true;
    await (snapshot ? upgrade(joining, snapshot) : found(joining));
    return true;
  } finally {
    await lease.release();
  }
}

async function found({ engine, path, schema, prepare, report }: Joining): Promise<void> {
  if (describeCopy(path)?.secret !== undefined)
    throw new CannotJoin(
      'The database here belongs to a cluster, but the NATS servers know nothing of it. If they lost their data, docs/cluster.md says how to begin again.',
    );
  report('this is the first node: its database becomes that of the cluster');
  await prepare();
  const { last } = await engine.log.bounds();
  foundCluster(path, randomBytes(32).toString('hex'), last);
  await engine.snapshots.put(path, { position: last, epoch: 0, schema });
}

async function upgrade({ engine, path, schema, prepare, report }: Joining, snapshot: Snapshot): Promise<void> {
  const { last } = await engine.log.bounds();
  if (snapshot.position !== last)
    throw new CannotJoin(
      'The last node of the older version did not stop properly, so its last changes are not in the snapshot. Start it with the older version again, stop it, and then upgrade.',
    );
  const here = describeCopy(path);
  requireOwn(here, path);
  await download(engine, snapshot, { path, here });
  report(`upgrading the database of the cluster from schema ${snapshot.schema} to ${schema}`);
  await prepare();
  stampCopy(path, last);
  await engine.snapshots.put(path, { position: last, epoch: snapshot.epoch, schema });
}
