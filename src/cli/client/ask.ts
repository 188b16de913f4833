import { setTimeout as wait } from 'node:timers/promises';
import { VERSION } from '../../kernel/config.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { detail } from '../../kernel/terminal/output.ts';
import { fetchFrom } from '../connection/fetch-from.ts';
import type { Login } from './credentials.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The server rejected the request. */
export class Refused extends Failure {
  readonly code: string;
  constructor(exit: number, message: string, code: string) {
    super(exit, message);
    this.code = code;
  }
}

/** The server did not answer, or not like a Zulip server: another attempt may succeed. */
export class Unreachable extends Failure {}

/** Longer than a server holds an event poll, ms. */
const TIMEOUT = 120_000;
/** How long a server may tell us to wait before we give up, s. */
const LONGEST_WAIT = 60;

/** A reply that the caller has not described. */
type Reply = Record<string, unknown>;

/** A request to the API. */
export interface Question {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below /api/v1. */
  path: string;
  fields: Fields;
  stop?: AbortSignal;
}

/** Asks a Zulip-compatible server. Waits if the server limits the rate. Throws Refused or Unreachable. */
export async function ask<T extends object = Reply>(login: Login, question: Question): Promise<T> {
  const { stop } = question;
  for (;;) {
    const response = await send(login, question);
    const reply = await readJson(response, login);
    if (response.ok && reply.result === 'success') return reply as T;
    const msg = String(reply.msg ?? response.statusText);
    const code = String(reply.code ?? '');
    const seconds = Number(reply['retry-after'] ?? response.headers.get('retry-after') ?? 1);
    if (response.status === 429 && seconds <= LONGEST_WAIT) {
      detail(`Rate limit reached; waiting ${seconds.toFixed(1)} s`);
      await wait(seconds * 1000, undefined, stop && { signal: stop });
    } else if (response.status >= 500)
      throw new Unreachable(EXIT.unreachable, `${login.site} failed (${response.status}): ${msg}`);
    else throw new Refused(isMissing(response.status, code, msg) ? EXIT.notFound : EXIT.notAllowed, msg, code);
  }
}

async function send({ site, email, key }: Login, { method, path, fields, stop }: Question): Promise<Response> {
  const form = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const url = `/api/v1${path}`;
  const headers = {
    Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
    'User-Agent': `KlatchCommand/${VERSION}`,
  };
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(stop ? [stop] : [])]);
  try {
    return method === 'POST'
      ? await fetchFrom(site, url, { method, headers, body: form, signal })
      : await fetchFrom(site, `${url}?${form}`, { method, headers, signal });
  } catch (error) {
    if (stop?.aborted) throw error;
    const { cause, message } = error as Error & { cause?: Error };
    throw new Unreachable(EXIT.unreachable, `${site} cannot be reached: ${cause?.message || message}`);
  }
}

async function readJson(response: Response, { site }: Login): Promise<Reply> {
  try {
    return (await response.json()) as Reply;
  } catch {
    throw new Unreachable(
      EXIT.unreachable,
      `${site} does not respond like a Zulip server (${response.status} ${response.statusText})`,
    );
  }
}

/** Servers answer 400 for what is not there too. */
const isMissing = (status: number, code: string, message: string): boolean =>
  status === 404 ||
  code === 'STREAM_DOES_NOT_EXIST' ||
  /^(Invalid (channel|stream|email)|No such|.* does not exist$|.*: unknown (?:channel|stream|user))/i.test(message);
