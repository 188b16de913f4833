import type { Subscription } from '@nats-io/transport-node';
import type { Announcement, Closable, NodeRegistry } from '../engine.ts';
import { type Context, pause } from './connection.ts';

const INTERVAL = 1_000;
/** Three announcements may be lost. */
const TIME_TO_LIVE = 3_500;
/** How long a process that just connected waits for the announcements it asked for. */
const ANSWER_TIME = 300;

/** What nodes send each other: an announcement, the end of a node, or a question to all. */
type Message = { announcement: Announcement } | { ended: string } | { question: true };

type Listener = (nodes: readonly Announcement[]) => void;

/** Nodes tell each other that they exist. The servers only pass it on, so it works without a majority of them. */
export class NatsNodes implements NodeRegistry {
  readonly #context: Context;
  readonly #seen = new Map<string, { announcement: Announcement; at: number }>();
  readonly #listeners = new Set<Listener>();
  readonly #subscription: Subscription;
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #current: (() => Announcement) | undefined;
  /** When another node announced itself last, by `performance.now()`. */
  lastAnnouncement = performance.now();

  constructor(context: Context) {
    this.#context = context;
    this.#subscription = context.connection.subscribe(context.names.nodes, {
      callback: (error, message) => {
        if (!error) this.#onMessage(message.json<Message>());
      },
    });
    this.#timer = setInterval(() => {
      this.refresh();
      this.#removeExpired();
    }, INTERVAL);
    this.#send({ question: true });
  }

  announce(current: () => Announcement): void {
    this.#current = current;
    this.refresh();
  }

  refresh(): void {
    if (!this.#current) return;
    const announcement = this.#current();
    this.#add(announcement);
    this.#send({ announcement });
  }

  async list(): Promise<Announcement[]> {
    if (performance.now() - this.#startedAt < TIME_TO_LIVE) {
      this.#send({ question: true });
      await pause(ANSWER_TIME);
    }
    return this.#all();
  }

  watch(onChange: Listener): Closable {
    const listener: Listener = (nodes) => onChange(nodes);
    this.#listeners.add(listener);
    setImmediate(() => this.#listeners.has(listener) && listener(this.#all()));
    return { close: async () => void this.#listeners.delete(listener) };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
    if (this.#current) this.#send({ ended: this.#current().name });
  }

  #onMessage(message: Message): void {
    if ('question' in message) this.refresh();
    else if ('announcement' in message) {
      if (message.announcement.name !== this.#context.node) this.lastAnnouncement = performance.now();
      this.#add(message.announcement);
    } else if (this.#seen.delete(message.ended)) this.#notify();
  }

  #add(announcement: Announcement): void {
    const before = this.#seen.get(announcement.name)?.announcement;
    this.#seen.set(announcement.name, { announcement, at: performance.now() });
    if (JSON.stringify(before) !== JSON.stringify(announcement)) this.#notify();
  }

  #removeExpired(): void {
    const before = this.#seen.size;
    for (const [name, { at }] of this.#seen) if (performance.now() - at > TIME_TO_LIVE) this.#seen.delete(name);
    if (this.#seen.size < before) this.#notify();
  }

  #all(): Announcement[] {
    return [...this.#seen.values()].map(({ announcement }) => announcement).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #notify(): void {
    const nodes = this.#all();
    for (const listener of this.#listeners) listener(nodes);
  }

  #send(message: Message): void {
    const { connection, names } = this.#context;
    if (!connection.isClosed()) connection.publish(names.nodes, JSON.stringify(message));
  }
}
