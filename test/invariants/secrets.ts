import assert from 'node:assert/strict';
import type { Reply, TestUser } from '../support/team.ts';

type Named = Pick<TestUser, 'name'>;

/** A word that occurs nowhere. A request with it shows how the server responds to things that do not exist. */
export const ABSENT_WORD = 'hushzzzq';
const WORD = /hush[a-z]{3}q|[\da-f]{32}/gi;

interface Secret {
  what: string;
  /** Names of users who may find it in requests. */
  readers: ReadonlySet<string>;
  /** Names of users who were subscribed when it was sent. Their queues may contain it too. */
  recipients: ReadonlySet<string>;
}

/** The words in private places, and the users who may read them. */
export class Secrets {
  readonly #all = new Map<string, Secret>();
  readonly #messages = new Map<number, ReadonlySet<string>>();
  readonly #channels = new Map<number, ReadonlySet<string>>();

  /** A new word for such a place. */
  word(what: string, readers: readonly Named[], hearers: readonly Named[] = []): string {
    const count = this.#all.size;
    const letters = [count / 676, count / 26, count]
      .map((part) => String.fromCharCode(97 + (Math.floor(part) % 26)))
      .join('');
    return this.add(`hush${letters}q`, what, readers, hearers);
  }

  /** A value that is a secret by itself: an API key. */
  add(word: string, what: string, readers: readonly Named[], hearers: readonly Named[] = []): string {
    const names = (people: readonly Named[]) => people.map(({ name }) => name);
    this.#all.set(word, {
      what,
      readers: new Set(names(readers)),
      recipients: new Set(names([...readers, ...hearers])),
    });
    return word;
  }

  /** The ids of a message and of a channel are private too. */
  message(id: number, readers: readonly Named[]): void {
    this.#messages.set(id, new Set(readers.map(({ name }) => name)));
  }
  channel(id: number, viewers: readonly Named[]): void {
    this.#channels.set(id, new Set(viewers.map(({ name }) => name)));
  }

  get words(): string[] {
    return [...this.#all.keys()].filter((word) => word.startsWith('hush'));
  }
  get messageIds(): number[] {
    return [...this.#messages.keys()];
  }
  get channelIds(): number[] {
    return [...this.#channels.keys()];
  }

  what(word: string): string {
    return this.#all.get(word)!.what;
  }

  /** The secrets in a text that this user may not read (`heard`: may not receive), except those the user wrote. */
  leaks(name: string, text: string, heard = false): string[] {
    const found = new Set(text.match(WORD)?.map((word) => word.toLowerCase()));
    return [...found].filter((word) => {
      const secret = this.#all.get(word);
      return secret && !(heard ? secret.recipients : secret.readers).has(name);
    });
  }

  /** The inaccessible messages and channels that a response names by id. */
  hiddenIds(name: string, answer: unknown): string[] {
    const found: string[] = [];
    const look = (ids: ReadonlyMap<number, ReadonlySet<string>>, what: string, value: unknown) => {
      for (const id of [value].flat())
        if (typeof id === 'number' && ids.has(id) && !ids.get(id)!.has(name)) found.push(`${what} ${id}`);
    };
    visit(answer, (key, value, holder) => {
      if (
        MESSAGE_KEYS.has(key) ||
        (key === 'id' && 'sender_id' in holder) ||
        (key === 'messages' && !('result' in holder))
      )
        look(this.#messages, 'message', value);
      if (CHANNEL_KEYS.has(key)) look(this.#channels, 'channel', value);
    });
    return found;
  }
}

const MESSAGE_KEYS = new Set([
  'message_id',
  'message_ids',
  'unread_message_ids',
  'starred_messages',
  'mentions',
  'max_message_id',
  'max_id',
]);
const CHANNEL_KEYS = new Set(['stream_id', 'stream_ids']);

function visit(value: unknown, see: (key: string, value: unknown, holder: object) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see);
  else if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) {
      see(key, inner, value);
      visit(inner, see);
    }
}

/** The text of a response that an attacker could compare: without its headers. */
export const readText = ({ headers: _headers, ...reply }: Reply): string => JSON.stringify(reply);

/** Asserts that two responses are equal except for the requested name. */
export function assertSameResponse(there: Reply, real: string, nowhere: Reply, unreal: string, what: string): void {
  const plain = (reply: Reply, word: string) =>
    readText(reply).replace(new RegExp(`(?<![\\w])${word}(?![\\w])`, 'gi'), '…');
  assert.equal(plain(there, real), plain(nowhere, unreal), what);
}
