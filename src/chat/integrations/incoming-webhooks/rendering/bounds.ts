/** Far more than a message shows. GitHub sends 2,048 commits at most. */
const MOST_ENTRIES = 2500;
const LONGEST_TEXT = 20_000;

/** The payload without the rest of long lists and texts, whose length would decide what a delivery costs. */
export function boundPayload(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT).toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(boundPayload);
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(entries.map(([name, one]) => [name.slice(0, LONGEST_TEXT), boundPayload(one)]));
}
