import type { StreamConfig } from '@nats-io/jetstream';
import { EngineMisconfigured } from '../engine.ts';
import { type Context, retryAttempt } from './connection.ts';

/** A majority of three survives the loss of one. */
export const REPLICAS = 3;

type Stream = Partial<StreamConfig> & { name: string };

function listStreams({ names }: Context): Stream[] {
  const common = { storage: 'file', num_replicas: REPLICAS, allow_direct: true } as const;
  return [
    {
      ...common,
      name: names.logStream,
      subjects: [names.log],
      description: 'The log of a Klatch cluster. Never delete entries from it.',
      // Without space, appends fail. Discarding old entries instead would make followers lose them.
      discard: 'new',
      allow_atomic: true,
      deny_delete: true,
      republish: { src: names.log, dest: names.stored },
    },
    {
      ...common,
      name: names.stateStream,
      subjects: [`${names.state}.>`],
      description: 'The lease and the list of snapshots of a Klatch cluster.',
      max_msgs_per_subject: 1,
      republish: { src: `${names.state}.>`, dest: `${names.changed}.>` },
    },
    {
      ...common,
      name: names.filesStream,
      subjects: [`${names.files}.>`],
      description: 'Snapshots and large log entries of a Klatch cluster.',
      max_msgs_per_subject: 1,
      discard: 'new',
    },
  ];
}

/** Creates the streams that do not exist yet. Throws EngineMisconfigured if one exists that is less safe. */
export async function ensureStreams(context: Context): Promise<void> {
  for (const stream of listStreams(context))
    await retryAttempt(context, `The stream ${stream.name} cannot be created`, () => ensureStream(context, stream));
}

async function ensureStream({ jsm }: Context, stream: Stream): Promise<void> {
  const existing = await jsm.streams.info(stream.name).catch(() => undefined);
  const { config } = existing ?? (await jsm.streams.add(stream));
  const isSafe = config.num_replicas >= REPLICAS && config.storage === 'file' && config.max_age === 0;
  if (isSafe) return;
  throw new EngineMisconfigured(
    `The stream ${stream.name} exists with ${config.num_replicas} replicas in ${config.storage} storage. ` +
      `Klatch needs ${REPLICAS} replicas in files, and no maximum age. Delete the stream, or change it.`,
  );
}
