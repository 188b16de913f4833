import { unlink } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kernel } from '../kernel.ts';
import { inTurns } from '../time-slices.ts';
import type { Account } from './accounts.ts';
import { authenticate, cookie, SESSION_COOKIE } from './auth.ts';
import { requireDeclaredLength } from './body.ts';
import { type Call, RequestCaller } from './caller.ts';
import { decode } from './decode.ts';
import { deliver } from './deliver.ts';
import type { Caller, Endpoint, ReceivedFile } from './endpoint.ts';
import { forwardedOrigin } from './proxies.ts';
import { ClientGone, durable, endParts, leaving, send, sendAsIs, sendError, sendPart, sendShared } from './reply.ts';
import { replyText } from './reply-text.ts';
import { findParts, wholeReply } from './shared-text.ts';

/**
 * Authenticates, limits and decodes a request, and calls the endpoint. The reply leaves when everything written in this
 * turn is on disk. Throws ApiError.
 *
 * The decisive authentication and authorization comes after everything that waits: the body of the request and what the
 * endpoint prepares. Until then the account may have been deactivated, demoted or given another key.
 */
export async function handleRequest(app: Kernel, endpoint: Endpoint, call: Call): Promise<void> {
  if (endpoint.isCostly && !call.hasPlace) await takePlace(app, endpoint, call);
  const room = endpoint.constant || call.hasRoom ? undefined : app.pace.room();
  if (room) {
    await waitFor(app, call, 'wait for room', room);
    requireClient(call);
  }
  // Before the caller is authorized, so that nothing changes in between.
  if (endpoint.method !== 'GET' && app.db.pause) await waitFor(app, call, 'wait for the journal', app.db.pause);
  const { user, params, ignored, caller, files } = await authorize(app, endpoint, call);
  try {
    if (endpoint.take) {
      requireDeclaredLength(call.raw, app.config.choices.maxUploadMib * 2 ** 20);
      return await endpoint.take({ app, user, params, caller }, call.response);
    }
    if (endpoint.serve) {
      const served = await endpoint.serve({ app, user, params, caller, files });
      if (!endpoint.constant) await waitFor(app, call, 'database turn', durable(app));
      return await deliver(call.raw, call.response, served);
    }
    const fields = { app, user, params, caller, files };
    await reply(
      app,
      endpoint,
      call,
      ignored,
      endpoint.prepare
        ? await runPrepare(app, endpoint, fields)
        : act(app, endpoint, { ...fields, prepared: undefined }),
    );
  } catch (error) {
    caller.fail();
    throw error;
  } finally {
    for (const { path } of files) unlink(path, () => {});
  }
}

/** Waits for what a trace of the request shows by this name. */
export const waitFor = <T>({ tracing }: Kernel, { response }: Call, name: string, work: Promise<T>): Promise<T> =>
  tracing ? tracing.wait(response, name, work) : work;

/** Waits until a costly request may begin. The caller calls `leavePlace` afterwards. Throws ClientGone. */
export async function takePlace(app: Kernel, endpoint: Endpoint, call: Call): Promise<void> {
  const place = app.costlyRequests.place(endpoint, call.response);
  call.hasPlace = (await (place && waitFor(app, call, 'wait for a place', place))) ?? true;
  requireClient(call);
}

/** Gives up the place of a costly request, if it has one. */
export function leavePlace(app: Kernel, call: Call): void {
  if (call.hasPlace) app.costlyRequests.leave(call.response);
}

/** Throws ClientGone if the client hung up while its request waited. Nobody would receive the reply. */
export function requireClient({ raw, response }: Call): void {
  if (response.destroyed || raw.socket.destroyed) throw new ClientGone();
}

type EndpointCall = Parameters<NonNullable<Endpoint['prepare']>>[0];

/** Prepares the action, makes sure that the caller is still allowed to do it, and does it. */
async function runPrepare(app: Kernel, endpoint: Endpoint, context: EndpointCall): Promise<unknown> {
  const prepared = await endpoint.prepare!(context);
  const user = context.caller.findAdmitted();
  return act(app, endpoint, { ...context, user, prepared });
}

/** Does the action, and adds it to the audit log if the endpoint declares that. */
function act(app: Kernel, endpoint: Endpoint, context: EndpointCall & { prepared: unknown }): unknown {
  const audited = endpoint.audit?.(context);
  const reply = endpoint.handle ? endpoint.handle(context) : endpoint.handleInTurns!(context);
  if (!audited) return reply;
  const record = (done: unknown) => {
    const actions = typeof audited === 'function' ? audited(done) : audited;
    for (const action of Array.isArray(actions) ? actions : [actions])
      app.recordAudit?.(action, context.user, context.caller);
    return done;
  };
  return reply instanceof Promise ? reply.then(record) : record(reply);
}

