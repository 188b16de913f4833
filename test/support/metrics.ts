import assert from 'node:assert/strict';

/** The value of one metric. */
export function metricValue(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  assert.ok(line, `${name} in\n${text}`);
  return Number(line.slice(name.length + 1));
}

/** Units that are not the base unit of what they measure, and what describes a type instead of a value. */
const NOT_IN_NAMES =
  /(^|_)(gauge|counter|histogram|summary|milli\w+|micro\w+|ns|us|ms|minutes|hours|days|weeks|bits|[kmg]i?b|percent)(_|$)/;

/** Throws unless the text follows what `promtool check metrics` demands. */
export function assertFollowsRules(text: string): void {
  const lines = text.trimEnd().split('\n');
  const types = new Map(
    lines.flatMap((line) => [...line.matchAll(/^# TYPE (\S+) (\S+)$/g)].map(([, ...one]) => one as [string, string])),
  );
  const series = lines.filter((line) => !line.startsWith('#')).map((line) => line.replace(/ [^ ]+$/, ''));
  assert.deepEqual(series, [...new Set(series)], 'no series twice');
  assert.equal(lines.filter((line) => /^# (HELP \S+ \S|TYPE)/.test(line)).length, types.size * 2);
  for (const one of series) {
    const [name, labels = ''] = one.split(/[{}]/) as [string, string?];
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    const type = types.get(family);
    assert.ok(type, `${name} has a type`);
    assert.equal(family.endsWith('_total'), type === 'counter', name);
    assert.equal(/_(bucket|sum|count)$/.test(name), type === 'histogram', name);
    assert.equal(/(^|,)le=/.test(labels), name.endsWith('_bucket') && type === 'histogram', one);
    assert.equal(/(^|,)quantile=/.test(labels), type === 'summary', one);
    assert.doesNotMatch(family, /[A-Z:]/, 'snake case');
    assert.doesNotMatch(family, NOT_IN_NAMES, 'base units');
    assert.doesNotMatch(labels, /\b([a-z]+)="[^"]*".*\b\1="/, 'no label twice');
  }
  assertHistogramsGrow(series, lines);
}

/** The buckets of a histogram contain those below them, and the last one contains all. */
function assertHistogramsGrow(series: readonly string[], lines: readonly string[]): void {
  const values = new Map(lines.map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.split(' ').at(-1))]));
  let below = 0;
  for (const one of series.filter((name) => name.includes('_bucket{'))) {
    const value = values.get(one)!;
    assert.ok(value >= below, one);
    below = one.includes('le="+Inf"') ? 0 : value;
    if (!one.includes('le="+Inf"')) continue;
    const count = one
      .replace('_bucket{', '_count{')
      .replace(/,?le="\+Inf"/, '')
      .replace('{}', '');
    assert.equal(value, values.get(count), one);
  }
}
