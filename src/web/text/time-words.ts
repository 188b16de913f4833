import type { ParsedResult } from 'chrono-node';
import { type ClientLanguage, clientLanguage } from '../../shared/languages.ts';
import { readablePhrases } from './time-phrases.ts';

type Parse = (text: string, now: Date, options: { forwardDate: boolean }) => ParsedResult[];
interface Parser {
  casual: { parse: Parse };
}

const loadEnglish = (): Promise<Parser> => import('chrono-node/en');
const PARSERS: Partial<Record<ClientLanguage, () => Promise<Parser>>> = {
  en: loadEnglish,
  ar: () => import('chrono-node/ar'),
  de: () => import('chrono-node/de'),
  es: () => import('chrono-node/es'),
  fr: () => import('chrono-node/fr'),
  it: () => import('chrono-node/it'),
  ja: () => import('chrono-node/ja'),
  nl: () => import('chrono-node/nl'),
  'pt-br': () => import('chrono-node/pt'),
  ru: () => import('chrono-node/ru'),
  'zh-hans': () => import('chrono-node/zh/hans'),
};

/** The longest text that is read as a time, in characters. */
export const TIME_WORDS_LIMIT = 60;

/** When a day begins for somebody who names only the day. */
const MORNING = 9;
/** The hour that the parser gives to a day without a time. */
const NOON = 12;

/** The hour that words without a time of day mean: "tonight" has its own, a day and "morning" mean 9:00. */
const hourOfDay = (guess: number, now: Date): number =>
  guess < MORNING || guess === NOON || guess === now.getHours() ? MORNING : guess;

/** Whether the parser ignored words or numbers: "day after tomorrow" is not "tomorrow". The French article may stay. */
const ignoresWords = ({ index, text }: ParsedResult, whole: string): boolean =>
  /[\p{L}\p{N}]/u.test(whole.slice(0, index).replace(/^\s*le\s/i, '') + whole.slice(index + text.length));

function readWith({ casual }: Parser, text: string, now: Date): number | undefined {
  const [found] = casual.parse(text, now, { forwardDate: true });
  if (!found || ignoresWords(found, text)) return undefined;
  const date = found.start.date();
  if (!found.start.isCertain('hour')) date.setHours(hourOfDay(date.getHours(), now), 0, 0, 0);
  return Math.floor(date.getTime() / 1000);
}

/**
 * Loads the function that reads times in words in a language, or in English: `tomorrow 9:00`, `in 2 hours`, `next
 * Friday`. It returns UNIX time in seconds, or undefined if it does not understand the words. Days without a time mean
 * 9:00; times without a day are the next ones after `now`.
 */
export async function loadTimeWords(language: string): Promise<(words: string, now: Date) => number | undefined> {
  const code = clientLanguage(language) ?? 'en';
  const load = PARSERS[code] ?? loadEnglish;
  const [own, english] = await Promise.all([load(), loadEnglish()]);
  return (words, now) => {
    const text = readablePhrases(code, words.slice(0, TIME_WORDS_LIMIT));
    return readWith(own, text, now) ?? readWith(english, text, now);
  };
}
