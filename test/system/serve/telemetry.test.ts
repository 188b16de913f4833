import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { Tracing } from '../../../src/kernel/telemetry/tracing.ts';
import { ask, createOrganization, serve } from '../../support/organizations.ts';
import { createAccount, runKlatch, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];

interface Value {
  stringValue?: string;
  intValue?: number;
}
type Attribute = { key: string; value: Value };
interface Point {
  attributes: Attribute[];
  timeUnixNano: string;
  asDouble?: number;
  count?: string;
  bucketCounts?: string[];
  explicitBounds?: number[];
}
interface Metric {
  name: string;
  gauge?: { dataPoints: Point[] };
  sum?: { dataPoints: Point[]; isMonotonic: boolean };
  histogram?: { dataPoints: Point[] };
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status?: { code: number };
}
interface Message {
  resourceMetrics?: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: Metric[] }[] }[];
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
}

const read = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** A stand-in for a collector, which keeps what it receives. */
async function startCollector(t: TestContext) {
  const requests: { path: string; headers: IncomingMessage['headers']; message: Message }[] = [];
  const collector = { status: 200 };
  const server = createServer(async (request, response) => {
    const message = (await json(request)) as Message;
    if (collector.status === 200) requests.push({ path: request.url!, headers: request.headers, message });
    response.writeHead(collector.status, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const messages = () => requests.map(({ message }) => message);
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      messages().flatMap(({ resourceSpans = [] }) => resourceSpans.flatMap((one) => one.scopeSpans[0]!.spans)),
    metrics: () =>
      messages().flatMap(({ resourceMetrics = [] }) => resourceMetrics.flatMap((one) => one.scopeMetrics[0]!.metrics)),
    resources: () =>
      messages().flatMap(({ resourceMetrics = [], resourceSpans = [] }) =>
        [...resourceMetrics, ...resourceSpans].map(({ resource }) => read(resource.attributes)),
      ),
  });
}

const exportingTo = (url: string): string[] => [
  '--otlp-endpoint',
  url,
  '--otlp-interval',
  '1s',
  '--otlp-sampling',
  '1',
];

test('a collector receives each metric of /metrics', async (t) => {
  const collector = await startCollector(t);
  const env = { KLATCH_OTLP_HEADERS: 'authorization=Bearer collect-4711, x-tenant=blue' };
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(
    ['--data', data, ...ANY_PORT, '--metrics', 'on', ...exportingTo(`${collector.url}/otlp/`)],
    {
      env,
    },
  );
  await sendRequest(server.url, ada, 'POST', '/messages', { type: 'direct', to: [ada.user_id], content: 'a note' });
  const text = await (await fetch(`${server.url}/metrics`)).text();
  await server.stop();
  const first = collector.requests.find(({ path }) => path === '/otlp/v1/metrics');
  assert.equal(first!.headers.authorization, 'Bearer collect-4711');
  assert.equal(first!.headers['x-tenant'], 'blue');
  const sent = new Map(collector.metrics().map((metric) => [metric.name, metric]));
  for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    if (!new RegExp(`^${name}(_count)?[ {]`, 'm').test(text)) continue;
    const metric = sent.get(name!);
    assert.ok(metric, name);
    const { dataPoints } = metric.gauge ?? metric.sum ?? metric.histogram!;
    assert.ok(dataPoints.length > 0 && dataPoints.every(({ timeUnixNano }) => /^\d{19}$/.test(timeUnixNano)), name);
    assert.equal(metric.sum?.isMonotonic, type === 'counter' ? true : undefined, name);
    for (const { count, bucketCounts, explicitBounds } of metric.histogram?.dataPoints ?? []) {
      assert.equal(bucketCounts!.length, explicitBounds!.length + 1);
      assert.equal(
        bucketCounts!.reduce((sum, one) => sum + Number(one), 0),
        Number(count),
      );
    }
  }
  const kinds = sent
    .get('klatch_http_request_seconds')!
    .histogram!.dataPoints.map(({ attributes }) => read(attributes));
  assert.ok(kinds.some(({ kind }) => kind === 'send'));
  assert.doesNotMatch(server.said.stderr, /collect-4711/);
});

