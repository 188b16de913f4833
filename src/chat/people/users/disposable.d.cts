/** In lower case. */
export function domains(): readonly string[];
