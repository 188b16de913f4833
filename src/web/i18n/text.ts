import { clientLanguage, getDirection } from '../../shared/languages.ts';
import { memoByValue } from '../../shared/memo.ts';
import type { Values } from '../../texts/catalog.ts';
import type { ClientPlurals, ClientText } from '../../texts/keys.ts';
import { english, language } from '../store/local/language.ts';
import { loadCatalog } from './catalogs.ts';
import { isolateText } from './isolation.ts';

const interpolate = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'string' ? isolateText(value) : String(value);
  });

/** Translates a text: `t('Message {name}', { name })`. */
export function t(text: ClientText, values: Values = {}): string {
  const found = language.value.catalog[text];
  return interpolate(typeof found === 'string' ? found : text, values);
}

const numberFormat = memoByValue((code: string) => new Intl.NumberFormat(code));

const OTHER_DIGITS = /^(ar|bn|fa|mr|my|ne|ur)\b/;

/**
 * Creating number formats is expensive, and a long list formats hundreds of numbers, most of them small, so results are
 * cached.
 */
function formatNumber(code: string, n: number): string {
  if (n < 1000 && Number.isInteger(n) && n >= 0 && !OTHER_DIGITS.test(code)) return String(n);
  return numberFormat(code).format(n);
}

/** Translates a text with a number: `plural(3, '{n} message', '{n} messages')`. */
export function plural<Other extends keyof ClientPlurals>(
  n: number,
  one: ClientPlurals[Other],
  other: Other,
  values: Values = {},
): string {
  const { catalog, plurals, code } = language.value;
  const found = catalog[other];
  const text = typeof found === 'object' ? (found[plurals.select(n)] ?? found.other ?? other) : n === 1 ? one : other;
  return interpolate(text, { n: formatNumber(code, n), ...values });
}

/** The browser's language. Some systems report names that are not valid language tags (`en-US@posix`). */
export function browserLanguage(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** The current language code. */
export const currentLanguage = (): string => language.peek().code;

/** The language that is used for a user who prefers `code`. Dates and lists use it too. */
export const supportedLanguage = (code: string): string => (clientLanguage(code) ? code : 'en');

/** Changes the language. Without a catalog the texts stay English. */
export async function setLanguage(code: string): Promise<void> {
  const known = clientLanguage(code) ?? 'en';
  const next =
    known === 'en' ? english : { code, catalog: await loadCatalog(known), plurals: new Intl.PluralRules(code) };
  // Texts depend on the direction, so it changes first.
  document.documentElement.lang = next.code;
  document.documentElement.dir = getDirection(known);
  language.value = next;
}
