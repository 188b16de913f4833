import type { Catalog, Values } from './catalog.ts';

export interface TranslatedMessage {
  /** The translation, with the names of values in braces. */
  text: string;
  values: Values;
}

/**
 * Returns a function that translates finished messages, such as the errors of the API. The keys of the catalog are
 * messages with names in braces instead of values. More specific keys come first, since `{1} is too long` would match
 * too many. Unknown messages have no translation.
 */
export function messageTranslator(catalog: Catalog): (message: string) => TranslatedMessage | undefined {
  const all = Object.entries(catalog) as [string, string][];
  const letters = (key: string) => key.replace(/\{\w+\}/g, '').length;
  const patterns = all
    .filter(([key]) => key.includes('{'))
    .sort(([a], [b]) => letters(b) - letters(a))
    .map(([key, text]) => ({ pattern: patternFor(key), names: namesIn(key), text }));
  return (message) => {
    const text = catalog[message];
    if (typeof text === 'string') return { text, values: {} };
    for (const { pattern, names, text } of patterns) {
      const parts = pattern.exec(message);
      if (parts) return { text, values: Object.fromEntries(names.map((name, at) => [name, parts[at + 1]!])) };
    }
    return undefined;
  };
}

const namesIn = (key: string): string[] => [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const patternFor = (key: string): RegExp =>
  new RegExp(`^${key.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.*?)')}$`, 's');
