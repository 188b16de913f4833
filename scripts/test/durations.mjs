import { relative } from 'node:path';

/** A reporter for scripts/test/shards.ts. It writes `[file, milliseconds]` of each test as a line of JSON. */
export default async function* durations(events) {
  for await (const { type, data } of events)
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file)
      yield `${JSON.stringify([relative('.', data.file), Math.round(data.details.duration_ms)])}\n`;
}
