import type { RequestListener } from 'node:http';
import type { App } from '../app.ts';
import { figuresOfApp, servesMetrics } from '../chat/monitoring/views.ts';
import { endpoints } from '../declarations.ts';
import { CONTROL_PATH, type Control } from '../kernel/http/control.ts';
import { Window } from '../kernel/http/limits.ts';
import { logging } from '../kernel/http/logging.ts';
import { sendError } from '../kernel/http/reply.ts';
import { listener } from '../kernel/http/server.ts';
import { Metrics } from '../kernel/metrics.ts';

/** Answers requests of other processes of the server. They have counted and limited what they forward. */
export const answerPeers = (app: App): RequestListener => logging(app, listener(app, endpoints));

/**
 * Answers requests of clients, and commands of this machine if there is a `control`. `isCounted`: the metrics of this
 * process count them. Starts to collect metrics, if the operator wants them.
 */
export function answerClients(app: App, control: Control | undefined, isCounted: boolean): RequestListener {
  const answering = logging(app, listener(app, endpoints, control));
  const metrics = collectMetrics(app);
  if (!isCounted || !metrics) return limitRequests(app, answering);
  const counting = metrics.countRequests(answering);
  return limitRequests(app, app.config.choices.otlpEndpoint === undefined ? counting : traceRequests(app, counting));
}

/** Refuses requests beyond the operator's limit for the organization. Commands and health checks are not counted. */
function limitRequests(app: App, answer: RequestListener): RequestListener {
  const everybody = 'all';
  let limit: { most: number; window: Window } | undefined;
  return (request, response) => {
    const most = app.config.choices.requestsPerMinute;
    if (most === undefined || request.url === '/health' || request.url?.startsWith(CONTROL_PATH))
      return answer(request, response);
    if (limit?.most !== most) limit = { most, window: new Window({ points: most, duration: 60 }) };
    try {
      limit.window.take(everybody);
    } catch (error) {
      request.resume();
      return sendError(app, response, error);
    }
    answer(request, response);
  };
}

/** Tracing begins when the server starts. */
const traceRequests =
  (app: App, answer: RequestListener): RequestListener =>
  (request, response) => {
    app.tracing?.begin(request, response);
    answer(request, response);
  };

function collectMetrics(app: App): Metrics | undefined {
  if (!servesMetrics(app.config) && app.config.choices.otlpEndpoint === undefined) return undefined;
  const collected = new Metrics();
  app.metrics = collected;
  app.measure = () => figuresOfApp(app, collected);
  app.db.onDurable = (ms) => collected.commits.add(ms / 1000);
  return collected;
}
