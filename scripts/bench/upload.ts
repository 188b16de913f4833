/** A large file over tus, interrupted in the middle and resumed after a server restart: memory use and duration. */
import { createHash, randomBytes } from 'node:crypto';
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { atMost, type Bench, type Options, type Result, rounded, sleep } from './measure.ts';
import { type Server, startKlatch, startUploadStandIn, temporaryFolder } from './server.ts';
import { newTeam } from './team.ts';

const MIB = 2 ** 20;
/** The share of the file after which the connection breaks. */
const BREAKS_AT = 0.4;

export const bench: Bench = {
  name: 'upload',
  summary: '1 GB through tus, interrupted and resumed over a restart: memory and time',
  run,
};

async function run({ quick, itself }: Options): Promise<Result> {
  const size = (quick ? 64 : 1024) * MIB;
  process.env.KLATCH_MAX_UPLOAD_MIB = String(size / MIB);
  const standIn = await startUploadStandIn(temporaryFolder());
  const bare = await timed(() => send(standIn.port, { method: 'PUT', path: '/bare' }, 0, size));
  const again = itself ? await timed(() => send(standIn.port, { method: 'PUT', path: '/bare' }, 0, size)) : undefined;
  await standIn.stop();

  const { folder, people } = await newTeam(1);
  const first = await startKlatch(folder);
  const idle = first.rss() / 1e6;
  const { auth } = people[0]!;
  const path = await create(first, auth, size);
  const began = await interrupted(first, auth, path, Math.floor(size * BREAKS_AT), size);
  const firstPeak = first.peak() / 1e6;
  await first.stop();

  const second = await startKlatch(folder);
  const offset = await arrived(second, auth, path);
  const finished = await timed(async () => {
    const { status, body } = await send(second.port, patch(auth, path, offset), offset, size);
    if (status !== 200) throw new Error(`Not taken: ${status} ${body}`);
    return JSON.parse(body).url as string;
  });
  const sent = hashText(0, size);
  const { value: received } = await timed(() => download(second, auth, finished.value));
  if (received !== sent) throw new Error('The file that came back is another one');
  const peak = Math.max(firstPeak, second.peak() / 1e6);
  await second.stop();

  const elapsed = began + finished.seconds;
  return {
    figures: {
      'MiB sent': size / MIB,
      'MiB there after the restart': offset / MIB,
      'stand-in, MB/s': size / 1e6 / bare.seconds,
      'Klatch, MB/s': size / 1e6 / elapsed,
      'Klatch, idle MB': idle,
      ...(again && { 'stand-in again / stand-in': rounded(again.seconds / bare.seconds) }),
    },
    checks: [
      atMost('Klatch, MB at most', peak, 150),
      atMost('Klatch / stand-in, time', elapsed / bare.seconds, 3),
      atMost('MiB sent twice', (size * BREAKS_AT - offset) / MIB, 16),
    ],
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - begun) / 1000 };
}

const TUS = { 'Tus-Resumable': '1.0.0' };
const patch = (auth: string, path: string, offset: number) => ({
  method: 'PATCH',
  path,
  headers: { ...TUS, Authorization: auth, 'Upload-Offset': offset, 'Content-Type': 'application/offset+octet-stream' },
});

async function create({ port }: Server, auth: string, size: number): Promise<string> {
  const headers = {
    ...TUS,
    Authorization: auth,
    'Upload-Length': size,
    'Upload-Metadata': `filename ${btoa('large.bin')}`,
  };
  const made = await answered(ask(port, { method: 'POST', path: '/api/v1/tus', headers }).end());
  if (made.response.statusCode !== 201) throw new Error(`No upload: ${made.response.statusCode} ${made.body}`);
  return made.response.headers.location!;
}

async function arrived({ port }: Server, auth: string, path: string): Promise<number> {
  const { response } = await answered(
    ask(port, { method: 'HEAD', path, headers: { ...TUS, Authorization: auth } }).end(),
  );
  return Number(response.headers['upload-offset']);
}

/** Sends up to `until` and closes the connection once the server has that much. Returns the seconds it took. */
async function interrupted(server: Server, auth: string, path: string, until: number, size: number): Promise<number> {
  const { port } = server;
  const { method, headers } = patch(auth, path, 0);
  const outgoing = ask(port, { method, path, headers: { ...headers, 'Content-Length': size } });
  outgoing.on('error', () => {});
  const { seconds } = await timed(() => write(outgoing, 0, until));
  // Data in transit arrives.
  await sleep(500);
  outgoing.destroy();
  await sleep(200);
  return seconds;
}

interface Asking {
  method: string;
  path: string;
  headers?: Record<string, string | number>;
}

const ask = (port: number, { method, path, headers }: Asking): ClientRequest =>
  request({ host: '127.0.0.1', port, agent: false, method, path, headers: headers ?? {} });

async function send(port: number, asking: Asking, from: number, to: number): Promise<{ status: number; body: string }> {
  const outgoing = ask(port, { ...asking, headers: { ...asking.headers, 'Content-Length': to - from } });
  const coming = answered(outgoing);
  await write(outgoing, from, to);
  outgoing.end();
  const { response, body } = await coming;
  return { status: response.statusCode!, body };
}

function answered(outgoing: ClientRequest): Promise<{ response: IncomingMessage; body: string }> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ response, body });
    });
  });
}

/** The file: random bytes that differ at every position. */
const PIECE = randomBytes(MIB + 4096);
const pieceAt = (at: number): Buffer => PIECE.subarray((at / MIB) % 4096, ((at / MIB) % 4096) + MIB);

function* pieces(from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; ) {
    const start = Math.floor(at / MIB) * MIB;
    const end = Math.min(start + MIB, to);
    yield pieceAt(start).subarray(at - start, end - start);
    at = end;
  }
}

async function write(outgoing: ClientRequest, from: number, to: number): Promise<void> {
  for (const piece of pieces(from, to)) {
    if (outgoing.destroyed) throw new Error('The server closed the connection before it had everything');
    if (!outgoing.write(piece)) await drained(outgoing);
  }
}

/** Resolves when the connection accepts more data, or never will. */
function drained(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.on('drain', go).on('close', go);
  });
}

function hashText(from: number, to: number): string {
  const hash = createHash('sha256');
  for (const piece of pieces(from, to)) hash.update(piece);
  return hash.digest('hex');
}

function download({ port }: Server, auth: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { Authorization: auth } }, async (response) => {
      const hash = createHash('sha256');
      for await (const chunk of response) hash.update(chunk as Buffer);
      resolve(hash.digest('hex'));
    }).on('error', reject);
  });
}
