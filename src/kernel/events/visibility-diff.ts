/** What users can see, and how they receive that this changed. `S`: a channel, a user. */
export interface Visibility<S> {
  /** What can become visible or invisible. */
  subjects: readonly S[];
  /** Reads who sees what now. Returns the users who see a subject. */
  read(): (subject: S) => ReadonlySet<number>;
  /** Publishes a subject to users who see it now and did not before. */
  show(subject: S, viewers: ReadonlySet<number>): void;
  /** Publishes to users that they no longer see a subject. */
  hide(subject: S, viewers: ReadonlySet<number>): void;
}

/** Runs `work`, and publishes what became visible and invisible by it. Call it inside `db.write`. */
export function withVisibilityDiff<S, T>(visibility: Visibility<S>, work: () => T): T {
  const { subjects, read, show, hide } = visibility;
  const viewersBefore = read();
  const before = subjects.map(viewersBefore);
  const result = work();
  const after = read();
  subjects.forEach((subject, at) => {
    const viewers = after(subject);
    const lost = minus(before[at]!, viewers);
    const gained = minus(viewers, before[at]!);
    if (lost.size > 0) hide(subject, lost);
    if (gained.size > 0) show(subject, gained);
  });
  return result;
}

export const minus = (all: ReadonlySet<number>, without: ReadonlySet<number>): Set<number> =>
  new Set([...all].filter((id) => !without.has(id)));

export const both = (some: ReadonlySet<number>, others: ReadonlySet<number>): Set<number> =>
  new Set([...some].filter((id) => others.has(id)));
