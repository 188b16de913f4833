import type { Holder } from '../../kernel/db/lock.ts';
import { BEAT, CONTROL_PATH, type Outcome } from '../../kernel/http/control.ts';
import { CONTROL_HEADER } from '../../kernel/http/own-headers.ts';
import { say } from '../../kernel/terminal/output.ts';
import { fetchFrom } from './fetch-from.ts';

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
    const reply = await fetchFrom(url!, CONTROL_PATH + command, {
      method: 'POST',
      headers: { [CONTROL_HEADER]: token! },
      body: new URLSearchParams({ args: JSON.stringify(args) }),
      signal: silent.signal,
    });
    if (!reply.ok) return undefined;
    const parts: Uint8Array[] = [];
    for await (const part of reply.body!) {
      silence.refresh();
      parts.push(part);
    }
    return JSON.parse(Buffer.concat(parts).toString()) as Outcome;
  } finally {
    clearTimeout(silence);
    clearTimeout(notice);
  }
}
