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

/** The metrics of a running server, if the operator wants them. */
export class Metrics {
  readonly requests = new Map<string, number>();
  readonly commits = new Histogram([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]);
  readonly lag: ReturnType<typeof monitorEventLoopDelay>;

  constructor() {
    this.lag = monitorEventLoopDelay({ resolution: 20 });
    this.lag.enable();
  }

  /** Counts a listener's responses, by method and class of status. */
  counting(listener: RequestListener): RequestListener {
    return (request, response) => {
      response.on('finish', () => {
        const key = `method="${METHODS.has(request.method!) ? request.method : 'other'}",status="${Math.floor(response.statusCode / 100)}xx"`;
        this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
      });
      listener(request, response);
    };
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** Builds metrics in Prometheus' text format, line by line. */
export class Exposition {
  #text = '';

  gauge(name: string, help: string, value: number, labels = ''): this {
    return this.#family(name, help, 'gauge', [[labels, value]]);
  }

  gauges(name: string, help: string, values: Iterable<readonly [labels: string, value: number]>): this {
    return this.#family(name, help, 'gauge', values);
  }

  counters(name: string, help: string, values: Iterable<readonly [labels: string, value: number]>): this {
    return this.#family(name, help, 'counter', values);
  }

  histogram(name: string, help: string, { bounds, counts, sum, count }: Omit<Histogram, 'add'>): this {
    let below = 0;
    this.#head(name, help, 'histogram');
    bounds.forEach((bound, at) => {
      below += counts[at]!;
      this.#line(`${name}_bucket`, `le="${bound}"`, below);
    });
    this.#line(`${name}_bucket`, 'le="+Inf"', count);
    this.#line(`${name}_sum`, '', sum);
    this.#line(`${name}_count`, '', count);
    return this;
  }

  get text(): string {
    return this.#text;
  }

  #family(name: string, help: string, type: string, values: Iterable<readonly [string, number]>): this {
    this.#head(name, help, type);
    for (const [labels, value] of values) this.#line(name, labels, value);
    return this;
  }

  #head(name: string, help: string, type: string): void {
    this.#text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  }

  #line(name: string, labels: string, value: number): void {
    this.#text += `${name}${labels && `{${labels}}`} ${value}\n`;
  }
}
