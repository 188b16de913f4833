import { currentLanguage, t } from '../i18n/text.ts';
import { type ErrorDetails, errorTranslator } from '../store/local/error-translator.ts';
import { RequestError } from './request-error.ts';

/** Loads the translations of error messages. Code that translates an error waits for this. */
export async function loadErrorTranslations(): Promise<void> {
  const code = currentLanguage();
  if (errorTranslator.language === code) return;
  try {
    errorTranslator.translate = await (await import('./error-translations.ts')).loadErrorTranslator(code);
    errorTranslator.language = code;
  } catch {
    // An untranslated error is better than none.
  }
}

/** Translates an error message of the server. */
export async function translateError(text: string): Promise<string> {
  await loadErrorTranslations();
  return errorTranslator.translate?.(text)?.text ?? text;
}

/** The text and fields of an error for display. */
export function errorDetails(error: unknown): ErrorDetails {
  if (!(error instanceof RequestError)) return { text: t('Something went wrong. Try again.'), fields: [] };
  if (error.code === 'NETWORK') return { text: t('Can’t reach the server. Check your connection.'), fields: [] };
  return (
    errorTranslator.translate?.(error.message) ?? {
      text: error.message,
      fields: Object.keys((error.detail.errors as object | undefined) ?? {}),
    }
  );
}

export const errorText = (error: unknown): string => errorDetails(error).text;
