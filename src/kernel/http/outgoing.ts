import { lookup as resolve } from 'node:dns';
import { request as plainly } from 'node:http';
import { request as securely } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that is not the world's: of this machine, of a private network, reserved. */
export class ForbiddenAddress extends Error {}

export interface Answer {
  status: number;
  text: string;
}

/** More than this of an answer is not read. */
const LONGEST_ANSWER = 256 * 1024;

/**
 * Posts to another server: no redirect is followed, and without `allowPrivate` the address that is really connected to must be
 * the world's. Rejects (ForbiddenAddress, or why there was no answer in time).
 */
export function post(
  url: string,
  contentType: string,
  body: string,
  { allowPrivate, timeout }: { allowPrivate: boolean; timeout: number },
): Promise<Answer> {
  return new Promise((done, fail) => {
    const { protocol, hostname } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(host) && !isPublic(host)) return fail(new ForbiddenAddress(host));
    const request = (protocol === 'https:' ? securely : plainly)(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body), 'User-Agent': 'KlatchOutgoingWebhook/1.0' },
        signal: AbortSignal.timeout(timeout),
        ...(!allowPrivate && { lookup: publicOnly }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > LONGEST_ANSWER) request.destroy(new Error(`more than ${LONGEST_ANSWER} bytes`));
          else chunks.push(chunk);
        });
        response.on('end', () => done({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
        response.on('error', fail);
      },
    );
    request.on('error', fail);
    request.end(body);
  });
}

/** The addresses of a name, all of them the world's: what is checked is what is connected to. */
const publicOnly: LookupFunction = (hostname, options, answer) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, []);
    const forbidden = addresses.find(({ address }) => !isPublic(address));
    if (forbidden || addresses.length === 0) return answer(new ForbiddenAddress(hostname), []);
    if (options.all) return answer(null, addresses);
    answer(null, addresses[0]!.address, addresses[0]!.family);
  });
};

/** Whether an address, also of an IPv4 one in IPv6's clothes, is the world's. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
