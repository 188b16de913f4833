/** A person in a soak run: signs in, reads, writes, searches, uploads, loses the connection, and leaves. */
import { createHash, randomBytes } from 'node:crypto';
import { sleep } from '../bench/measure.ts';
import { sentence, word } from '../bench/text.ts';
import { type Account, Client, type Network, Rejected } from './client.ts';
import { type Ledger, writeNumber } from './ledger.ts';

/** Time between two acts of a person, ms. */
const PAUSE = 3000;
/** How long a person stays, and how long away, ms. */
const STAY = { least: 120_000, most: 480_000 };
const AWAY = { least: 2000, most: 20_000 };
/** How long a client has for the events of acknowledged messages, ms. */
const SETTLING = 20_000;
const RETRY = 500;

/** What all people share. */
export interface Surroundings {
  network: Network;
  ledger: Ledger;
  channels: readonly number[];
  people: readonly Account[];
  counts: Counts;
  /** When everybody leaves, in ms of `performance.now()`. */
  end: number;
  /** Whether a fault is there, or was a moment ago. Then requests may fail. */
  isFaulty(): boolean;
}

export class Counts {
  sends: number[] = [];
  signIns = 0;
  uploads = 0;
  downloads = 0;
  searches = 0;
  registered = 0;
  /** Requests that failed by a fault. */
  interrupted = 0;
  lost = 0;
  doubled = 0;
  /** All other failures. */
  readonly errors: string[] = [];
}

const random = (from: number, to: number): number => from + Math.random() * (to - from);
const choose = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;

export class Person {
  readonly #around: Surroundings;
  readonly #client: Client;
  #queue = '';
  #lastEvent = -1;
  #since = 0;
  readonly #received = new Set<number>();
  readonly #reacted = new Set<number>();
  #own: number[] = [];
  #isPresent = false;

  constructor(around: Surroundings, account: Account, isWeb: boolean) {
    this.#around = around;
    this.#client = new Client(around.network, account, isWeb);
  }

  /** Comes and leaves until the end. */
  async live(): Promise<void> {
    const { end } = this.#around;
    while (performance.now() < end) {
      await this.#visit(Math.min(end, performance.now() + random(STAY.least, STAY.most)));
      await sleep(random(AWAY.least, AWAY.most));
    }
  }

