import type { IncomingMessage, ServerResponse } from 'node:http';
import { notLoggedIn } from '../errors.ts';
import { type ClientKind, clientKind, speaksZulip, wantsFormerFields } from '../events/client.ts';
import type { Kernel } from '../kernel.ts';
import type { Account } from './accounts.ts';
import { authenticate, cookie, setCookie } from './auth.ts';
import type { Caller, Endpoint, ReceivedFile } from './endpoint.ts';

/** A request on its way to an endpoint; query, path and form fields are merged. */
export interface Call {
  raw: IncomingMessage;
  response: ServerResponse;
  byCookie: boolean;
  fields: Record<string, string>;
  /** Whether it has already waited for room, before its form was read. */
  hasRoom?: boolean;
  /** A costly request has one of the places; see CostlyRequests. */
  hasPlace?: boolean;
  /** For an endpoint that accepts files: reads the form, after the caller was authorized. */
  form?: () => Promise<{ fields: Record<string, string>; files: ReceivedFile[] }>;
}

interface CallerOptions {
  app: Kernel;
  endpoint: Endpoint;
  call: Call;
  ip: string;
}

/** See Caller. A class, since most requests use one or two of its values and no closures. */
export class RequestCaller implements Caller {
  readonly raw: IncomingMessage;
  readonly ip: string;
  readonly isBrowser: boolean;
  readonly #app: Kernel;
  readonly #endpoint: Endpoint;
  readonly #call: Call;
  #cleanups: (() => void)[] | undefined;

  constructor({ app, endpoint, call, ip }: CallerOptions) {
    this.#app = app;
    this.#endpoint = endpoint;
    this.#call = call;
    this.raw = call.raw;
    this.ip = ip;
    this.isBrowser = call.byCookie;
  }

  findAdmitted(): Account | undefined {
    const { raw, byCookie, fields } = this.#call;
    const user = authenticate(this.#app, this.#endpoint, raw, byCookie, fields);
    if (user) this.#app.accounts.requireAccess(this.#endpoint, user);
    return user;
  }

  requireStillAllowed(): Account {
    const user = this.findAdmitted();
    if (!user) throw notLoggedIn();
    return user;
  }

  onFailure(cleanup: () => void): void {
    (this.#cleanups ??= []).push(cleanup);
  }

  /** Runs the cleanups registered for a failure. */
  fail(): void {
    for (const cleanup of this.#cleanups ?? []) cleanup();
  }

  /** A call of another endpoint with the credentials of this request. */
  callWith(fields: Record<string, string>): Call {
    const { raw, response, byCookie } = this.#call;
    return { raw, response, byCookie, fields };
  }

  get origin(): string {
    return this.#app.config.getOrigin(this.raw);
  }

  get client(): string {
    const name = this.#call.fields.client ?? /^[^/ ]*/.exec(this.raw.headers['user-agent'] ?? '')![0];
    return name.slice(0, 30) || 'Unspecified';
  }

  kind(choices: Partial<ClientKind> = {}): ClientKind {
    const agent = this.raw.headers['user-agent'];
    return clientKind({ zulip_names: speaksZulip(agent), former_fields: wantsFormerFields(agent), ...choices });
  }

  cookie(name: string): string | undefined {
    return cookie(this.raw, this.origin, name);
  }

  setCookie(name: string, value: string, options?: { httpOnly?: boolean; maxAge?: number }): void {
    setCookie(this.#call.response, this.origin, name, value, options);
  }
}
