import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Kernel } from '../kernel.ts';
import { send } from './answer.ts';
import { formOf } from './body.ts';
import { isOverUnixSocket } from './proxies.ts';

/** Commands of the command line, which a running server carries out since it alone may write to its data folder. */
export interface Control {
  /** The word in klatch.lock, which only those who may read the data folder know. */
  token: string;
  run(command: string, args: unknown): Promise<object>;
}

/** What became of a command: its result, or why it was refused. */
export type Outcome = { result: object } | { refused: string; status: number; code: string };

export const CONTROL_PATH = '/control/';
export const CONTROL_HEADER = 'x-klatch-control';

/** Whether a request is such a command, from this machine and with the right word; any other is told that there is no such path. */
export function isControl({ token }: Control, request: IncomingMessage, path: string): boolean {
  if (request.method !== 'POST' || !path.startsWith(CONTROL_PATH) || !fromThisMachine(request)) return false;
  const given = Buffer.from(String(request.headers[CONTROL_HEADER] ?? ''));
  const right = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Whether the other end of the connection is on the same machine. */
export function fromThisMachine(request: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress } = request.socket;
  if (isOverUnixSocket(request)) return true;
  return remoteAddress === localAddress || /^(::ffff:)?127\.|^::1$/.test(remoteAddress);
}

/** Carries the command out and answers with its Outcome once it is on disk. */
export async function control(
  app: Kernel,
  { run }: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { args = '{}' } = await formOf(request);
    const result = await run(request.url!.slice(CONTROL_PATH.length), JSON.parse(args));
    await app.db.committed();
    answer(response, { result });
  } catch (error) {
    if (error instanceof ApiError)
      return answer(response, { refused: error.message, status: error.status, code: error.code });
    app.log.error({ err: error }, 'a command failed');
    answer(response, {
      refused: 'The server failed to carry out the command; its log says why.',
      status: 500,
      code: 'INTERNAL',
    });
  }
}

const answer = (response: ServerResponse, outcome: Outcome): void => send(response, 200, JSON.stringify(outcome));
