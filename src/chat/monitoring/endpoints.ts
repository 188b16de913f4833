import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../app.ts';
import { VERSION } from '../../kernel/config.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { fromThisMachine } from '../../kernel/http/control.ts';
import { endpoint } from '../declare.ts';
import { figures, figuresOfProcess, type ProcessFigures } from './figures.ts';
import { healthOf, nodeOf } from './health.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  root: true,
  summary:
    "Check the server's health: 200, or 503 during start and stop, if the disk is full, or if the database does not respond",
  auth: 'public',
  limit: 'none',
  mediaType: 'application/json',
  runsAt: 'here',
  constant: true,
  async take({ app }, response) {
    const status = healthOf(app);
    const well = status === 'ok';
    const db = status === 'database does not answer' ? 'failed' : 'ok';
    const body = { status, version: VERSION, db, ...nodeOf(app) };
    answer(app, response, well ? 200 : 503, 'application/json', JSON.stringify(body));
  },
});

export const getMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  root: true,
  summary: "Get metrics in Prometheus' format, from this machine or with the operator's token",
  auth: 'public',
  limit: 'none',
  mediaType: 'text/plain',
  runsAt: 'here',
  async take({ app, caller }, response) {
    if (!app.metrics) throw notFound('No such path: /metrics');
    requireReader(app, caller.raw);
    const own = figuresOfProcess(app, app.metrics);
    const others = (await app.node?.measureOthers<ProcessFigures>()) ?? [];
    answer(app, response, 200, 'text/plain; version=0.0.4; charset=utf-8', figures(app, [own, ...others]));
  },
});

/**
 * Throws for callers on other machines without a token. Requests forwarded by a proxy on this machine count as remote.
 */
function requireReader({ config }: App, request: IncomingMessage): void {
  const { metrics, metricsToken } = config.choices;
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (metricsToken && token !== undefined && sameWord(token, metricsToken)) return;
  const forwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some(
    (name) => request.headers[name] !== undefined,
  );
  if (metrics && token === undefined && !forwarded && fromThisMachine(request)) return;
  throw new ApiError(403, 'UNAUTHORIZED', 'Only for this machine, or with the token of --metrics-token.');
}

const sameWord = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function answer(app: App, response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(app.stopping && { Connection: 'close' }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
