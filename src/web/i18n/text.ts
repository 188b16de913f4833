import { signal } from '@preact/signals';

/** A language's texts by the English ones; of those with a number, one for each plural category. */
export type Catalogue = Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>;

/** The languages there are, each loaded when somebody speaks it. English is what stands in the code. */
const CATALOGUES: Record<string, () => Promise<Catalogue>> = {
  de: () => import('./de.json').then(asCatalogue),
  fr: () => import('./fr.json').then(asCatalogue),
};
const asCatalogue = (module: { default: unknown }): Catalogue => module.default as Catalogue;

/** Those there are, by their codes. */
export const languages = (): readonly string[] => ['en', ...Object.keys(CATALOGUES)];

interface Language {
  code: string;
  catalogue: Catalogue;
  plurals: Intl.PluralRules;
}

const english: Language = { code: 'en', catalogue: {}, plurals: new Intl.PluralRules('en') };
const language = signal(english);

type Values = Readonly<Record<string, string | number>>;
const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A text in the reader's language: `t('Message {name}', { name })`. */
export function t(text: string, values: Values = {}): string {
  const found = language.value.catalogue[text];
  return filled(typeof found === 'string' ? found : text, values);
}

const formats = new Map<string, Intl.NumberFormat>();

const OTHER_DIGITS = /^(ar|bn|fa|mr|my|ne|ur)\b/;

/** Formats are dear to make, at first above all; and a long list asks for hundreds of numbers, most of them small. */
function numberIn(code: string, n: number): string {
  if (n < 1000 && Number.isInteger(n) && n >= 0 && !OTHER_DIGITS.test(code)) return String(n);
  let format = formats.get(code);
  if (!format) formats.set(code, (format = new Intl.NumberFormat(code)));
  return format.format(n);
}

/** A text with a number in it: `plural(3, '{n} message', '{n} messages')`. Catalogues have it under the second. */
export function plural(n: number, one: string, other: string, values: Values = {}): string {
  const { catalogue, plurals, code } = language.value;
  const found = catalogue[other];
  const text = typeof found === 'object' ? (found[plurals.select(n)] ?? found.other ?? other) : n === 1 ? one : other;
  return filled(text, { n: numberIn(code, n), ...values });
}

const catalogueOf = (code: string) => CATALOGUES[code] ?? CATALOGUES[code.split('-', 1)[0]!];

/** The browser's language; some systems name it in ways that are no language tags (`en-US@posix`). */
export function ofBrowser(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** The one that is spoken now. */
export const spoken = (): string => language.peek().code;

/** The language that is spoken to somebody who wants this one. Dates and lists are of the same. */
export const spokenBy = (code: string): string => (catalogueOf(code) || code.startsWith('en') ? code : 'en');

/** Speaks another language from now on; one there is no catalogue for stays English. */
export async function speak(code: string): Promise<void> {
  const load = catalogueOf(code);
  language.value = load ? { code, catalogue: await load(), plurals: new Intl.PluralRules(code) } : english;
  document.documentElement.lang = load ? code : 'en';
  document.documentElement.dir = /^(ar|fa|he|ur)\b/.test(load ? code : 'en') ? 'rtl' : 'ltr';
}
