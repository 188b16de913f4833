/**
 * An office at work, for three minutes. People are online with the web client (7 of 10) or a phone. Their clients
 * report presence, write, read, search, reload and lose their connections.
 */
import { Connection, type Person, post, succeeded } from './client.ts';
import { atMost, type Bench, type Options, percentile, type Result, sleep } from './measure.ts';
import { OfficeClient } from './office-client.ts';
import { seedChannels, seedMessages, seedSessions } from './seed.ts';
import { type Server, separateCores, startKlatch, startStandIn, temporaryFolder } from './server.ts';
import { newTeam } from './team.ts';
import { chance, sentence, word } from './text.ts';

export const bench: Bench = {
  name: 'office',
  summary: 'people online who write, read, reload: CPU, memory, bytes and waiting times; flags: people, minutes, cores',
  run,
};

/** Of the first channels everybody is a member, of the next every tenth person, of the others every fiftieth. */
const CHANNELS = 100;
const share = (channel: number): number => (channel < 3 ? 1 : channel < 30 ? 10 : 50);
/** CPU of a send in the stand-in on the machine for which the limits were chosen, µs. */
const USUAL_SEND = 90;
/** How long clients have for the last events, ms. */
const SETTLING = 5000;

interface Message {
  begun: number;
  /** A channel, or the ids of the people in a direct conversation. */
  to: number | readonly number[];
}

interface Opened {
  server: Server;
  /** Its data folder. */
  folder: string;
  channels: readonly number[];
  people: readonly Person[];
  clients: readonly OfficeClient[];
}

export class Office implements Opened {
  readonly server: Server;
  readonly folder: string;
  readonly channels: readonly number[];
  readonly people: readonly Person[];
  readonly clients: readonly OfficeClient[];
  readonly sent = new Map<number, Message>();
  readonly #heard = new Map<number, number>();
  readonly times = new Map<string, number[]>();
  readonly errors: Error[] = [];
  #drawn = 0;

  constructor({ server, folder, channels, people, clients }: Opened) {
    this.server = server;
    this.folder = folder;
    this.channels = channels;
    this.people = people;
    this.clients = clients;
    for (const client of clients) {
      client.onMessage = (id) => void this.#heard.set(id, performance.now());
      client.onError = (error) => void this.errors.push(error);
    }
  }

