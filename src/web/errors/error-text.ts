import { spoken, t } from '../i18n/text.ts';
import { Refusal } from '../server/request.ts';

export interface Told {
  /** What is told of an error to whoever caused it. */
  text: string;
  /** The parameters it is about, as the API names them, if any. */
  fields: readonly string[];
}

let book: ((said: string) => Told | undefined) | undefined;
let opened = '';

/** Has at hand what refusals are in the reader's words. Whoever makes one of the server's words waits for it. */
export async function openBook(): Promise<void> {
  const code = spoken();
  if (opened === code) return;
  try {
    book = await (await import('./error-translations.ts')).bookOf(code);
    opened = code;
  } catch {
    // The server's own words are better than none.
  }
}

/** What the server says, in the reader's words. */
export async function inOwnWords(said: string): Promise<string> {
  await openBook();
  return book?.(said)?.text ?? said;
}

/** What of an error is told to whoever caused it. */
export function toldOf(error: unknown): Told {
  if (!(error instanceof Refusal)) return { text: t('Something went wrong. Try again.'), fields: [] };
  if (error.code === 'NETWORK') return { text: t('The server cannot be reached'), fields: [] };
  return (
    book?.(error.message) ?? {
      text: error.message,
      fields: Object.keys((error.detail.errors as object | undefined) ?? {}),
    }
  );
}

export const reasonOf = (error: unknown): string => toldOf(error).text;
