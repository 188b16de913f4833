import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Holder } from '../../kernel/db/lock.ts';
import { BEAT, CONTROL_PATH, type Outcome } from '../../kernel/http/control.ts';
import { CONTROL_HEADER } from '../../kernel/http/own-headers.ts';
import { say } from '../../kernel/terminal/output.ts';
import { isSocketUrl } from './fetch-from.ts';

/** How long a server may be silent, ms. One that works on a command sends a byte at each beat. */
const SILENCE = 6 * BEAT;
/** When the user learns that the command still runs, ms. */
const STILL_WORKING = 10_000;

/**
 * Runs a command in the server that has a data folder open, however long that takes. undefined: that server is not
 * ready yet. Throws if no server answers, or if it falls silent.
 */
export async function askServer(
  { url, token }: Pick<Holder, 'url' | 'token'>,
  command: string,
  args: object,
): Promise<Outcome | undefined> {
  const silent = new AbortController();
  const silence = setTimeout(() => silent.abort(new Error(`no answer for ${SILENCE / 1000} seconds`)), SILENCE);
  const notice = setTimeout(() => say('The server is still working on it…'), STILL_WORKING);
  try {
    const form = new URLSearchParams({ args: JSON.stringify(args) }).toString();
    const reply = await post(url!, { path: CONTROL_PATH + command, token: token!, form, signal: silent.signal });
    reply.on('data', () => silence.refresh());
    const body = await text(reply);
    return reply.statusCode === 200 ? (JSON.parse(body) as Outcome) : undefined;
  } finally {
    clearTimeout(silence);
    clearTimeout(notice);
  }
}

interface Command {
  path: string;
  token: string;
  form: string;
  signal: AbortSignal;
}

/** Posts to a server on this machine, by HTTP or through a Unix socket. `fetch` takes a tenth of a second to load. */
function post(url: string, { path, token, form, signal }: Command): Promise<IncomingMessage> {
  const to = isSocketUrl(url) ? { socketPath: url.slice('unix:'.length), host: 'localhost' } : getAddress(new URL(url));
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': Buffer.byteLength(form),
    [CONTROL_HEADER]: token,
  };
  return new Promise((resolve, reject) => {
    request({ ...to, path, method: 'POST', headers, signal })
      .on('response', resolve)
      .on('error', reject)
      .end(form);
  });
}

const getAddress = ({ hostname, port }: URL) => ({ host: hostname.replace(/^\[|\]$/g, ''), port });
