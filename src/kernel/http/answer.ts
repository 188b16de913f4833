import { unlink } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { damageOr } from '../db/open.ts';
import { diskFull } from '../disk.ts';
import { ApiError, notLoggedIn } from '../errors.ts';
import { type ClientKind, clientKind, speaksZulip, wantsFormerFields } from '../events/client.ts';
import type { Account, Kernel } from '../kernel.ts';
import { authenticate, cookie, SESSION_COOKIE, setCookie } from './auth.ts';
import type { ReceivedFile } from './body.ts';
import { decode } from './decode.ts';
import { deliver } from './deliver.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import { isForPerson } from './site.ts';

/** A request on its way to an endpoint; query, path and form fields are merged. */
export interface Call {
  raw: IncomingMessage;
  response: ServerResponse;
  byCookie: boolean;
  fields: Record<string, string>;
  /** For an endpoint that accepts files: reads the form, after the caller was authorized. */
  form?: () => Promise<{ fields: Record<string, string>; files: ReceivedFile[] }>;
}

/**
 * Authenticates, limits and decodes a request, and calls the endpoint. The reply leaves when everything written in this
 * turn is on disk. Throws ApiError.
 *
 * The decisive authentication and authorization comes after everything that waits: the body of the request and what the
 * endpoint prepares. Until then the account may have been deactivated, demoted or given another key.
 */
export async function handleRequest(app: Kernel, endpoint: Endpoint, call: Call): Promise<void> {
  // Before the caller is authorized, so that nothing changes in between.
  if (endpoint.method !== 'GET' && app.db.pause) await app.db.pause;
  const { user, params, ignored, caller, files } = await authorize(app, endpoint, call);
  try {
    if (endpoint.take) return await endpoint.take({ app, user, params, caller }, call.response);
    if (endpoint.serve) {
      const served = await endpoint.serve({ app, user, params, caller, files });
      if (!endpoint.constant) await app.db.committed();
      return await deliver(call.raw, call.response, served);
    }
    const fields = { app, user, params, caller, files };
    await reply(
      app,
      endpoint,
      call,
      ignored,
      endpoint.prepare ? await prepared(endpoint, fields) : act(endpoint, fields),
    );
  } catch (error) {
    caller.fail();
    throw error;
  } finally {
    for (const { path } of files) unlink(path, () => {});
  }
}

type EndpointCall = Parameters<NonNullable<Endpoint['prepare']>>[0];

/** Prepares the action, makes sure that the caller is still allowed to do it, and does it. */
async function prepared(endpoint: Endpoint, context: EndpointCall): Promise<unknown> {
  const prepared = await endpoint.prepare!(context);
  const user = context.caller.admitted();
  return endpoint.handle!({ ...context, user, prepared });
}

const act = (endpoint: Endpoint, context: EndpointCall): unknown =>
  endpoint.handle ? endpoint.handle({ ...context, prepared: undefined }) : endpoint.handleInTurns!(context);

async function reply(
  app: Kernel,
  endpoint: Endpoint,
  call: Call,
  ignored: readonly string[],
  answered: unknown,
): Promise<void> {
  const reply = (answered instanceof Promise ? await answered : answered) ?? {};
  app.checkReply?.(endpoint, reply as object);
  // Now, since later turns may change what it refers to.
  const text = JSON.stringify(reply);
  if (!endpoint.constant) await app.db.committed();
  const start = `{"result":"success"${'msg' in endpoint.returns ? '' : ',"msg":""'}${ignored.length ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''}`;
  send(call.response, 200, text === '{}' ? `${start}}` : `${start},${text.slice(1)}`, leaving(app));
}

/**
 * The same for an endpoint that holds its request: nothing of the request handling stays in memory while it waits. It
 * has no rate limit and no form, so that a thousand polls that come back at once are handled without waiting.
 */
export function holdPoll(app: Kernel, endpoint: Endpoint, call: Call): void {
  const { raw, response, byCookie, fields } = call;
  const ip = app.config.trustedAddress(raw);
  let user: Account | undefined;
  try {
    user = authenticate(app, endpoint, raw, byCookie, fields);
  } catch (error) {
    count(app, response, 'api_by_ip', ip);
    throw error;
  }
  if (user) app.accounts.requireAccess(endpoint, user);
  const { params, ignored } = decode(endpoint.params, fields);
  const caller = new RequestCaller({ app, endpoint, call: { raw, response, byCookie, fields }, ip });
  // Shared strings: what many waiting requests have in common is kept once.
  const reporting = ignored.length > 0 ? `{"ignored_parameters_unsupported":${JSON.stringify(ignored)},` : undefined;
  const leave = endpoint.hold!(
    { app, user, params, caller },
    {
      session: byCookie ? cookie(raw, app.config.originOf(raw), SESSION_COOKIE) : undefined,
      answer: (body) => send(response, 200, reporting ? reporting + body.slice(1) : body, leaving(app)),
      refuse: (error) => sendError(app, response, error),
    },
  );
  if (!response.writableEnded) response.on('close', leave);
}

