import { currentLanguage, t } from '../i18n/text.ts';
import { RequestError } from '../server/request-error.ts';

export interface ErrorDetails {
  /** The error text for the user. */
  text: string;
  /** The API parameters that the error concerns, if any. */
  fields: readonly string[];
}

let translate: ((text: string) => ErrorDetails | undefined) | undefined;
let loadedLanguage = '';

/** Loads the translations of error messages. Code that translates an error waits for this. */
export async function loadErrorTranslations(): Promise<void> {
  const code = currentLanguage();
  if (loadedLanguage === code) return;
  try {
    translate = await (await import('./error-translations.ts')).loadErrorTranslator(code);
    loadedLanguage = code;
  } catch {
    // An untranslated error is better than none.
  }
}

/** Translates an error message of the server. */
export async function translateError(text: string): Promise<string> {
  await loadErrorTranslations();
  return translate?.(text)?.text ?? text;
}

/** The text and fields of an error for display. */
export function errorDetails(error: unknown): ErrorDetails {
  if (!(error instanceof RequestError)) return { text: t('Something went wrong. Try again.'), fields: [] };
  if (error.code === 'NETWORK') return { text: t('Can’t reach the server. Check your connection.'), fields: [] };
  return (
    translate?.(error.message) ?? {
      text: error.message,
      fields: Object.keys((error.detail.errors as object | undefined) ?? {}),
    }
  );
}

export const errorText = (error: unknown): string => errorDetails(error).text;
