/** What the owner of the organization does before a soak run: creates the accounts and the channels. */
import type { Account } from './client.ts';
import type { Running } from './faults.ts';

const PASSWORD = 'correct horse battery staple';
const CHANNELS = ['general', 'design', 'support', 'random'];

export class OwnerRequests {
  readonly #running: Running;
  readonly #auth: string;

  constructor(running: Running, auth: string) {
    this.#running = running;
    this.#auth = auth;
  }

  async createAccounts(count: number): Promise<Account[]> {
    const accounts: Account[] = [];
    for (let at = 0; at < count; at++) {
      const email = `person${at}@example.com`;
      const { user_id } = await this.#post('/users', { email, password: PASSWORD, full_name: `Person ${at}` });
      accounts.push({ id: user_id, email, password: PASSWORD });
    }
    return accounts;
  }

  async createChannels(members: readonly number[]): Promise<number[]> {
    const subscriptions = JSON.stringify(CHANNELS.map((name) => ({ name })));
    await this.#post('/users/me/subscriptions', { subscriptions, principals: JSON.stringify(members) });
    const reply = await fetch(`${this.#running.network.url}/api/v1/streams`, { headers: this.#headers });
    const { streams } = (await reply.json()) as { streams: { name: string; stream_id: number }[] };
    return streams.filter(({ name }) => CHANNELS.includes(name)).map(({ stream_id }) => stream_id);
  }

  async #post(path: string, form: Record<string, string>): Promise<any> {
    const body = new URLSearchParams(form);
    const reply = await fetch(`${this.#running.network.url}/api/v1${path}`, {
      method: 'POST',
      headers: this.#headers,
      body,
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  }

  get #headers(): Record<string, string> {
    return { Authorization: this.#auth };
  }
}