/**
 * Calls an endpoint with the credentials of a request to another one, which offers it in another form. The caller is
 * authorized as for a request of its own, with its limits of rate. Returns the reply. Throws what a request would get.
 */
export async function callEndpoint<Reply extends object>(
  app: Kernel,
  from: Caller,
  { endpoint, fields }: { endpoint: Endpoint; fields: Readonly<Record<string, unknown>> },
): Promise<Reply> {
  const texts = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const called = { ...endpoint, bearer: true };
  // Before the caller is authorized, so that nothing changes in between.
  if (endpoint.method !== 'GET' && app.db.pause) await app.db.pause;
  const { user, params, caller, files } = await authorize(app, called, (from as RequestCaller).callWith(texts));
  const context = { app, user, params, caller, files };
  const reply = endpoint.prepare
    ? await runPrepare(app, called, context)
    : act(app, called, { ...context, prepared: undefined });
  return JSON.parse(await inTurns(replyText(((await reply) ?? {}) as object)));
}

async function reply(
  app: Kernel,
  endpoint: Endpoint,
  call: Call,
  ignored: readonly string[],
  answered: unknown,
): Promise<void> {
  const reply = (answered instanceof Promise ? await answered : answered) ?? {};
  app.checkReply?.(endpoint, wholeReply(reply as object));
  const text = await inTurns(replyText(reply as object));
  if (!endpoint.constant) {
    await waitFor(app, call, 'database turn', durable(app));
    const room = app.pace.roomForReply();
    if (room) await waitFor(app, call, 'wait for room', room);
  }
  if (app.node && !endpoint.keepsAccess) await app.node.spread();
  const start = `{"result":"success"${'msg' in endpoint.returns ? '' : ',"msg":""'}${ignored.length ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''}`;
  const body = text === '{}' ? `${start}}` : `${start},${text.slice(1)}`;
  const parts = findParts(reply as object);
  if (parts)
    await sendShared(call.response, [Buffer.from(body.slice(0, -1)), ...parts, Buffer.from('}')], leaving(app));
  else await send(call.response, 200, body, leaving(app));
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
  if (user && !byCookie) app.onKeyUse?.(user, caller);
  // Shared strings: what many waiting requests have in common is kept once.
  const reporting = ignored.length > 0 ? `{"ignored_parameters_unsupported":${JSON.stringify(ignored)},` : undefined;
  const leave = endpoint.hold!(
    { app, user, params, caller },
    {
      session: byCookie ? cookie(raw, app.config.getOrigin(raw), SESSION_COOKIE) : undefined,
      send: canStream(app, raw) ? (part) => sendPart(response, part) : undefined,
      answer(body) {
        if (response.headersSent) endParts(response, { body });
        else sendAsIs(response, 200, reporting ? reporting + body.slice(1) : body, leaving(app));
      },
      refuse(error) {
        if (response.headersSent) response.end();
        else sendError(app, response, error);
      },
    },
  );
  if (!response.writableEnded) response.on('close', leave);
}

/**
 * Whether an answer may come in parts. The process that forwarded a request waits for the turn of an answer only once.
 */
const canStream = ({ node, stopping }: Kernel, request: IncomingMessage): boolean =>
  !stopping && (node === undefined || node.isFollower || forwardedOrigin(request) === undefined);

/**
 * Rejects senders whom an endpoint for other programs does not accept, before their body is read and converted: people
 * without an account cannot let the server convert large bodies. Call it before the body is read.
 */
export function admitSender(app: Kernel, endpoint: Endpoint, call: Call): void {
  if (endpoint.json === undefined) return;
  const { raw, response, byCookie, fields } = call;
  requireDeclaredLength(raw);
  const ip = app.config.trustedAddress(raw);
  try {
    authenticate(app, endpoint, raw, byCookie, fields);
  } catch (error) {
    count(app, response, 'api_by_ip', ip);
    throw error;
  }
  endpoint.admit?.({ app, fields, caller: new RequestCaller({ app, endpoint, call, ip }) });
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
  if (endpoint.limit !== 'none' && app.limits.on) {
    count(app, response, user ? 'api_by_user' : 'api_by_ip', user ? String(user.id) : ip);
    if (user && endpoint.limit !== 'api') app.limits.take(`${endpoint.limit}_by_user`, String(user.id));
  }
  if (user) app.accounts.requireAccess(endpoint, user);
  if (form) {
    const came = await form();
    fields = { ...came.fields, ...fields };
    files = came.files;
  }
  try {
    const caller = new RequestCaller({ app, endpoint, call: { raw, response, byCookie, fields }, ip });
    if (form) user = caller.findAdmitted();
    if (user && !byCookie) app.onKeyUse?.(user, caller);
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
