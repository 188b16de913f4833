import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Kernel } from '../kernel.ts';
import { readForm } from './body.ts';
import { CONTROL_HEADER } from './own-headers.ts';
import { forwardedOrigin, isOverUnixSocket } from './proxies.ts';
import { durable, send, waitUntilSettled } from './reply.ts';

/** Commands of the command line that a running server executes, since only it may write to its data folder. */
export interface Control {
  /** The token in klatch.lock, which only users with access to the data folder can read. */
  token: string;
  run(command: string, args: unknown): Promise<object>;
}

/** The outcome of a command: its result, or its error. */
export type Outcome = { result: object } | { refused: string; status: number; code: string };

export const CONTROL_PATH = '/control/';

/** How often a server that works on a command says so with a blank before the answer, ms. */
export const BEAT = 5000;

/**
 * Whether a request is such a command, from this machine and with the right token. All others are answered as an
 * unknown path.
 */
export function isControl({ token }: Control, request: IncomingMessage, path: string): boolean {
  if (request.method !== 'POST' || !path.startsWith(CONTROL_PATH) || !fromThisMachine(request)) return false;
  const header = Buffer.from(String(request.headers[CONTROL_HEADER] ?? ''));
  const right = Buffer.from(token);
  return header.length === right.length && timingSafeEqual(header, right);
}

/** Whether the other end of the connection is on the same machine. */
export function fromThisMachine(request: IncomingMessage): boolean {
  const forwarded = forwardedOrigin(request);
  if (forwarded) return LOOPBACK.test(forwarded.address);
  const { remoteAddress = '', localAddress } = request.socket;
  if (isOverUnixSocket(request)) return true;
  return remoteAddress === localAddress || LOOPBACK.test(remoteAddress);
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** Runs the command and answers with its Outcome once it is on disk. */
export const control = (app: Kernel, to: Control, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  answerCommand(response, getOutcome(app, to, request));

async function getOutcome(app: Kernel, { run }: Control, request: IncomingMessage): Promise<Outcome> {
  try {
    const { args = '{}' } = await readForm(request);
    const result = await run(request.url!.slice(CONTROL_PATH.length), JSON.parse(args));
    await durable(app);
    await app.node?.spread();
    return { result };
  } catch (error) {
    await waitUntilSettled(app);
    if (error instanceof ApiError) return { refused: error.message, status: error.status, code: error.code };
    app.log.error({ err: error }, 'a command failed');
    return { refused: 'The command failed in the server. See its log.', status: 500, code: 'INTERNAL' };
  }
}

/** Answers with the outcome of a command. Until then it sends a blank at each beat. */
export async function answerCommand(response: ServerResponse, outcome: Promise<Outcome>): Promise<void> {
  const beat = setInterval(() => sendBlank(response), BEAT);
  try {
    answer(response, await outcome);
  } finally {
    clearInterval(beat);
  }
}

/** Begins the answer. The blanks before JSON have no meaning. */
function sendBlank(response: ServerResponse): void {
  if (response.destroyed) return;
  if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write(' ');
}

function answer(response: ServerResponse, outcome: Outcome): void {
  const text = JSON.stringify(outcome);
  if (response.headersSent) response.end(text);
  else void send(response, 200, text);
}
