import type { Config } from '../../settings/config.ts';
import type { CommandOptions } from '../configuration.ts';

/** What the process that writes tells a worker process, over Node's channel between them. */
export type ToWorker =
  | {
      kind: 'start';
      /** The options of the command that started the server. */
      options: CommandOptions;
      /** The worker's name among the processes of the server. */
      name: string;
      /** The folder of the sockets between the processes; each is named after its process. */
      sockets: string;
      token: string;
    }
  /** `port`: another worker listens there already. */
  | { kind: 'listen'; port: number | undefined }
  | { kind: 'reload' }
  | { kind: 'stop' };

/** What a worker process tells the process that writes. */
export type FromWorker =
  /** It follows, and its queues get events. */
  { kind: 'following' } | { kind: 'listening'; url: string; port: number } | { kind: 'failed'; reason: string };

/** The name of the process that writes. */
export const WRITER = 'writer';

/** The names of the worker processes. */
export const peerNames = ({ choices }: Config): string[] =>
  Array.from({ length: choices.workers }, (_, at) => `w${at + 1}`);
