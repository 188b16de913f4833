/** The prefix of a resolved topic's name. */
const RESOLVED = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);
const unresolved = (topic: string): string => topic.replace(/^(?:✔ )+/u, '');

/** Whether two names differ only in the prefix of resolved topics. */
export const isResolving = (before: string, after: string): boolean =>
  before !== after && unresolved(before) === unresolved(after);
