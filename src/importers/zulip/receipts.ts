import { type Raw, readId, readNumber } from '../records.ts';
import type { ZulipDirectory } from './directory.ts';
import { readHistory } from './history.ts';

/** A bit of `flags_mask`: the user did not receive the message. */
const HISTORICAL = 1024;

/**
 * Finds the members of channels who did not receive all messages, because they joined later. In a channel with
 * protected history they must not read what was sent before. Most have received the first message, and need nothing.
 */
export class Receipts {
  readonly #directory: ZulipDirectory;
  /** The id of each channel's first message. */
  readonly #firstMessages = new Map<string, number>();
  /** The users, by channel, of whom a received message was found. */
  readonly #found = new Map<string, Set<string>>();
  /** Users of whom the archive has any flags; others may have received everything. */
  readonly #known = new Set<string>();
  /** The channels of the messages in this file, by their ids. */
  #channels = new Map<string, string>();
  /** The first message in this file that a user received, by the channel and the user. */
  #firsts = new Map<string, Map<string, number>>();

  constructor(directory: ZulipDirectory) {
    this.#directory = directory;
  }

  /** Who received a message that was moved to another channel says nothing of its members. */
  addMessage(row: Raw): void {
    const id = readNumber(row.id);
    const to = this.#directory.findDestination(row);
    if (id === undefined || !to || 'users' in to) return;
    if (readHistory(this.#directory, row)?.some(({ old_channel }) => old_channel !== undefined)) return;
    this.#channels.set(String(id), to.channel);
    this.#firstMessages.set(to.channel, Math.min(id, this.#firstMessages.get(to.channel) ?? id));
    const author = this.#directory.userWith(readId(row.sender));
    if (author !== undefined) this.#received(author, to.channel, id);
  }

  addReceipt(row: Raw): void {
    const user = this.#directory.userWith(readId(row.user_profile));
    const message = readNumber(row.message);
    if (user === undefined || message === undefined) return;
    this.#known.add(user);
    const channel = this.#channels.get(String(message));
    if (channel === undefined || (readNumber(row.flags_mask) ?? 0) & HISTORICAL) return;
    this.#received(user, channel, message);
  }

  #received(user: string, channel: string, message: number): void {
    if (this.#found.get(channel)?.has(user)) return;
    let firsts = this.#firsts.get(channel);
    if (!firsts) this.#firsts.set(channel, (firsts = new Map()));
    firsts.set(user, Math.min(message, firsts.get(user) ?? message));
  }

  endFile(): void {
    for (const [channel, firsts] of this.#firsts) {
      let found = this.#found.get(channel);
      if (!found) this.#found.set(channel, (found = new Set()));
      for (const [user, first] of firsts) {
        found.add(user);
        if (first > this.#firstMessages.get(channel)!) this.#add(user, channel, String(first));
      }
    }
    this.#channels = new Map();
    this.#firsts = new Map();
  }

  /** Reports members who received nothing. Without any flags of a user, only protected history is withheld. */
  finish(): void {
    for (const channel of this.#firstMessages.keys())
      for (const user of this.#directory.listMembers(channel)) {
        const isKnown = this.#known.has(user) || this.#directory.isProtected(channel);
        if (isKnown && !this.#found.get(channel)?.has(user)) this.#add(user, channel, undefined);
      }
  }

  #add(user: string, channel: string, first: string | undefined): void {
    this.#directory.sink.add({ kind: 'subscription-start', origin: `${user} ${channel}`, user, channel, first });
  }
}