  async #visit(until: number): Promise<void> {
    if (!(await this.#insist(() => this.#client.signIn()))) return;
    this.#around.counts.signIns += 1;
    if (!(await this.#insist(() => this.#register()))) return;
    this.#isPresent = true;
    const polling = this.#poll();
    while (performance.now() < until) {
      await this.#attempt(() => this.#act());
      await sleep(random(0, 2 * PAUSE));
    }
    await this.#settle();
    this.#isPresent = false;
    await this.#attempt(() => this.#client.post('/events', { queue_id: this.#queue }, 'DELETE'));
    await polling;
    await this.#attempt(() => this.#client.signOut());
  }

  async #register(): Promise<void> {
    const { queue_id, last_event_id, max_message_id } = await this.#client.register();
    this.#queue = queue_id;
    this.#lastEvent = last_event_id;
    this.#since = max_message_id;
    this.#received.clear();
  }

  async #poll(): Promise<void> {
    while (this.#isPresent) {
      const queue = this.#queue;
      try {
        const query = { queue_id: queue, last_event_id: this.#lastEvent };
        const { events } = await this.#client.get('/events', query);
        this.#receive(events);
      } catch (error) {
        if (!this.#isPresent) return;
        this.#record(error);
        if (error instanceof Rejected && error.code === 'BAD_EVENT_QUEUE_ID') {
          this.#around.counts.registered += 1;
          await this.#insist(() => this.#register());
        } else await sleep(RETRY);
      }
    }
  }

  #receive(events: readonly { id: number; message?: { id: number } }[]): void {
    for (const { id, message } of events) {
      if (id <= this.#lastEvent) this.#around.counts.doubled += 1;
      this.#lastEvent = id;
      if (!message) continue;
      if (this.#received.has(message.id)) this.#around.counts.doubled += 1;
      this.#received.add(message.id);
    }
  }

  /** Waits for the events that are on the way. Counts messages that did not come. */
  async #settle(): Promise<void> {
    const { ledger, counts } = this.#around;
    const asked = performance.now();
    const isMissing = (id: number): boolean => !this.#received.has(id);
    const list = (): number[] => ledger.listDue(this.#client.account.id, this.#since, asked).filter(isMissing);
    for (let begun = performance.now(); performance.now() - begun < SETTLING && list().length > 0; ) {
      await sleep(100);
      // The time of a fault does not count.
      if (this.#around.isFaulty()) begun = performance.now();
    }
    const missing = list();
    counts.lost += missing.length;
    if (missing.length > 0) counts.errors.push(`Messages did not come: ${missing.slice(0, 5).join(', ')}`);
  }

  #act(): Promise<unknown> {
    const chance = Math.random();
    if (chance < 0.35) return this.#write();
    if (chance < 0.65) return this.#read();
    if (chance < 0.72) return this.#react();
    if (chance < 0.78) return this.#edit();
    if (chance < 0.84) return this.#search();
    if (chance < 0.88) return this.#upload();
    if (chance < 0.94) return this.#download();
    if (chance < 0.96) return this.#client.openPage();
    return this.#client.post('/users/me/presence', { status: 'active', new_user_input: 'true' });
  }

  /** Returns whether the message was sent. */
  async #write(
    text = sentence(Math.floor(Math.random() * 100_000)),
    isDirect = Math.random() < 0.15,
  ): Promise<boolean> {
    const { ledger, channels, people, counts } = this.#around;
    const number = ledger.next();
    const to = isDirect ? [...new Set([this.#client.account.id, choose(people).id])] : undefined;
    const target: Record<string, string | number> = to
      ? { type: 'direct', to: JSON.stringify(to) }
      : { type: 'channel', to: choose(channels), topic: `topic ${Math.floor(random(0, 10))}` };
    const once = { queue_id: this.#queue, local_id: `${number}` };
    const form = { ...target, ...once, content: writeNumber(number, text) };
    // Who gets no answer sends again, as the clients do: the same ids mean the same message.
    return await this.#insist(async () => {
      const begun = performance.now();
      const { id } = await this.#client.post('/messages', form);
      counts.sends.push(performance.now() - begun);
      ledger.sent.push({ number, id, to, at: performance.now() });
      this.#own = [...this.#own.slice(-20), id];
    });
  }

  async #read(): Promise<void> {
    const narrow = [{ operator: 'channel', operand: choose(this.#around.channels) }];
    const query = { anchor: 'newest', num_before: 50, num_after: 0, narrow: JSON.stringify(narrow) };
    const { messages } = await this.#client.get('/messages', query);
    const ids = messages.map(({ id }: { id: number }) => id).slice(-20);
    if (ids.length > 0)
      await this.#client.post('/messages/flags', { messages: JSON.stringify(ids), op: 'add', flag: 'read' });
  }

  async #react(): Promise<void> {
    const id = [...this.#received].at(-1);
    if (id === undefined || this.#reacted.has(id)) return;
    this.#reacted.add(id);
    await this.#client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  }

  async #edit(): Promise<void> {
    const id = this.#own.pop();
    if (id === undefined) return;
    const sent = this.#around.ledger.sent.findLast((one) => one.id === id)!;
    await this.#client.post(`/messages/${id}`, { content: writeNumber(sent.number, 'edited') }, 'PATCH');
  }

  async #search(): Promise<void> {
    const narrow = [{ operator: 'search', operand: word(Math.floor(random(100, 900))) }];
    const query = { anchor: 'newest', num_before: 50, num_after: 0, narrow: JSON.stringify(narrow) };
    await this.#client.get('/messages', query);
    this.#around.counts.searches += 1;
  }

  async #upload(): Promise<void> {
    const content = randomBytes(Math.floor(random(1000, 300_000)));
    const path = await this.#client.upload('file.bin', content);
    this.#around.counts.uploads += 1;
    if (!(await this.#write(`[file.bin](${path})`, false))) return;
    this.#around.ledger.stored.push({ path, hash: createHash('sha256').update(content).digest('hex') });
    // An edit would remove the link, and with it the right of others to download the file.
    this.#own.pop();
  }

  /** Downloads one of the files that a message links, and compares it with what was sent. */
  async #download(): Promise<void> {
    const { stored } = this.#around.ledger;
    const { messages } = await this.#client.get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: 'false',
      narrow: JSON.stringify([
        { operator: 'has', operand: 'attachment' },
        { operator: 'channel', operand: choose(this.#around.channels) },
      ]),
    });
    const path = /\]\((\/user_uploads\/[^)]+)\)/.exec(messages.at(-1)?.content ?? '')?.[1];
    const known = path && stored.find((one) => one.path === path);
    if (!known) return;
    const hash = createHash('sha256')
      .update(await this.#client.download(known.path))
      .digest('hex');
    this.#around.counts.downloads += 1;
    if (hash !== known.hash) throw new Error(`Another file came back: ${known.path}`);
  }

  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#record(error);
    }
  }

  /** Repeats until it is done, or is rejected, or the run ended a minute ago. Returns whether it is done. */
  async #insist(work: () => Promise<unknown>): Promise<boolean> {
    while (performance.now() < this.#around.end + 60_000)
      try {
        await work();
        return true;
      } catch (error) {
        this.#record(error);
        if (error instanceof Rejected && error.status < 500) return false;
        await sleep(RETRY);
      }
    return false;
  }

  #record(error: unknown): void {
    const { counts } = this.#around;
    // During a fault, connections break and the server answers with 5xx. An answer of 4xx is always an error.
    const isRejection = error instanceof Rejected && error.status < 500;
    if (this.#around.isFaulty() && !isRejection) counts.interrupted += 1;
    else counts.errors.push(error instanceof Error ? `${error.message} ${describe(error.cause)}` : `${error}`);
  }
}

const describe = (cause: unknown): string => (cause instanceof Error ? `(${cause.message})` : '');
