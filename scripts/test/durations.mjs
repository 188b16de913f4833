import { relative } from 'node:path';

/** A reporter that writes a `TestReport` (scripts/test/shards.ts) of each test as a line of JSON. */
export default async function* durations(events) {
  for await (const { type, data } of events)
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file)
      yield `${JSON.stringify({
        file: relative('.', data.file),
        name: data.name,
        duration: Math.round(data.details.duration_ms),
      })}\n`;
}