/**
 * Authorizes a caller. For a form with files, before the form is read, so that people without an account cannot
 * fill the disk, and again afterwards.
 */
async function authorize(app: Kernel, endpoint: Endpoint, call: Call) {
  const { raw, response, byCookie, form } = call;
  let { fields } = call;
  let files: readonly ReceivedFile[] = [];
  const ip = app.config.trustedAddress(raw);
  let user: Account | undefined;
  try {
    user = authenticate(app, endpoint, raw, byCookie, fields);
  } catch (error) {
    // Clients that guess credentials are limited at every endpoint.
    count(app, response, 'api_by_ip', ip);
    throw error;
  }
  if (endpoint.limit === 'api' && app.limits.on)
    count(app, response, user ? 'api_by_user' : 'api_by_ip', user ? String(user.id) : ip);
  if (user) app.accounts.requireAccess(endpoint, user);
  if (form) {
    const came = await form();
    fields = { ...came.fields, ...fields };
    files = came.files;
  }
  try {
    const caller = new RequestCaller({ app, endpoint, call: { raw, response, byCookie, fields }, ip });
    if (form) user = caller.admitted();
    const { params, ignored } = decode(endpoint.params, fields);
    return { user, params, ignored, caller, files };
  } catch (error) {
    for (const { path } of files) unlink(path, () => {});
    throw error;
  }
}

/** Counts a request for a user or an address, and sets the rate limit headers. */
function count(app: Kernel, response: ServerResponse, rule: 'api_by_user' | 'api_by_ip', key: string): void {
  const headers = app.limits.take(rule, key);
  for (const name in headers) response.setHeader(name, headers[name]!);
}

interface Requested {
  app: Kernel;
  endpoint: Endpoint;
  call: Call;
  ip: string;
}

/** See Caller. A class, since most requests use one or two of its values and no closures. */
class RequestCaller implements Caller {
  readonly raw: IncomingMessage;
  readonly ip: string;
  readonly isBrowser: boolean;
  readonly #app: Kernel;
  readonly #endpoint: Endpoint;
  readonly #call: Call;
  #cleanups: (() => void)[] | undefined;

  constructor({ app, endpoint, call, ip }: Requested) {
    this.#app = app;
    this.#endpoint = endpoint;
    this.#call = call;
    this.raw = call.raw;
    this.ip = ip;
    this.isBrowser = call.byCookie;
  }

  admitted(): Account | undefined {
    const { raw, byCookie, fields } = this.#call;
    const user = authenticate(this.#app, this.#endpoint, raw, byCookie, fields);
    if (user) this.#app.accounts.requireAccess(this.#endpoint, user);
    return user;
  }

  requireStillAllowed(): Account {
    const user = this.admitted();
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

  get origin(): string {
    return this.#app.config.originOf(this.raw);
  }

  get client(): string {
    const name = this.#call.fields.client ?? this.raw.headers['user-agent']?.split(/[/ ]/, 1)[0] ?? '';
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

/**
 * Waits until everything that an answer may reveal is durable. Errors also depend on rows that others just wrote. Their
 * own writes are undone, or fail here once more.
 */
export const settled = (app: Kernel): Promise<void> => app.db.committed().catch(() => {});

/** A stopping server asks its clients to close their connections. */
const leaving = (app: Kernel): Record<string, string> | undefined =>
  app.stopping ? { Connection: 'close' } : undefined;

/** Answers with JSON; every answer of the API goes through here. */
export function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers?: Record<string, string>,
): void {
  if (response.headersSent || response.destroyed) return;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  // Plain ASCII, the usual case, is sent without encoding it.
  response.end(body, typeof body === 'string' && length === body.length ? 'latin1' : 'utf8');
}

/**
 * Answers with an error, as a page for browsers and as JSON for programs. Anything but an ApiError is a bug, which is
 * logged and not shown.
 */
export function sendError(app: Kernel, response: ServerResponse, error: unknown): void {
  const apiError = error instanceof ApiError ? explained(app, response.req, error) : failure(app, error);
  if (app.site && isForPerson(response.req)) app.site.refuse(response, apiError);
  else send(response, apiError.status, JSON.stringify(apiError.body), apiError.headers);
}

/** A missing cookie or token may be a proxy's fault; then the error says so. */
function explained(app: Kernel, request: IncomingMessage, error: ApiError): ApiError {
  const trouble = error.code === 'CSRF_FAILED' ? app.config.proxyTrouble(request) : undefined;
  return trouble === undefined
    ? error
    : new ApiError(error.status, error.code, error.message, { ...error.extra, proxy: trouble }, error.headers);
}

function failure(app: Kernel, err: unknown): ApiError {
  if (app.disk.report(err)) return diskFull();
  const request = crypto.randomUUID();
  app.log.error({ err, request }, damageOr(err, 'a request failed'));
  return new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error', {}, { 'X-Request-Id': request });
}
