/** The requests of one person: as the web client with a session, or as a phone with an API key. */
import { REGISTRATION } from '../../src/web/server/registration.ts';
import type { Session } from '../bench/seed.ts';

/** How long a request may take before its client gives up, ms. A waiting poll takes 60 s. */
const TIMEOUT = 90_000;

export type Form = Record<string, string | number>;

export interface Account {
  id: number;
  email: string;
  password: string;
}

/** An answer that is neither success nor the loss of the connection. */
export class Rejected extends Error {
  readonly status: number;
  readonly code: string;

  constructor(request: string, status: number, body: string) {
    super(`${request}: ${status} ${body.slice(0, 300)}`);
    this.status = status;
    this.code = /"code":"(\w+)"/.exec(body)?.[1] ?? '';
  }
}

/** The network between the clients and the server, which may fail. */
export class Network {
  /** The server's address; it changes when the server starts again. */
  url = '';
  #cut = new AbortController();

  /** Breaks all connections. The next requests open new ones. */
  cut(): void {
    this.#cut.abort(new Error('The network failed'));
    this.#cut = new AbortController();
  }

  get signal(): AbortSignal {
    return AbortSignal.any([this.#cut.signal, AbortSignal.timeout(TIMEOUT)]);
  }
}

export class Client {
  readonly account: Account;
  readonly #network: Network;
  readonly #isWeb: boolean;
  #apiKey = '';
  #session: Session | undefined;

  constructor(network: Network, account: Account, isWeb: boolean) {
    this.#network = network;
    this.account = account;
    this.#isWeb = isWeb;
  }

  async signIn(): Promise<void> {
    const { email: username, password } = this.account;
    if (!this.#isWeb) {
      this.#apiKey = (await this.post('/fetch_api_key', { username, password })).api_key;
      return;
    }
    const { url, signal } = this.#network;
    const headers = { Origin: url, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' };
    const body = new URLSearchParams({ username, password });
    const reply = await fetch(`${url}/accounts/login/`, { method: 'POST', headers, body, signal, redirect: 'manual' });
    const cookies = reply.headers.getSetCookie().join('\n');
    if (!reply.ok) throw new Rejected('Sign in', reply.status, await reply.text());
    await reply.arrayBuffer();
    const find = (name: string): string => new RegExp(`^${name}=([^;]+)`, 'm').exec(cookies)?.[1] ?? '';
    this.#session = { token: find('sessionid'), csrf: find('csrftoken') };
    await this.openPage();
  }

  /** Ends the session; an API key has none. */
  async signOut(): Promise<void> {
    if (this.#session) await this.#send('POST', '/accounts/logout/', { body: new URLSearchParams() });
    this.#session = undefined;
  }

  async openPage(): Promise<void> {
    if (this.#isWeb) await (await this.#send('GET', '/')).arrayBuffer();
  }

  /** Registers an event queue for everything that a client shows. */
  register(): Promise<{ queue_id: string; last_event_id: number; max_message_id: number }> {
    const form = Object.entries(REGISTRATION).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return this.post('/register', Object.fromEntries(form));
  }

  get = async (path: string, query: Form = {}): Promise<any> =>
    (await this.#send('GET', `${this.#api}${path}?${encode(query)}`)).json();

  post = async (path: string, form: Form, method = 'POST'): Promise<any> =>
    (await this.#send(method, `${this.#api}${path}`, { body: encode(form) })).json();

  /** Uploads a file. Returns its path. */
  async upload(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
    const body = new FormData();
    body.set('filename', new Blob([content]), name);
    return (await (await this.#send('POST', `${this.#api}/user_uploads`, { body })).json()).url;
  }

  /** Downloads a file by its path, as a person who follows its link. */
  async download(path: string): Promise<Buffer> {
    const reply = this.#session
      ? await this.#send('GET', path)
      : await fetch(this.#network.url + (await this.get(path)).url, { signal: this.#network.signal });
    return Buffer.from(await reply.arrayBuffer());
  }

  get #api(): string {
    return this.#session ? '/json' : '/api/v1';
  }

  async #send(method: string, path: string, { body }: { body?: URLSearchParams | FormData } = {}): Promise<Response> {
    const { url, signal } = this.#network;
    const reply = await fetch(url + path, {
      method,
      headers: this.#credentials(),
      signal,
      redirect: 'manual',
      ...(body && { body }),
    });
    if (reply.ok) return reply;
    throw new Rejected(`${method} ${path.split('?')[0]}`, reply.status, await reply.text());
  }

  #credentials(): Record<string, string> {
    const session = this.#session;
    if (session)
      return { Cookie: `sessionid=${session.token}; csrftoken=${session.csrf}`, 'X-CSRFToken': session.csrf };
    if (this.#apiKey === '') return {};
    return { Authorization: `Basic ${Buffer.from(`${this.account.email}:${this.#apiKey}`).toString('base64')}` };
  }
}

const encode = (form: Form): URLSearchParams =>
  new URLSearchParams(Object.entries(form).map(([name, value]) => [name, `${value}`]));
