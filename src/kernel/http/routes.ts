import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import type Koa from 'koa';
import { WriterNeeded } from '../db/database.ts';
import { ApiError, methodNotAllowed } from '../errors.ts';
import type { Kernel } from '../kernel.ts';
import { admitSender, handleRequest, holdPoll, leavePlace } from './answer.ts';
import { accountWithKey, cookie, SESSION_COOKIE } from './auth.ts';
import { hasBody, parseQuery, readFiles, readForm, requireDeclaredLength } from './body.ts';
import type { Call } from './caller.ts';
import { fromThisMachine } from './control.ts';
import { type Endpoint, pathParameters } from './endpoint.ts';
import { sendError, waitUntilSettled } from './reply.ts';

/** The same endpoints are under both: the first for API keys, the second for browsers with a session. */
const PREFIXES = ['/api/v1', '/json'] as const;

/** Endpoints by prefix and path. In `patterns`, parameters are `{}`, and `*` follows the pattern of a deep path. */
interface RouteTable {
  literal: ReadonlyMap<string, readonly Endpoint[]>;
  patterns: ReadonlyMap<string, readonly Endpoint[]>;
}

/**
 * Routes by declaration, for any number of apps: a literal path before one with parameters. Among several of one
 * pattern (`/users/{user_id}`, `/users/{email}`), the first whose parameters fit. A path that exists only with other
 * methods is answered with 405.
 */
export function routes(endpoints: readonly Endpoint[]): (app: Kernel) => Koa.Middleware {
  const table = routeTable(endpoints);
  const withParameters = patternRoutes(table);
  return (app) => async (context) => {
    context.respond = false;
    context.state.app = app;
    const { res: response } = context;
    const candidates = table.literal.get(context.path);
    const endpoint = candidates?.find((candidate) => isMethod(candidate, context));
    if (endpoint) return run(app, endpoint, context, {});
    try {
      await withParameters(context, async () => {
        requireDeclaredLength(context.req);
        const others = [...(candidates ?? []), ...passedBy(context)];
        sendError(
          app,
          response,
          others.length > 0 ? methodNotAllowed(others.map(({ method }) => method)) : noSuchPath(context.path),
        );
      });
    } catch (error) {
      sendError(app, response, error);
    }
  };
}

function routeTable(endpoints: readonly Endpoint[]): RouteTable {
  const literal = new Map<string, Endpoint[]>();
  const patterns = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const pattern = endpoint.path.replace(/\{\w+\}/g, '{}') + (endpoint.deep ? '*' : '');
    const table = pattern === endpoint.path ? literal : patterns;
    for (const prefix of listPrefixes(endpoint)) {
      const key = prefix + pattern;
      table.set(key, [...(table.get(key) ?? []), endpoint]);
    }
  }
  return { literal, patterns };
}

/** Routes paths with parameters. Calls `next` if no endpoint of the path has the method. */
function patternRoutes({ literal, patterns }: RouteTable): Koa.Middleware {
  // Case-sensitive, like literal paths.
  const router = new Router({ strict: true, sensitive: true });
  // Sorted, because `{` comes last: `/users/me/subscriptions/{}` before `/users/{}/subscriptions/{}`.
  for (const pattern of [...patterns.keys()].sort()) {
    const candidates = patterns.get(pattern)!;
    let count = 0;
    const path = pattern.replace(/\{\}(\*)?/g, (_, deep?: string) => `${deep ?? ':'}p${count++}`);
    router.register(path, ALL_METHODS, (context: Koa.Context, next: Koa.Next) => {
      const { app } = context.state as { app: Kernel };
      const values = Object.values(context.params as Record<string, string>);
      const others = literal.get(context.path) ?? [];
      const fitting = candidates.filter((endpoint) => fits(endpoint, values));
      const chosen = fitting.find((endpoint) => isMethod(endpoint, context));
      if (chosen) return run(app, chosen, context, nameValues(chosen, values));
      const fallback = others.length === 0 ? candidates.findLast((endpoint) => isMethod(endpoint, context)) : undefined;
      if (fallback) return run(app, fallback, context, nameValues(fallback, values));
      // A path that is nothing but a parameter would be the path of every wrong request.
      if (pattern === '/{}') return next();
      context.state.passed = [
        ...passedBy(context),
        ...(fitting.length > 0 || others.length > 0 ? fitting : candidates),
      ];
      return next();
    });
  }
  return router.routes() as unknown as Koa.Middleware;
}

