/**
 * What happens when the server ends while everybody is connected: by `kill -9`, and by SIGTERM. All clients come back
 * as the web client does, with growing pauses, while somebody sends messages.
 */
import { Connection, type Person, post, succeeded } from './client.ts';
import { atMost, type Bench, type Check, type Options, percentile, type Result, sleep } from './measure.ts';
import { type Server, startKlatch } from './server.ts';
import { Stream } from './streams.ts';
import { createChannel, newTeam } from './team.ts';

/** `CLIENTS=100` is enough to check that nothing is lost. */
const CLIENTS = Number(process.env.CLIENTS ?? 2000);
/** ms between two messages. */
const INTERVAL = 500;
/** Messages before the end of the server, and after everybody is back. */
const AROUND = 4;
/** How long clients may take to come back, ms. */
const TIMEOUT = 120_000;
/** Pauses of the web client between two tries, ms; see src/web/server/connection.ts. */
const PAUSES = { first: 300, growth: 1.7, longest: 8000 };

export const bench: Bench = {
  name: 'storm',
  summary: '2,000 clients whose server is killed, or stopped, and started: how long until all are current',
  run,
};

async function run({ quick }: Options): Promise<Result> {
  const count = quick ? Math.min(CLIENTS, 200) : CLIENTS;
  const { folder, people } = await newTeam(count);
  const state = { server: await startKlatch(folder), sent: 0 };
  await createChannel({ server: state.server, people }, 'hall', people);
  const clients = people.map((person) => new Client(state, person));
  for (let at = 0; at < count; at += 64) await Promise.all(clients.slice(at, at + 64).map((one) => one.register()));
  for (const one of clients) void one.live();
  const figures: Result['figures'] = {};
  const checks: Check[] = [];
  for (const [signal, most] of [
    ['SIGKILL', { current: 10_000, send: 2000 }],
    ['SIGTERM', { current: 5000, send: 2000 }],
  ] as const) {
    const { start, current, cpu, sends, registered } = await storm(state, folder, clients, signal);
    const name = signal === 'SIGKILL' ? 'kill -9' : signal;
    Object.assign(figures, {
      [`${name}, ms until the server listens`]: start,
      [`${name}, ms from then until all ${count} are current`]: current,
      [`${name}, ms of a send, p99`]: percentile(sends, 0.99),
      [`${name}, CPU ms a client`]: cpu / count,
      [`${name}, clients that registered again`]: registered,
    });
    checks.push(atMost(`${name}, ms until all are current`, current, most.current));
    checks.push(atMost(`${name}, ms of a send, p99`, percentile(sends, 0.99), most.send));
    checks.push(atMost(`${name}, CPU ms a client`, cpu / count, 8));
  }
  const { lost, doubled } = await compare(state, clients);
  await state.server.stop();
  checks.unshift(atMost('lost', lost, 0), atMost('doubled', doubled, 0));
  return { figures, checks };
}

/** The running server, and how many messages it has acknowledged. They are numbered from 1. */
interface State {
  server: Server;
  sent: number;
}

/** A client that comes back whenever its connection ends. */
class Client {
  readonly heard = new Set<number>();
  doubled = 0;
  registered = 0;
  isClosed = false;
  readonly #state: State;
  readonly person: Person;
  #stream!: Stream;

  constructor(state: State, person: Person) {
    this.#state = state;
    this.person = person;
  }

  async register(): Promise<void> {
    this.registered += 1;
    this.#receive(await Stream.open(this.#state.server.port, this.person));
  }

  async live(): Promise<void> {
    for (let tries = 0; !this.isClosed; tries++) {
      const { queueId, lastEventId } = this.#stream;
      await this.#stream.closed;
      if (this.isClosed) return;
      if (this.#stream.lastEventId > lastEventId) tries = 0;
      if (this.#stream.isGone) await this.register().catch(() => {});
      else {
        const pause = Math.min(PAUSES.longest, PAUSES.first * PAUSES.growth ** tries);
        await sleep(pause * (0.5 + Math.random() / 2));
        const place = { auth: this.person.auth, queueId, lastEventId: this.#stream.lastEventId };
        this.#receive(Stream.resume(this.#state.server.port, place));
      }
    }
  }

  close(): void {
    this.isClosed = true;
    this.#stream.close();
  }

  #receive(stream: Stream): void {
    this.#stream = stream;
    stream.onEvents = (part) => {
      for (const [, number] of part.matchAll(/<p>number (\d+)<\/p>/g)) {
        if (this.heard.has(Number(number))) this.doubled += 1;
        this.heard.add(Number(number));
      }
    };
  }
}

async function storm(state: State, folder: string, clients: readonly Client[], signal: 'SIGKILL' | 'SIGTERM') {
  const before = clients.reduce((sum, { registered }) => sum + registered, 0);
  const [{ auth }] = clients.map((one) => one.person) as [Person];
  for (let count = 0; count < AROUND; count++) {
    await say(state, auth);
    await sleep(INTERVAL);
  }
  const begun = performance.now();
  await state.server.stop(signal);
  state.server = await startKlatch(folder);
  const start = performance.now() - begun;
  const cpu = state.server.cpu();
  const listening = performance.now();
  const sends: number[] = [];
  const first = state.sent + 1;
  const isCurrent = () => clients.every(({ heard }) => heard.has(first));
  while (!isCurrent()) {
    if (performance.now() - listening > TIMEOUT) throw new Error('Some clients did not come back');
    sends.push(await say(state, auth));
    for (let waited = 0; waited < INTERVAL && !isCurrent(); waited += 20) await sleep(20);
  }
  const current = performance.now() - listening;
  const registered = clients.reduce((sum, one) => sum + one.registered, 0) - before;
  return { start, current, cpu: state.server.cpu() - cpu, sends, registered };
}

/** Sends the next message. Returns how long it took, ms. */
async function say(state: State, auth: string): Promise<number> {
  const begun = performance.now();
  const connection = await Connection.open(state.server.port);
  const form = { type: 'channel', to: 'hall', topic: 'storm', content: `number ${state.sent + 1}` };
  succeeded(await connection.request(post(auth, '/messages', form)));
  connection.close();
  state.sent += 1;
  return performance.now() - begun;
}

/** Counts messages that a client did not receive, and those that it received twice. */
async function compare({ sent }: State, clients: readonly Client[]): Promise<{ lost: number; doubled: number }> {
  const count = () => clients.reduce((sum, { heard }) => sum + sent - heard.size, 0);
  for (let waited = 0; waited < 10_000 && count() > 0; waited += 100) await sleep(100);
  for (const one of clients) one.close();
  return { lost: count(), doubled: clients.reduce((sum, { doubled }) => sum + doubled, 0) };
}
