import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import type { App } from '../../app.ts';
import { newestBackup } from '../../kernel/backups/schedule.ts';
import { VERSION } from '../../kernel/config.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { fromThisMachine } from '../../kernel/http/control.ts';
import { endParts, sendPart } from '../../kernel/http/reply.ts';
import { Maybe } from '../../kernel/http/schema.ts';
import { isSameSecret } from '../../kernel/sealing.ts';
import type { Config } from '../../settings/config.ts';
import { endpoint } from '../declare.ts';
import {
  type AppFigures,
  figures,
  figuresOfApp,
  findNode,
  makeHealth,
  type ServerFigures,
  serverFigures,
  servesMetrics,
} from './views.ts';

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
  params: {
    stream: Maybe(
      Type.Boolean({
        description:
          'Send server-sent events, two seconds apart. So `klatch doctor` sees whether a proxy collects them.',
      }),
    ),
  },
  async take({ app, params }, response) {
    if (params.stream && app.memory.healthStreams.running < MOST_STREAMS) return streamHealth(app, response);
    const status = makeHealth(app);
    const well = status === 'ok';
    const db = status === 'database does not answer' ? 'failed' : 'ok';
    const body = { status, version: VERSION, db, ...findNode(app) };
    answer(app, response, well ? 200 : 503, 'application/json', JSON.stringify(body));
  },
});

/** Each stream holds a connection. With more, /health answers as usual. */
const MOST_STREAMS = 10;
/** ms */
const BETWEEN_PARTS = 2000;

async function streamHealth(app: App, response: ServerResponse): Promise<void> {
  const { healthStreams } = app.memory;
  healthStreams.running++;
  try {
    sendPart(response, { body: '{"part":1}' });
    await wait(BETWEEN_PARTS);
    endParts(response, { body: '{"part":2}' });
  } finally {
    healthStreams.running--;
  }
}

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
    if (!app.metrics || !servesMetrics(app.config)) throw notFound('No such path: /metrics');
    requireReader(app.config, caller.raw);
    const others = (await app.node?.measureOthers<AppFigures>()) ?? [];
    const backup = await newestBackup(app);
    const { text } = figures(app, [figuresOfApp(app, app.metrics), ...others], backup);
    answer(app, response, 200, METRICS_TYPE, text);
  },
});

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Answers /metrics for a server of many organizations, at hosts that belong to none of them. */
export function answerServerMetrics(request: IncomingMessage, response: ServerResponse, server: ServerFigures): void {
  try {
    requireReader(server.config, request);
    answer({}, response, 200, METRICS_TYPE, serverFigures(server).text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    answer({}, response, error.status, 'application/json', JSON.stringify(error.body));
  }
}

/**
 * Throws for callers on other machines without a token. Requests forwarded by a proxy on this machine count as remote.
 */
function requireReader({ choices }: Config, request: IncomingMessage): void {
  const { metrics, metricsToken } = choices;
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (metricsToken && token !== undefined && isSameSecret(token, metricsToken)) return;
  const forwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some(
    (name) => request.headers[name] !== undefined,
  );
  if (metrics && token === undefined && !forwarded && fromThisMachine(request)) return;
  throw new ApiError(403, 'UNAUTHORIZED', 'Only for this machine, or with the token of --metrics-token.');
}

function answer(
  { stopping = false }: Pick<App, 'stopping'>,
  response: ServerResponse,
  ...[status, type, body]: [status: number, type: string, body: string]
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(stopping && { Connection: 'close' }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