  draw(count: number): number {
    return Math.floor(chance(this.#drawn++) * count);
  }

  async timed<T>(name: string, work: Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work;
    const times = this.times.get(name) ?? [];
    this.times.set(name, times);
    times.push(performance.now() - begun);
    return result;
  }

  /** The channels of a person; one in two times one of everybody's. */
  findChannel(person: Person): number {
    const at = this.people.indexOf(person);
    const own = this.channels.map((_, n) => n).filter((n) => (at + n) % share(n) === 0);
    return this.draw(2) ? this.draw(3) : own[this.draw(own.length)]!;
  }

  isReceivedBy(client: OfficeClient, { to }: Message): boolean {
    if (typeof to !== 'number') return to.includes(client.who.id);
    return (this.people.indexOf(client.who) + to) % share(to) === 0;
  }

  /** Counts messages that came to a client twice or not at all. */
  check(): { lost: number; doubled: number } {
    let lost = 0;
    for (const client of this.clients)
      for (const [id, message] of this.sent)
        if (id > client.since && this.isReceivedBy(client, message) && !client.received.has(id)) lost++;
    return { lost, doubled: this.clients.reduce((sum, { doubled }) => sum + doubled, 0) };
  }

  lastRecipients(): number[] {
    return [...this.sent].map(([id, { begun }]) => (this.#heard.get(id) ?? Number.NaN) - begun).filter((ms) => ms >= 0);
  }
}

type Act = (office: Office, client: OfficeClient) => Promise<unknown>;

async function write(office: Office, client: OfficeClient): Promise<void> {
  const content = sentence(office.draw(100_000));
  const isDirect = office.draw(10) === 0;
  const other = office.people[office.draw(office.people.length)]!.id;
  const channel = office.findChannel(client.who);
  const topic = `topic ${office.draw(10)}`;
  const ids = [...new Set([client.who.id, other])];
  await client.post(
    '/typing',
    isDirect
      ? { op: 'start', to: JSON.stringify(ids) }
      : { op: 'start', type: 'stream', stream_id: office.channels[channel]!, topic },
  );
  const begun = performance.now();
  const target: Record<string, string | number> = isDirect
    ? { type: 'direct', to: JSON.stringify(ids) }
    : { type: 'channel', to: office.channels[channel]!, topic };
  const { id } = await office.timed('send', client.post('/messages', { ...target, content }));
  office.sent.set(id, { begun, to: isDirect ? ids : channel });
}

const read: Act = async (_, client) => {
  const ids = [...client.received].slice(-20);
  if (ids.length > 0) await client.post('/messages/flags', { messages: JSON.stringify(ids), op: 'add', flag: 'read' });
};

const react: Act = async (_, client) => {
  const id = [...client.received].at(-1);
  const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
  // Others may have reacted, but each person does so once to a message.
  if (id && !reacted.has(`${client.who.id} ${id}`)) {
    reacted.add(`${client.who.id} ${id}`);
    await client.post(`/messages/${id}/reactions`, emoji);
  }
};
const reacted = new Set<string>();

function fetchMessages(client: OfficeClient, narrow: object[]): Promise<unknown> {
  const query = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: 'true', client_gravatar: 'false' };
  return client.get('/messages', { ...query, narrow: JSON.stringify(narrow) });
}

const visit: Act = (office, client) => {
  const channel = office.channels[office.findChannel(client.who)]!;
  const narrow = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: `topic ${office.draw(10)}` },
  ];
  return office.timed('history', fetchMessages(client, narrow));
};

const search: Act = (office, client) =>
  office.timed('search', fetchMessages(client, [{ operator: 'search', operand: word(300 + office.draw(500)) }]));

/** What clients do, and how often each does it in a minute. */
const ACTS: readonly (readonly [act: Act, perMinute: number])[] = [
  [(_, client) => client.reportPresence(), 1],
  [write, 0.2],
  [read, 0.5],
  [visit, 0.5],
  [react, 0.05],
  [search, 0.02],
  [(office, client) => office.timed('open', client.open()), 0.05],
  [(_, client) => client.connect(), 0.05],
];

/** Everybody works for some time, in ms. */
export async function work(office: Office, time: number): Promise<void> {
  const { clients } = office;
  const running = new Set<Promise<unknown>>();
  const due = ACTS.map(() => 0);
  // Presence comes from each client once a minute; everything else from whom chance chooses.
  let turn = 0;
  let before = performance.now();
  for (const end = before + time; before < end; ) {
    await sleep(20);
    const now = performance.now();
    for (const [at, [act, perMinute]] of ACTS.entries())
      for (due[at]! += (clients.length * perMinute * (now - before)) / 60_000; due[at]! >= 1; due[at]!--) {
        const client = clients[at === 0 ? turn++ % clients.length : office.draw(clients.length)]!;
        const done: Promise<unknown> = client
          .inTurn(() => act(office, client))
          .catch((error) => office.errors.push(error))
          .finally(() => running.delete(done));
        running.add(done);
      }
    before = now;
  }
  await Promise.all(running);
}

/** How many times slower than usual this machine is now. */
export async function slowness(): Promise<number> {
  const standIn = await startStandIn(temporaryFolder());
  const connections = await Promise.all(Array.from({ length: 8 }, () => Connection.open(standIn.port)));
  const text = post('x', '/messages', { type: 'channel', to: 'hall', topic: 'news', content: 'Good *morning*, all' });
  const sends = 2000;
  const cpu = standIn.cpu();
  await Promise.all(
    connections.map(async (connection) => {
      for (let n = 0; n < sends; n++) succeeded(await connection.request(text));
      connection.close();
    }),
  );
  const used = standIn.cpu() - cpu;
  await standIn.stop();
  return Math.max(1, (used * 1000) / (sends * connections.length) / USUAL_SEND);
}

/** An office of this many people, whose clients are not open yet. */
export async function openOffice(count: number): Promise<Office> {
  const { folder, people } = await newTeam(count);
  const names = Array.from({ length: CHANNELS }, (_, n) => `channel ${n}`);
  const channels = names.map((name, n) => {
    const members = people.filter((_, at) => (at + n) % share(n) === 0);
    return seedChannels(folder, [name], members.length > 0 ? members : people.slice(0, 1))[0]!;
  });
  seedMessages(folder, { channels, topicsPerChannel: 10, senders: people.slice(0, 100), count: 50_000 });
  const sessions = seedSessions(folder, people);
  const server = await startKlatch(folder);
  const clients = people.map((who, at) => new OfficeClient(server.port, who, at % 10 < 7 ? sessions[at] : undefined));
  return new Office({ server, folder, channels, people, clients });
}

async function run({ quick, people = quick ? 100 : 2000, minutes = quick ? 0.2 : 3, cores = [0, 1] }: Options) {
  const isSeparate = separateCores(cores);
  const factor = await slowness();
  const office = await openOffice(people);
  const { server, clients } = office;
  await openClients(clients);
  let memory = 0;
  const sampling = setInterval(() => (memory = Math.max(memory, server.anonymous())), 250);
  const bytesBefore = clients.reduce((sum, { bytes }) => sum + bytes, 0);
  const [cpu, ownCpu, begun] = [server.cpu(), process.cpuUsage(), performance.now()];
  await work(office, minutes * 60_000);
  const elapsed = performance.now() - begun;
  const used = server.cpu() - cpu;
  const own = process.cpuUsage(ownCpu);
  const bytes = clients.reduce((sum, client) => sum + client.bytes, 0) - bytesBefore;
  await sleep(SETTLING);
  clearInterval(sampling);
  const { lost, doubled } = office.check();
  for (const client of clients) client.close();
  await server.stop();
  if (office.errors[0]) console.error(office.errors[0]);
  const ownShare = (own.user + own.system) / 1000 / elapsed;
  return result(office, { factor, used, elapsed, memory, bytes, lost, doubled, ownShare, isSeparate });
}

export async function openClients(clients: readonly OfficeClient[]): Promise<void> {
  for (let at = 0; at < clients.length; at += 50)
    await Promise.all(clients.slice(at, at + 50).map((client) => client.open()));
  await sleep(1000);
}

interface Measured {
  factor: number;
  used: number;
  elapsed: number;
  memory: number;
  bytes: number;
  lost: number;
  doubled: number;
  ownShare: number;
  isSeparate: boolean;
}

function result(office: Office, measured: Measured): Result {
  const { factor, used, elapsed, memory, bytes, lost, doubled } = measured;
  const people = office.clients.length;
  const of = (name: string, at: number): number => percentile(office.times.get(name) ?? [], at);
  const heard = office.lastRecipients();
  return {
    figures: {
      'people online': people,
      'own cores for server and load': measured.isSeparate ? 'yes' : 'no: there is no taskset',
      'machine, times slower than usual': factor,
      'messages sent': office.sent.size,
      'CPU ms a person and minute': used / people / (elapsed / 60_000),
      'KB a person and hour': bytes / 1000 / people / (elapsed / 3_600_000),
      'load generator, share of a core': measured.ownShare,
      'send, ms, median': of('send', 0.5),
      'history, ms, median': of('history', 0.5),
      'search, ms, p99': of('search', 0.99),
      'opening, ms, median': of('open', 0.5),
      'opening, ms, p99': of('open', 0.99),
      'last recipient, ms, median': percentile(heard, 0.5),
    },
    checks: [
      atMost('server, share of a core', used / elapsed, 0.45 * factor),
      atMost('memory beyond files, MB', memory / 2 ** 20, 350),
      atMost('send, ms, p99', of('send', 0.99), 80 * factor),
      atMost('last recipient, ms, p99', percentile(heard, 0.99), 250 * factor),
      atMost('history, ms, p99', of('history', 0.99), 100 * factor),
      atMost('errors', office.errors.length, 0),
      atMost('messages lost', lost, 0),
      atMost('messages doubled', doubled, 0),
    ],
  };
}
