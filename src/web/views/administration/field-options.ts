/** An option of a choice field. */
export interface Option {
  /** The value stored in profiles; empty for a new option. */
  key: string;
  text: string;
}

/** The options in the server's format. Existing options keep their keys, so that stored values keep their meaning. */
export function makeFieldData(options: readonly Option[]): Record<string, { text: string; order: string }> {
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