/** Answers a request with an endpoint. `path`: the values of the path's parameters. */
async function run(app: Kernel, endpoint: Endpoint, context: Koa.Context, path: Record<string, string>): Promise<void> {
  const { req: raw, res: response } = context;
  app.tracing?.enter(response, endpoint);
  if (app.node?.forwarding.forwards(endpoint, raw, response)) return;
  let call: Call | undefined;
  try {
    if (endpoint.developmentOnly && !fromThisMachine(raw)) throw noSuchPath(context.path);
    const { files } = endpoint;
    const form = files && hasBody(raw) ? () => readFiles(raw, context, app, files) : undefined;
    const query = parseQuery(context.search);
    const byCookie = isByCookie(app, endpoint, context.path, raw);
    admitSender(app, endpoint, { raw, response, byCookie, fields: { ...query, ...path } });
    const fields = {
      ...query,
      ...(!form && !endpoint.take && hasBody(raw) ? await readForm(raw, endpoint.json) : undefined),
      ...path,
    };
    if (app.node?.forwarding.forwardsToQueue(endpoint, raw, response, fields)) return;
    call = { raw, response, byCookie, fields, ...(form && { form }) };
    // A long poll comes this way only in unusual forms (HEAD, a whole URL as path).
    await (endpoint.hold ? holdPoll : handleRequest)(app, endpoint, call);
  } catch (error) {
    if (error instanceof WriterNeeded && app.node) return app.node.forwarding.forward(raw, response, call?.fields);
    await waitUntilSettled(app);
    sendError(app, response, error, endpoint);
  } finally {
    if (call) leavePlace(app, call);
  }
}

/** The endpoints of this path with another method. */
const passedBy = ({ state }: Koa.Context): readonly Endpoint[] => (state.passed as Endpoint[] | undefined) ?? [];

const noSuchPath = (path: string): ApiError => new ApiError(404, 'BAD_REQUEST', `No such path: ${path}`);

const isMethod = (endpoint: Endpoint, { method }: Koa.Context): boolean =>
  endpoint.method === method || (method === 'HEAD' && endpoint.method === 'GET');

/** Whether the values in a path have the types that the endpoint declares. */
function fits(endpoint: Endpoint, values: readonly string[]): boolean {
  return pathParameters(endpoint.path).every((name, at) => {
    const schema = endpoint.params[name]! as { type?: string };
    return schema.type !== 'integer' || /^-?\d+$/.test(values[at]!);
  });
}

function nameValues(endpoint: Endpoint, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(pathParameters(endpoint.path).map((name, at) => [name, values[at]!]));
}

const ALL_METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];

/** The prefixes under which an endpoint is found. */
export const listPrefixes = ({ root }: Endpoint): readonly string[] => (root ? [''] : PREFIXES);

/**
 * Whether a request is authenticated by its session instead of a key. Where both are accepted, a valid session counts
 * first, and credentials that are no key count as none. Browsers send the password of a proxy with every request.
 */
export function isByCookie(app: Kernel, endpoint: Endpoint, path: string, raw: IncomingMessage): boolean {
  const { root, ownHeader, bearer } = endpoint;
  if (bearer) return false;
  const isForBrowsers = root || path.startsWith('/json/');
  if (!root && ownHeader === undefined) return isForBrowsers;
  const { authorization } = raw.headers;
  if (authorization === undefined || (isForBrowsers && !accountWithKey(app.accounts, authorization))) return true;
  const token = cookie(raw, app.config.getOrigin(raw), SESSION_COOKIE);
  return token !== undefined && app.accounts.withSession(token) !== undefined;
}
