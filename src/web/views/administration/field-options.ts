/** One of those a field of options has. */
export interface Option {
  /** What answers hold; new options have none yet. */
  key: string;
  text: string;
}

/** Options as the server keeps them: those that are there keep their keys, so that answers keep their meaning. */
export function dataOf(options: readonly Option[]): Record<string, { text: string; order: string }> {
  const filled = options.filter(({ text }) => text.trim() !== '');
  let free = 0;
  const taken = new Set(filled.map(({ key }) => key));
  const keyFor = (key: string): string => {
    if (key !== '') return key;
    while (taken.has(String(free))) free++;
    taken.add(String(free));
    return String(free);
  };
  return Object.fromEntries(
    filled.map(({ key, text }, at) => [keyFor(key), { text: text.trim(), order: String(at + 1) }]),
  );
}
