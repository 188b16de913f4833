/** Lines of a reason that say enough. */
const ENOUGH = 15;

/** A reporter for scripts/failures.ts: each test that failed as a line of JSON, `[file, name, reason]`; without a reason where only what is within it failed. */
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
