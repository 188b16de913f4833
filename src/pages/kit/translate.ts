import { escapeAttribute } from '../../markdown/escape.ts';
import { clientLanguage } from '../../shared/languages.ts';
import { memoByValue } from '../../shared/memo.ts';
import type { PagePlurals, PageText } from '../../texts/keys.ts';
import { messageTranslator, type TranslatedMessage } from '../../texts/messages.ts';
import { catalogIn, fillIn, translatorFor } from '../../texts/translator.ts';
import { Html, html } from './html.ts';

type PageValues = Readonly<Record<string, string | number | Html>>;

/** Translates the texts of pages to one language. Texts may contain tags; inserted values are escaped. */
export interface PageTranslator {
  t(text: PageText, values?: PageValues): Html;
  plural<Other extends keyof PagePlurals>(n: number, one: PagePlurals[Other], other: Other, values?: PageValues): Html;
  /** Translates an error message, which is in English. Unknown messages stay as they are. */
  translateError(message: string): Html;
}

/** Returns the texts of pages in a language, which was chosen by `translated`. */
export const translatePage = memoByValue((language: string): PageTranslator => {
  const texts = translatorFor<PageText, PagePlurals>('pages', language);
  const translateMessage = messageTranslator(catalogIn('page-errors', language));
  const escapeValues = (values: PageValues) => (name: string) =>
    name in values ? html`${values[name]}`.text : undefined;
  return {
    t: (text, values = {}) => new Html(fillIn(texts.find(text), escapeValues(values))),
    plural: (n, one, other, values = {}) =>
      new Html(fillIn(texts.findPlural(n, one, other), escapeValues({ n, ...values }))),
    translateError,
  };

  function translateError(message: string): Html {
    const found = translateMessage(message) ?? withoutPeriod(message, translateMessage);
    if (!found) return new Html(escapeAttribute(message));
    // A value may be the reason of what the message says.
    const translateValue = (name: string) =>
      name in found.values ? translateError(String(found.values[name])).text : undefined;
    return new Html(fillIn(escapeAttribute(found.text), translateValue));
  }
});

/** Pages add a period to errors of the API that have none. */
function withoutPeriod(
  message: string,
  translate: (message: string) => TranslatedMessage | undefined,
): TranslatedMessage | undefined {
  const found = message.endsWith('.') ? translate(message.slice(0, -1)) : undefined;
  return found && { ...found, text: `${found.text}.` };
}

/**
 * Returns the first language of the browser's list that `known` has, by default the languages of the interface:
 * `fr-CH, fr;q=0.9, en;q=0.8`.
 */
export function preferredLanguage(acceptLanguage: string | undefined): string | undefined {
  const preferences = (acceptLanguage ?? '').split(',').map((part, at) => {
    const [name = '', ...rest] = part.split(';').map((piece) => piece.trim());
    const quality = rest.find((piece) => piece.startsWith('q='))?.slice(2);
    return { code: clientLanguage(name), weight: quality === undefined ? 1 : Number(quality) || 0, at };
  });
  return preferences
    .filter(({ code, weight }) => weight > 0 && code !== undefined)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)[0]?.code;
}

/** Returns the language to use for this language code. */
export const translateCode = (code: string): string => clientLanguage(code) ?? 'en';
