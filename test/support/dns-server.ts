import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** The records of a zone: by name and type, such as `example.com MX`. An MX record is `10 mail.example.com`. */
type Records = Record<string, readonly string[]>;

const TYPES = { A: 1, MX: 15, TXT: 16, AAAA: 28 } as const;
type RecordType = keyof typeof TYPES;

/** A DNS server for tests, over UDP. It knows only its own records. */
export class DnsServer {
  readonly records: Records;
  readonly #socket: Socket;

  private constructor(records: Records, socket: Socket) {
    this.records = records;
    this.#socket = socket;
    socket.on('message', (question, { port, address }) => socket.send(this.#answer(question), port, address));
  }

  static async start(records: Records): Promise<DnsServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    after(() => socket.close());
    return new DnsServer(records, socket);
  }

  /** As `--resolver` takes it. */
  get address(): string {
    return `127.0.0.1:${(this.#socket.address() as AddressInfo).port}`;
  }

  #answer(question: Buffer): Buffer {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at]!; length > 0; length = question[at]!) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length).toLowerCase());
      at += 1 + length;
    }
    const name = labels.join('.');
    const type = question.readUInt16BE(at + 1);
    const asked = question.subarray(12, at + 5);
    const [known] = Object.entries(TYPES).find(([, number]) => number === type) ?? [];
    const found = this.records[`${name} ${known}`] ?? [];
    const exists = Object.keys(this.records).some((key) => key.split(' ')[0]!.endsWith(name));
    const header = Buffer.alloc(12);
    question.copy(header, 0, 0, 2);
    // An answer of the server that has the zone; 3: there is no such name.
    header.writeUInt16BE(0x8580 | (exists ? 0 : 3), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    return Buffer.concat([
      header,
      asked,
      ...found.map((value) => makeRecord(type, getPersonData(known as RecordType, value))),
    ]);
  }
}

/** A record of the name that was asked for. */
function makeRecord(type: number, data: Buffer): Buffer {
  const start = Buffer.alloc(12);
  start.writeUInt16BE(0xc00c, 0);
  start.writeUInt16BE(type, 2);
  start.writeUInt16BE(1, 4);
  start.writeUInt32BE(60, 6);
  start.writeUInt16BE(data.length, 10);
  return Buffer.concat([start, data]);
}

function getPersonData(type: RecordType, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  if (type === 'AAAA')
    return Buffer.from(
      value
        .split(':')
        .map((part) => part.padStart(4, '0'))
        .join(''),
      'hex',
    );
  if (type === 'TXT') return Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  const [priority, exchange] = value.split(' ');
  const labels = exchange!.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  return Buffer.concat([Buffer.from([0, Number(priority)]), ...labels, Buffer.from([0])]);
}
