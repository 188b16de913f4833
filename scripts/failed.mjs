/** Lines of an error that are enough to understand it. */
const ENOUGH = 15;

/**
 * A reporter for scripts/failures.ts. It writes each failed test as a line of JSON, `[file, name, reason]`, without a
 * reason if only a subtest failed.
 */
export default async function* failed(events) {
  for await (const { type, data } of events)
    if (type === 'test:fail') yield `${JSON.stringify([data.file, data.name, reasonOf(data)])}\n`;
}

function reasonOf({ file, details: { error } }) {
  if (error.failureType === 'subtestsFailed') return undefined;
  const [...lines] = String(error.message).trimEnd().split('\n');
  if (lines.length > ENOUGH) lines.splice(ENOUGH, lines.length, '…');
  const [, place] = error.cause?.stack?.match(new RegExp(`(${file.replace(/\W/g, '\\$&')}:\\d+)`)) ?? [];
  return [...lines, ...(place ? [place] : [])].join('\n');
}
