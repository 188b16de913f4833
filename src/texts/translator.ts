import { memoByValue } from '../shared/memo.ts';
import type { Catalog, Section, Values } from './catalog.ts';
import { readTexts } from './source.ts';

/** The texts of a language, read when the server first needs them. English texts are in the code. */
const textsIn = memoByValue((language: string) => (language === 'en' ? undefined : readTexts(language)));

const EMPTY: Catalog = {};
export const catalogIn = (section: Section, language: string): Catalog => textsIn(language)?.[section] ?? EMPTY;

/** Inserts values for the names in braces. */
export const fillIn = (text: string, valueFor: (name: string) => string | undefined): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => valueFor(name) ?? whole);

/** Translates the texts of a section to one language. */
export interface Translator<Text extends string, Plurals> {
  language: string;
  /** Translates a text: `t('Hello {name}', { name })`. */
  t(text: Text, values?: Values): string;
  /** Translates a text with a number: `plural(3, '{n} message', '{n} messages')`. */
  plural<Other extends keyof Plurals & string>(
    n: number,
    one: Plurals[Other] & string,
    other: Other,
    values?: Values,
  ): string;
  /** Finds a text, with the names in braces. */
  find(text: Text): string;
  findPlural<Other extends keyof Plurals & string>(n: number, one: Plurals[Other] & string, other: Other): string;
}

/** Returns the texts of a section in a language of the interface. */
export function translatorFor<Text extends string, Plurals>(
  section: Section,
  language: string,
): Translator<Text, Plurals> {
  const catalog = catalogIn(section, language);
  const rules = pluralRules(language);
  const find = (text: string): string => {
    const found = catalog[text];
    return typeof found === 'string' ? found : text;
  };
  const findPlural = (n: number, one: string, other: string): string => {
    const found = catalog[other];
    if (typeof found === 'object') return found[rules.select(n)] ?? found.other ?? other;
    return n === 1 ? one : other;
  };
  const fillText = (text: string, values: Values): string =>
    fillIn(text, (name) => (name in values ? String(values[name]) : undefined));
  return {
    language,
    t: (text, values = {}) => fillText(find(text), values),
    plural: (n, one, other, values = {}) => fillText(findPlural(n, one, other), { n, ...values }),
    find,
    findPlural,
  };
}

const pluralRules = memoByValue((language: string) => new Intl.PluralRules(language));
