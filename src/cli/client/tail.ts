import { setTimeout as wait } from 'node:timers/promises';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { selfPrintingWork } from '../declaration/command.ts';
import { ask, Refused, Unreachable } from './ask.ts';
import type { TailInput } from './commands.ts';
import { findLogin, type Login } from './credentials.ts';
import { Message, printMessage } from './show.ts';

interface Term {
  operator: string;
  operand: string;
}

/** The longest pause between two attempts to reach the server, s. */
const LONGEST_PAUSE = 30;
const PAGE = 1000;

/**
 * Prints messages as they arrive, until it is interrupted or has printed `count`. Waits for a server that goes away,
 * and misses nothing.
 */
export const tail = selfPrintingWork(async (flags: TailInput): Promise<void> => {
  const login = await findLogin(flags);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const following = new Following(login, buildNarrow(flags), flags, stop.signal);
  try {
    await following.run();
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  await following.leave();
}, Message);

/** The filter, as a narrow. */
function buildNarrow({ to = [], topic, sender, mentions }: TailInput): Term[] {
  const people = to.length > 0 && topic === undefined && to.every((one) => one.includes('@'));
  if (!people && to.length > 1)
    throw new Failure(EXIT.usage, 'Specify one channel, or one or more e-mail addresses, with --to');
  return [
    ...(to.length === 0
      ? []
      : [{ operator: people ? 'dm' : 'channel', operand: people ? to.join(',') : to[0]!.replace(/^#/, '') }]),
    ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
    ...(sender === undefined ? [] : [{ operator: 'sender', operand: sender }]),
    ...(mentions ? [{ operator: 'is', operand: 'mentioned' }] : []),
  ];
}

interface Registered {
  queue_id: string;
  last_event_id: number;
  max_message_id: number;
}

interface QueuedEvent {
  id: number;
  type: string;
  message?: Message;
}

/** Uses one queue after another; `#seen` is the newest printed message. */
class Following {
  readonly #login: Login;
  readonly #narrow: readonly Term[];
  readonly #flags: TailInput;
  readonly #stop: AbortSignal;
  #queue: string | undefined;
  #lastEvent = -1;
  #seen: number | undefined;
  #left: number;

  constructor(login: Login, narrow: readonly Term[], flags: TailInput, stop: AbortSignal) {
    this.#login = login;
    this.#narrow = narrow;
    this.#flags = flags;
    this.#stop = stop;
    this.#left = flags.count ?? Number.POSITIVE_INFINITY;
  }

  async run(): Promise<void> {
    // A narrow to an unknown channel is no error: without this check, a misspelled name would wait forever.
    const channel = this.#narrow.find(({ operator }) => operator === 'channel');
    if (channel) await this.#ask('GET', '/get_stream_id', { stream: channel.operand });
    await this.#register();
    say(`Following ${this.#login.site} as ${this.#login.email}; stop with Ctrl+C`);
    let failures = 0;
    while (this.#left > 0) {
      try {
        await (this.#queue === undefined ? this.#register() : this.#poll());
        if (failures > 0) say('Connected again');
        failures = 0;
      } catch (error) {
        if (error instanceof Refused && error.code === 'BAD_EVENT_QUEUE_ID') this.#queue = undefined;
        else if (error instanceof Unreachable) {
          if (failures === 0) say(`${error.message}. Retrying …`);
          await wait(Math.min(LONGEST_PAUSE, 2 ** failures++) * 500 * (1 + Math.random()), undefined, {
            signal: this.#stop,
          });
        } else throw error;
      }
    }
  }

  /** The server need not keep the queue. */
  async leave(): Promise<void> {
    if (this.#queue !== undefined)
      await ask(this.#login, {
        method: 'DELETE',
        path: '/events',
        fields: { queue_id: this.#queue },
        stop: AbortSignal.timeout(1000),
      }).catch(() => {});
  }

  /** Registers a queue before it reads the history: messages between are in both, and printed once. */
  async #register(): Promise<void> {
    const reply = await this.#ask<Registered>('POST', '/register', {
      event_types: ['message'],
      apply_markdown: false,
      all_public_streams: this.#narrow.some(({ operator }) => operator === 'channel'),
      narrow: this.#narrow
        .filter(({ operator }) => operator !== 'dm')
        .map(({ operator, operand }) => [operator === 'channel' ? 'stream' : operator, operand]),
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
    });
    this.#queue = reply.queue_id;
    this.#lastEvent = reply.last_event_id;
    if (this.#seen === undefined) await this.#history(reply.max_message_id);
    else await this.#missed(this.#seen);
  }

  /** The last messages, if requested; what follows is newer than `newest`. */
  async #history(newest: number): Promise<void> {
    const { last } = this.#flags;
    this.#seen = 0;
    if (last > 0)
      this.#print((await this.#messages({ anchor: 'newest', num_before: last, num_after: 0 })).messages.slice(-last));
    this.#seen = Math.max(this.#seen, newest);
  }

  async #missed(since: number): Promise<void> {
    for (let anchor = since; ; ) {
      const { messages, found_newest } = await this.#messages({
        anchor,
        include_anchor: false,
        num_before: 0,
        num_after: PAGE,
      });
      this.#print(messages);
      anchor = messages.at(-1)?.id ?? anchor;
      if (found_newest || messages.length === 0) return;
    }
  }

  async #poll(): Promise<void> {
    const { events } = await this.#ask<{ events: QueuedEvent[] }>('GET', '/events', {
      queue_id: this.#queue,
      last_event_id: this.#lastEvent,
    });
    for (const event of events) {
      this.#lastEvent = Math.max(this.#lastEvent, event.id);
      // A queue cannot select a direct-message conversation: messages of others are filtered here.
      if (event.type === 'message' && event.message && this.#isWanted(event.message)) this.#print([event.message]);
    }
  }

  #isWanted({ type, display_recipient }: Message): boolean {
    const dm = this.#narrow.find(({ operator }) => operator === 'dm');
    if (!dm) return true;
    if (type !== 'private' || typeof display_recipient === 'string') return false;
    const people = new Set(dm.operand.toLowerCase().split(',').concat(this.#login.email.toLowerCase()));
    return (
      display_recipient.length === people.size &&
      display_recipient.every(({ email }) => people.has(email.toLowerCase()))
    );
  }

  #print(messages: readonly Message[]): void {
    for (const message of messages) {
      if (message.id <= this.#seen! || this.#left === 0) continue;
      printMessage(message, this.#flags);
      this.#seen = message.id;
      this.#left -= 1;
    }
  }

  #messages(range: object): Promise<{ messages: Message[]; found_newest: boolean }> {
    return this.#ask('GET', '/messages', {
      ...range,
      narrow: this.#narrow,
      apply_markdown: false,
      allow_empty_topic_name: true,
    });
  }

  #ask<T extends object>(method: 'GET' | 'POST', path: string, fields: object): Promise<T> {
    return ask<T>(this.#login, { method, path, fields: fields as Record<string, unknown>, stop: this.#stop });
  }
}
