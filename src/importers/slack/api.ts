import { setTimeout as sleep } from 'node:timers/promises';
import { isRaw, type Raw, readId, readRaws, readText, type Skips } from '../records.ts';

/** The time for one request, ms, how often one is repeated, and how long Slack may make us wait for that, seconds. */
const REQUEST_TIME = 30_000;
const MOST_TRIES = 5;
const LONGEST_WAIT = 120;
/** Pages of one list. Slack's have 200 entries or more. */
const MOST_PAGES = 5000;

/** What Slack itself says beside the archive: it has the addresses and emoji that archives lack. */
export class SlackApi {
  readonly #token: string;
  readonly #address: string;
  readonly #sink: Skips;

  constructor(options: { token: string; address: string; sink: Skips }) {
    this.#token = options.token;
    this.#address = options.address;
    this.#sink = options.sink;
  }

  /** Users by id, of the workspace of the archive only. */
  async users(isOwn: (raw: Raw) => boolean): Promise<Map<string, Raw>> {
    const found = new Map<string, Raw>();
    let foreign = 0;
    for await (const reply of this.#pages('users.list'))
      for (const user of readRaws(reply.members)) {
        const id = readId(user.id);
        if (id === undefined) continue;
        if (isOwn(user)) found.set(id, user);
        else foreign += 1;
      }
    if (found.size === 0 && foreign > 0) this.#skip('users.list', 'the token is of another workspace than the archive');
    return found;
  }

  /** Addresses of images, or `alias:` and another name, by the names of custom emoji. */
  async emoji(): Promise<Raw> {
    for await (const { emoji } of this.#pages('emoji.list')) return isRaw(emoji) ? emoji : {};
    return {};
  }

  async groups(): Promise<Raw[]> {
    const found: Raw[] = [];
    for await (const { usergroups } of this.#pages('usergroups.list', { include_users: 'true' }))
      found.push(...readRaws(usergroups));
    return found;
  }

  #skip(method: string, reason: string): void {
    this.#sink.skip('token', method, reason);
  }

  async *#pages(method: string, more: Readonly<Record<string, string>> = {}): AsyncGenerator<Raw> {
    let cursor = '';
    for (let page = 0; page < MOST_PAGES; page++) {
      const reply = await this.#ask(method, { limit: '200', ...more, ...(cursor !== '' && { cursor }) });
      if (!reply) return;
      yield reply;
      const next = isRaw(reply.response_metadata) ? readText(reply.response_metadata.next_cursor) : undefined;
      if (!next || next === cursor) return;
      cursor = next;
    }
  }

  /** undefined: Slack does not answer as it should, which is reported. */
  async #ask(method: string, parameters: Readonly<Record<string, string>>): Promise<Raw | undefined> {
    try {
      for (let tries = 1; ; tries++) {
        const response = await fetch(new URL(method, this.#address), {
          method: 'POST',
          redirect: 'error',
          headers: { Authorization: `Bearer ${this.#token}` },
          body: new URLSearchParams(parameters),
          signal: AbortSignal.timeout(REQUEST_TIME),
        });
        if (response.status === 429 && tries < MOST_TRIES) {
          const seconds = Number(response.headers.get('retry-after') ?? 1);
          await response.body?.cancel();
          await sleep(1000 * Math.min(LONGEST_WAIT, Math.max(0, seconds || 1)));
          continue;
        }
        const reply: unknown = await response.json();
        if (isRaw(reply) && reply.ok === true) return reply;
        this.#skip(method, `Slack answers: ${(isRaw(reply) && readText(reply.error)) || `status ${response.status}`}`);
        return undefined;
      }
    } catch (error) {
      this.#skip(method, `Slack cannot be asked: ${(error as Error).message}`);
      return undefined;
    }
  }
}
