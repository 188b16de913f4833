import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { connect, isIPv6, type Socket } from 'node:net';
import { hostname } from 'node:os';
import type { Log } from '../log.ts';
import type { SyslogAddress } from '../settings/kinds.ts';
import { closeStream } from './close-stream.ts';
import type { AuditOutput, AuditRecord } from './outputs.ts';

/** A connection that failed is tried again with the first entry after this time, ms. */
const RETRY = 10_000;
/** What waits for a slow connection, in bytes. More is dropped. */
const MOST_WAITING = 2 ** 20;
/** RFC 5424: the facility "log audit", and the severities. */
const AUDIT = 13 * 8;
const WARNING = 4;
const NOTICE = 5;

/** A message of RFC 5424. Its text is the entry as JSON, its MSGID the kind of the entry. */
export function syslogMessage(record: AuditRecord, host: string, pid: number): string {
  const priority = AUDIT + (record.kind === 'sign_in_failure' ? WARNING : NOTICE);
  const time = new Date(record.timestamp * 1000).toISOString();
  const name = host.replaceAll(/[^!-~]/g, '').slice(0, 255) || '-';
  return `<${priority}>1 ${time} ${name} klatch ${pid} ${record.kind} - ${JSON.stringify(record)}`;
}

/**
 * Sends entries to syslog: by UDP (RFC 5426), or by TCP or a Unix stream socket, where the length of each message comes
 * before it (RFC 6587).
 */
export class SyslogOutput implements AuditOutput {
  readonly #address: SyslogAddress;
  readonly #log: Log;
  readonly #place: string;
  #datagrams: DatagramSocket | undefined;
  #stream: Socket | undefined;
  #retryAt = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #sending = 0;

  constructor(address: SyslogAddress, log: Log) {
    this.#address = address;
    this.#log = log;
    this.#place = 'socketPath' in address ? address.socketPath : `${address.host}:${address.port}`;
  }

  write(record: AuditRecord): void {
    const message = Buffer.from(syslogMessage(record, hostname(), process.pid));
    if ('socketPath' in this.#address || this.#address.protocol === 'tcp') this.#writeToStream(message);
    else this.#send(message, this.#address);
  }

  reopen(): void {
    void this.close();
    this.#retryAt = 0;
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    const datagrams = this.#datagrams;
    this.#stream = undefined;
    this.#datagrams = undefined;
    if (stream) await closeStream(stream);
    // Closing at once would discard datagrams whose host name is being looked up.
    for (let waited = 0; datagrams && this.#sending > 0 && waited < 20; waited++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    datagrams?.close();
  }

  #send(message: Buffer, { host, port }: { host: string; port: number }): void {
    if (!this.#datagrams) {
      this.#datagrams = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
      this.#datagrams.on('error', (error) => this.#report(error));
      this.#datagrams.unref();
    }
    this.#sending += 1;
    this.#datagrams.send(message, port, host, (error) => {
      this.#sending -= 1;
      if (error) this.#report(error);
    });
  }

  #writeToStream(message: Buffer): void {
    if (!this.#stream && performance.now() >= this.#retryAt) this.#connect();
    if (!this.#stream || this.#stream.writableLength > MOST_WAITING) return;
    this.#stream.write(`${message.length} `);
    this.#stream.write(message);
  }

  #connect(): void {
    const address = this.#address;
    const stream = connect('socketPath' in address ? { path: address.socketPath } : address);
    this.#stream = stream;
    stream.resume();
    stream.on('error', (error) => this.#report(error));
    stream.on('close', () => {
      if (this.#stream !== stream) return;
      this.#stream = undefined;
      this.#retryAt = performance.now() + RETRY;
    });
  }

  /** Logs a failure, at most one in ten seconds. */
  #report(error: NodeJS.ErrnoException): void {
    if (performance.now() < this.#loggedAt + RETRY) return;
    this.#loggedAt = performance.now();
    const facts = { address: this.#place, code: error.code };
    this.#log.error(facts, 'syslog cannot be reached; entries of the audit log are in the database only');
  }
}
