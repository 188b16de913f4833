/** The messages that were requested for a line of their text. They are not requested twice. */
export const requestedPreviews = new Set<number>();