test('a trace of a request names its route and its waits without naming anybody', async (t) => {
  const collector = await startCollector(t);
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['--data', data, ...ANY_PORT, ...exportingTo(collector.url)]);
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404, 'metrics are only sent');
  await sendRequest(server.url, ada, 'POST', '/messages', {
    type: 'direct',
    to: [ada.user_id],
    content: 'a secret note',
  });
  await fetch(`${server.url}/api/v1/messages/4711?q=hidden`, {
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  });
  await fetch(`${server.url}/nowhere/hidden`);
  await server.stop();
  const spans = collector.spans();
  const send = spans.find(({ name }) => name === 'POST /api/v1/messages')!;
  assert.equal(send.kind, 2);
  assert.match(send.traceId, /^[\da-f]{32}$/);
  const { 'http.route': route, 'http.response.status_code': status, 'klatch.kind': kind } = read(send.attributes);
  assert.deepEqual([route, status, kind], ['/api/v1/messages', 200, 'send']);
  const turn = spans.find(({ parentSpanId, name }) => parentSpanId === send.spanId && name === 'database turn')!;
  assert.equal(turn.traceId, send.traceId);
  assert.ok(turn.startTimeUnixNano >= send.startTimeUnixNano && turn.endTimeUnixNano <= send.endTimeUnixNano);
  const fetched = spans.find(({ name }) => name === 'GET /api/v1/messages/{message_id}')!;
  assert.equal(read(fetched.attributes)['http.response.status_code'], 401);
  assert.notEqual(fetched.traceId, '0af7651916cd43dd8448eb211c80319c', 'clients do not choose the trace');
  assert.ok(spans.some(({ name }) => name === 'GET page'));
  const text = JSON.stringify(collector.requests.map(({ message }) => message));
  for (const word of ['secret note', 'hidden', '4711', 'Ada', 'example.com', ada.api_key, ada.email])
    assert.ok(!text.includes(word), word);
});

test('a trace goes on that a proxy of the operator began', async (t) => {
  const collector = await startCollector(t);
  const server = await startServer([
    '--data',
    temporaryFolder(),
    ...ANY_PORT,
    '--behind-proxy',
    ...exportingTo(collector.url),
  ]);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const ask = (traceparent: string) => fetch(`${server.url}/health`, { headers: { traceparent } });
  await ask(`00-${traceId}-b7ad6b7169203331-01`);
  for (const wrong of ['', '00', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `00-${traceId.toUpperCase()}-b7ad-01`])
    await ask(wrong);
  await server.stop();
  const asked = collector.spans().filter(({ name }) => name === 'GET /health');
  assert.equal(asked.length, 5);
  assert.deepEqual(
    asked.filter((span) => span.traceId === traceId).map(({ parentSpanId }) => parentSpanId),
    ['b7ad6b7169203331'],
  );
});

test('a collector that failed gets the spans when it works again', async (t) => {
  const collector = await startCollector(t);
  collector.status = 503;
  const data = temporaryFolder();
  const server = await startServer(['--data', data, ...ANY_PORT, '--metrics', 'on', ...exportingTo(collector.url)]);
  const count = (text: string) => server.said.stderr.split(text).length - 1;
  await fetch(`${server.url}/health`);
  await waitUntil(() => count('cannot be sent') === 1);
  await fetch(`${server.url}/health`);
  const { length } = collector.requests;
  assert.equal(length, 0);
  collector.status = 200;
  await waitUntil(() => count('takes metrics and traces again') === 1);
  assert.equal(collector.spans().filter(({ name }) => name === 'GET /health').length, 2);
  assert.match(await (await fetch(`${server.url}/metrics`)).text(), /^klatch_spans_total{outcome="dropped"} 0$/m);
  collector.status = 400;
  const dropped = async () => (await fetch(`${server.url}/metrics`)).text();
  await waitUntil(async () => /^klatch_spans_total{outcome="dropped"} [1-9]/m.test(await dropped()));
  await waitUntil(() => count('cannot be sent') === 2);
  await server.stop();
});

