import { signal } from '@preact/signals';

/**
 * Translations of a language, keyed by the English text. A text with a number has one form for each plural category.
 */
export type Catalog = Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>;

interface Language {
  code: string;
  catalog: Catalog;
  plurals: Intl.PluralRules;
}

/** Needs no catalog, because English texts are in the code. */
export const english: Language = { code: 'en', catalog: {}, plurals: new Intl.PluralRules('en') };

/** The language of this page. */
export const language = signal(english);
