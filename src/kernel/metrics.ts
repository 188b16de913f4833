import type { RequestListener } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A Prometheus histogram of durations, in seconds. */
export class Histogram {
  readonly bounds: readonly number[];
  readonly counts: number[];
  sum = 0;
  count = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = bounds.map(() => 0);
  }

  add(seconds: number): void {
    this.sum += seconds;
    this.count += 1;
    const at = this.bounds.findIndex((bound) => seconds <= bound);
    if (at >= 0) this.counts[at]! += 1;
  }
}

/** What a histogram sends to another process. */
export type HistogramFigures = Omit<Histogram, 'add'>;

/** The metrics of a running server, if the operator wants them. */
export class Metrics {
  readonly requests = new Map<string, number>();
  readonly durations = new Map<RequestKind, Histogram>();
  readonly commits = new Histogram([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]);
  readonly lag: ReturnType<typeof monitorEventLoopDelay>;

  constructor() {
    this.lag = monitorEventLoopDelay({ resolution: 20 });
    this.lag.enable();
  }

  /** Counts a listener's responses, by method and class of status, and measures how long they take, by kind. */
  countRequests(listener: RequestListener): RequestListener {
    return (request, response) => {
      const began = performance.now();
      const kind = getKind(request.method, request.url);
      response.on('finish', () => {
        this.#durationsOf(kind).add((performance.now() - began) / 1000);
        const key = `method="${METHODS.has(request.method!) ? request.method : 'other'}",status="${Math.floor(response.statusCode / 100)}xx"`;
        this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
      });
      listener(request, response);
    };
  }

  #durationsOf(kind: RequestKind): Histogram {
    const known = this.durations.get(kind) ?? new Histogram(DURATIONS);
    this.durations.set(kind, known);
    return known;
  }
}

/** The bounds of the histogram of requests, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The beginnings of paths, without the API's prefix, and the kinds of requests to them. The first one counts. */
const KINDS = {
  poll: ['GET /events'],
  register: ['POST /register'],
  send: ['POST /messages'],
  history: ['GET /messages'],
  upload: ['POST /user_uploads', 'POST /tus', 'PATCH /tus'],
  webhook: ['POST /external/'],
  api: [] as string[],
  file: ['GET /user_uploads', 'GET /user_avatars', 'GET /thumbnail', 'GET /external_content', 'GET /static'],
  page: [] as string[],
} as const;
export type RequestKind = keyof typeof KINDS;

/** The kind of a request in the histogram: one of few, whatever clients ask for. */
export function getKind(method = '', url = ''): RequestKind {
  const path = url.replace(/^\/(api\/v1|json)(?=\/)/, '');
  const asked = `${method} ${path}`;
  const found = Object.entries(KINDS).find(([, beginnings]) => beginnings.some((one) => asked.startsWith(one)));
  return (found?.[0] as RequestKind | undefined) ?? (path === url ? 'page' : 'api');
}

/** Clients can send any method. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** A label in Prometheus' text format. */
export const label = (name: string, value: string): string =>
  `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** A metric, with a value for each of its combinations of labels. */
export type Family = { name: string; help: string } & (
  | { type: 'gauge' | 'counter'; values: readonly Labeled<number>[] }
  | { type: 'histogram'; values: readonly Labeled<HistogramFigures>[] }
);
type Labeled<T> = readonly [labels: string, value: T];

/** Collects metrics. `text` is Prometheus' text format. */
export class Exposition {
  readonly families: Family[] = [];

  gauge(name: string, help: string, value: number, labels = ''): this {
    return this.gauges(name, help, [[labels, value]]);
  }

  gauges(name: string, help: string, values: readonly Labeled<number>[]): this {
    this.families.push({ name, help, type: 'gauge', values });
    return this;
  }

  counters(name: string, help: string, values: readonly Labeled<number>[]): this {
    this.families.push({ name, help, type: 'counter', values });
    return this;
  }

  histograms(name: string, help: string, values: readonly Labeled<HistogramFigures>[]): this {
    this.families.push({ name, help, type: 'histogram', values });
    return this;
  }

  get text(): string {
    return this.families.map(writeFamily).join('');
  }
}

function writeFamily(family: Family): string {
  const { name, help, type } = family;
  const lines =
    family.type === 'histogram'
      ? family.values.flatMap(([labels, histogram]) => listHistogramLines(name, labels, histogram))
      : family.values.map(([labels, value]) => writeLine(name, labels, value));
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function listHistogramLines(name: string, labels: string, { bounds, counts, sum, count }: HistogramFigures): string[] {
  const and = labels && `${labels},`;
  let below = 0;
  const buckets = bounds.map((bound, at) => {
    below += counts[at]!;
    return writeLine(`${name}_bucket`, `${and}le="${bound}"`, below);
  });
  return [
    ...buckets,
    writeLine(`${name}_bucket`, `${and}le="+Inf"`, count),
    writeLine(`${name}_sum`, labels, sum),
    writeLine(`${name}_count`, labels, count),
  ];
}

const writeLine = (name: string, labels: string, value: number): string =>
  `${name}${labels && `{${labels}}`} ${value}\n`;
