import type { Family, HistogramFigures } from '../metrics.ts';
import type { Span } from './tracing.ts';

// The JSON form of OpenTelemetry's protocol, version 1: https://opentelemetry.io/docs/specs/otlp/

export type Attributes = Readonly<Record<string, string | number>>;

const listAttributes = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }));

/** ms since 1970 as ns, with the precision of μs. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`;

interface Content {
  /** The program that sends it. */
  resource: Attributes;
  version: string;
}

export function spansMessage(spans: readonly Span[], { resource, version }: Content): object {
  const scopeSpans = [{ scope: { name: 'klatch', version }, spans: spans.map(describeSpan) }];
  return { resourceSpans: [{ resource: { attributes: listAttributes(resource) }, scopeSpans }] };
}

/** Numbers of OpenTelemetry. */
const INTERNAL = 1;
const SERVER = 2;
const ERROR = 2;
const CUMULATIVE = 2;

const describeSpan = ({ traceId, spanId, parentId, name, start, end, ...span }: Span): object => ({
  traceId,
  spanId,
  ...(parentId !== undefined && { parentSpanId: parentId }),
  name,
  kind: span.isRequest ? SERVER : INTERNAL,
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: listAttributes(span.attributes),
  ...(span.isFailed && { status: { code: ERROR } }),
});

/** Metrics have the same names as for Prometheus, so that the same dashboards show both. */
export function metricsMessage(families: readonly Family[], { resource, version }: Content): object {
  const times = { startTimeUnixNano: nanoseconds(performance.timeOrigin), timeUnixNano: nanoseconds(Date.now()) };
  const metrics = families.map((family) => describeMetric(family, times)).filter((metric) => metric !== undefined);
  const scopeMetrics = [{ scope: { name: 'klatch', version }, metrics }];
  return { resourceMetrics: [{ resource: { attributes: listAttributes(resource) }, scopeMetrics }] };
}

/** Undefined: it has no value at the moment. */
function describeMetric(family: Family, times: object): object | undefined {
  const { name, help: description } = family;
  const point = (labels: string, value: object) => ({
    attributes: listAttributes(readLabels(labels)),
    ...times,
    ...value,
  });
  if (family.type === 'histogram') {
    const dataPoints = family.values.map(([labels, figures]) => point(labels, describeHistogram(figures)));
    return dataPoints.length === 0
      ? undefined
      : { name, description, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } };
  }
  const dataPoints = family.values
    .filter(([, value]) => Number.isFinite(value))
    .map(([labels, value]) => point(labels, { asDouble: value }));
  if (dataPoints.length === 0) return undefined;
  if (family.type === 'gauge') return { name, description, gauge: { dataPoints } };
  return { name, description, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } };
}

/** The last bucket contains what is longer than all bounds. */
const describeHistogram = ({ bounds, counts, sum, count }: HistogramFigures): object => ({
  count: String(count),
  sum,
  explicitBounds: bounds,
  bucketCounts: [...counts, count - counts.reduce((all, one) => all + one, 0)].map(String),
});

/** Labels in Prometheus' format, as `label` in metrics.ts writes them. */
function readLabels(labels: string): Attributes {
  const attributes: Record<string, string> = {};
  for (let at = 0; at < labels.length; ) {
    const equals = labels.indexOf('="', at);
    let end = equals + 2;
    while (end < labels.length && labels[end] !== '"') end += labels[end] === '\\' ? 2 : 1;
    const value = labels.slice(equals + 2, end);
    attributes[labels.slice(at, equals)] = value.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));
    at = end + 2;
  }
  return attributes;
}
