/** The number of rendered rows by list, so that a return restores the position. */
export const renderedRows = new Map<string, number>();

/** The measured milliseconds to render one message on this machine. */
export const rowCost = { ms: 1 };
