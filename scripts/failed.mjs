/** A reporter for scripts/test.ts: each test that failed as a line of JSON, `[file, name]`. */
export default async function* failed(events) {
  for await (const { type, data } of events) if (type === 'test:fail') yield `${JSON.stringify([data.file, data.name])}\n`;
}