test('each process of a server sends what it measures', { skip: process.platform !== 'linux' }, async (t) => {
  const collector = await startCollector(t);
  const server = await startServer([
    '--data',
    temporaryFolder(),
    ...ANY_PORT,
    '--workers',
    '1',
    ...exportingTo(collector.url),
  ]);
  await fetch(`${server.url}/health`);
  await server.stop();
  const names = new Set(
    collector.resources().map((resource) => String(resource['service.instance.id']).split('/').at(-1)),
  );
  assert.equal(names.size, 2, [...names].join());
  assert.ok(collector.spans().some(({ name }) => name === 'GET /health'));
});

test('a server of many organizations sends its own metrics and those of each organization', async (t) => {
  const collector = await startCollector(t);
  const folder = temporaryFolder();
  const ada = await createOrganization(folder, 'lab', 'Ada');
  const server = await serve(folder, ...exportingTo(collector.url));
  assert.equal((await ask(server, ada, 'GET', '/users/me')).full_name, 'Ada');
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
  await server.stop();
  const names = collector.metrics().map(({ name }) => name);
  assert.ok(names.includes('klatch_organizations_open') && names.includes('klatch_people_active'));
  assert.equal(new Set(collector.resources().map((resource) => resource['service.instance.id'])).size, 2);
  assert.ok(collector.spans().some(({ name }) => name === 'GET /api/v1/users/me'));
});

/** A request as a listener gets it. */
function makeRequest(): { request: IncomingMessage; response: ServerResponse } {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: '/health' });
  return { request, response: new ServerResponse(request) };
}

test('spans that find no room are dropped and counted', () => {
  const tracing = new Tracing({ ratio: 1, continues: false });
  for (let count = 0; count < 3000; count++) {
    const { request, response } = makeRequest();
    tracing.begin(request, response);
    response.emit('close');
  }
  assert.deepEqual(tracing.counts, { sent: 0, dropped: 3000 - 2048 });
  const batch = tracing.listWaiting();
  assert.equal(batch.length, 512);
  tracing.remove(batch.length, 'sent');
  assert.deepEqual(tracing.counts, { sent: 512, dropped: 3000 - 2048 });
});

test('the share of the requests that is asked for is traced', () => {
  for (const [ratio, least, most] of [
    [0, 0, 0],
    [1, 2000, 2000],
    [0.25, 380, 620],
  ] as const) {
    const tracing = new Tracing({ ratio, continues: false });
    for (let count = 0; count < 2000; count++) {
      const { request, response } = makeRequest();
      tracing.begin(request, response);
      response.emit('close');
    }
    let traced = tracing.counts.dropped;
    for (let batch = tracing.listWaiting(); batch.length > 0; batch = tracing.listWaiting()) {
      traced += batch.length;
      tracing.remove(batch.length, 'sent');
    }
    assert.ok(traced >= least && traced <= most, `${traced} for ${ratio}`);
  }
});

test('a collector and its headers are checked at the start', async () => {
  for (const [flag, value] of [
    ['--otlp-endpoint', 'collector:4318'],
    ['--otlp-endpoint', 'https://ada:secret@collector.example.com'],
    ['--otlp-headers', 'authorization'],
    ['--otlp-headers', 'a b=c'],
    ['--otlp-sampling', '2'],
    ['--otlp-sampling', '10%'],
    ['--otlp-interval', '0s'],
  ]) {
    const { code, stderr } = await runKlatch(['serve', '--data', temporaryFolder(), ...ANY_PORT, flag!, value!]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`${flag}`));
    assert.doesNotMatch(stderr, /secret/);
  }
});
