import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a connection may stay silent before the next step of a test, ms. Nothing depends on what arrives then. */
const SILENCE = 300;

/**
 * Sends bytes as they are, and returns what arrives until the server closes the connection or says nothing more.
 * `answers`: how many must arrive before its silence counts, since a busy machine may be silent for longer.
 */
export function sendRaw(url: string, bytes: string, answers = 0): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  return new Promise((resolve) => {
    const end = () => {
      socket.destroy();
      resolve(received);
    };
    socket.on('data', (part) => (received += part.toString('latin1')));
    socket.once('connect', () => socket.write(bytes, 'latin1'));
    socket.once('close', end).on('error', () => {});
    const isComplete = () => getStatuses(received).length >= answers;
    socket.setTimeout(SILENCE).on('timeout', () => (isComplete() ? end() : socket.setTimeout(SILENCE)));
  });
}

/** Checks that a server asks for the body of a request only if it wants to read it. */
export async function assertAsksForBodies(url: string, host: string, authorization: string): Promise<void> {
  const head = (length: number, key: string, expect: string) =>
    `POST /api/v1/users/me/status HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${key}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n${expect}\r\n`;
  const expects = 'Expect: 100-continue\r\n';
  for (const expect of [expects, ''])
    assert.deepEqual(getStatuses(await sendRaw(url, head(500_000_000_000, authorization, expect), 1)), [413], expect);
  assert.deepEqual(
    getStatuses(await sendRaw(url, head(300, authorization, expects), 1)),
    [100],
    'it waits for the body',
  );
  const form = 'status_text=here';
  const whole = await sendRaw(url, head(form.length, authorization, expects) + form, 2);
  assert.deepEqual(getStatuses(whole), [100, 200], whole);
}

/** The status lines of the answers on a connection. */
export const getStatuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const smuggled = (host: string): string =>
  `GET /peer/turns?after=0 HTTP/1.1\r\nHost: ${host}\r\nX-Klatch-Node: guessed\r\n\r\n`;

/** Requests whose end a careless server sees elsewhere than the one before it, by what is special about them. */
export function ambiguousRequests(host: string, authorization: string): Record<string, string> {
  const head = (method: string, path: string, ...lines: string[]): string =>
    `${[`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...lines].join('\r\n')}\r\n\r\n`;
  const form = 'Content-Type: application/x-www-form-urlencoded';
  const behind = smuggled(host);
  const found: Record<string, string> = {};
  for (const path of ['/login/', '/api/v1/messages', '/api/v1/events?queue_id=x', '/nowhere'])
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PATCH', 'PUT']) {
      const name = `${method} ${path}`;
      found[`${name}, no body for its length`] = head(method, path, 'Content-Length: 300');
      found[`${name}, a body that is a request`] = head(method, path, `Content-Length: ${behind.length}`) + behind;
      found[`${name}, a body longer than its length`] = `${head(method, path, 'Content-Length: 1')}x${behind}`;
      found[`${name}, both lengths`] =
        `${head(method, path, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${behind}`;
      found[`${name}, chunked`] = `${head(method, path, 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n${behind}`;
      found[`${name}, chunked and unfinished`] = `${head(method, path, 'Transfer-Encoding: chunked')}ff\r\nhello`;
      found[`${name}, an upgrade`] =
        head(method, path, 'Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 300') + behind;
      found[`${name}, an expectation`] = head(method, path, 'Expect: 100-continue', 'Content-Length: 300');
      found[`${name}, the length as a header of the connection`] =
        head(method, path, 'Connection: Content-Length', `Content-Length: ${behind.length}`) + behind;
    }
  const post = (...lines: string[]) =>
    head('POST', '/api/v1/messages', `Authorization: ${authorization}`, form, ...lines);
  found['a form that the server refuses early'] = `${post('Content-Length: 9000000')}type=direct`;
  found['two lengths'] = `${post('Content-Length: 5', 'Content-Length: 300')}type=`;
  found['an obfuscated encoding'] = `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${behind}`;
  found['an unknown encoding'] = `${post('Transfer-Encoding: chunked, gzip')}0\r\n\r\n${behind}`;
  found['a trailer'] =
    `${post('Transfer-Encoding: chunked', 'Trailer: Content-Length')}0\r\nContent-Length: 300\r\n\r\n`;
  found.CONNECT = head('CONNECT', `${host}:80`) + behind;
  found['a file that ends too soon'] =
    head(
      'POST',
      '/api/v1/user_uploads',
      `Authorization: ${authorization}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 5000',
    ) + '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nab';
  return found;
}

/** A form that somebody else sends on a connection of their own, with an answer that cannot be mistaken. */
export interface Bystander {
  /** Sends a message, and returns its text as the server stored it. */
  send(content: string): Promise<string>;
}

/** After each of the requests, the requests of others between the processes are whole. */
export async function assertOthersIntact(url: string, requests: Record<string, string>, { send }: Bystander) {
  let count = 0;
  const entries = Object.entries(requests);
  for (let at = 0; at < entries.length; at += GROUP) {
    const group = entries.slice(at, at + GROUP);
    const sent = group.map(([, bytes]) => sendRaw(url, bytes));
    await wait(20);
    const contents = Array.from({ length: 8 }, () => `Message ${++count}`);
    const names = group.map(([name]) => name).join('; ');
    assert.deepEqual(await Promise.all(contents.map(send)), contents, `others are not disturbed by ${names}`);
    const received = (await Promise.all(sent)).join('');
    assert.doesNotMatch(received, /x-klatch|Message \d|"turn"/i, names);
  }
}

/** How many requests are sent at once. */
const GROUP = 18;
