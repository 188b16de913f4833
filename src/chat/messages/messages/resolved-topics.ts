/** What stands before the name of a topic that is resolved. */
export const RESOLVED = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);
export const unresolved = (topic: string): string => topic.replace(/^(?:✔ )+/u, '');

/** Whether only the mark of a resolved topic comes or goes. */
export const isResolving = (before: string, after: string): boolean =>
  before !== after && unresolved(before) === unresolved(after);
