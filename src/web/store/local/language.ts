import { signal } from '@preact/signals';
import type { Catalog } from '../../../texts/catalog.ts';

interface Language {
  code: string;
  catalog: Catalog;
  plurals: Intl.PluralRules;
}

/** Needs no catalog, because English texts are in the code. */
export const english: Language = { code: 'en', catalog: {}, plurals: new Intl.PluralRules('en') };

/** The language of this page. */
export const language = signal(english);
