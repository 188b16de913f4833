import { spoken, t } from '../i18n/text.ts';
import { RequestError } from '../server/request.ts';

export interface Told {
  /** The error text for the user. */
  text: string;
  /** The API parameters that the error concerns, if any. */
  fields: readonly string[];
}

let book: ((said: string) => Told | undefined) | undefined;
let opened = '';

/** Loads the translations of error messages. Code that translates an error waits for this. */
export async function openBook(): Promise<void> {
  const code = spoken();
  if (opened === code) return;
  try {
    book = await (await import('./error-translations.ts')).bookOf(code);
    opened = code;
  } catch {
    // An untranslated error is better than none.
  }
}

/** Translates an error message of the server. */
export async function inOwnWords(said: string): Promise<string> {
  await openBook();
  return book?.(said)?.text ?? said;
}

/** The text and fields of an error for display. */
export function toldOf(error: unknown): Told {
  if (!(error instanceof RequestError)) return { text: t('Something went wrong. Try again.'), fields: [] };
  if (error.code === 'NETWORK') return { text: t('Can’t reach the server. Check your connection.'), fields: [] };
  return (
    book?.(error.message) ?? {
      text: error.message,
      fields: Object.keys((error.detail.errors as object | undefined) ?? {}),
    }
  );
}

export const reasonOf = (error: unknown): string => toldOf(error).text;
