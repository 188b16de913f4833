/** What the name of a resolved topic begins with. */
export const RESOLVED = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);
export const withoutResolvedMark = (topic: string): string => topic.replace(/^(?:✔ )+/u, '');

/** Whether two names differ only in the mark of resolved topics. */
export const isResolving = (before: string, after: string): boolean =>
  before !== after && withoutResolvedMark(before) === withoutResolvedMark(after);
