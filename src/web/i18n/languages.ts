/**
 * The languages of the web client, as codes of `default_language`. English texts are in its code. The server uses this
 * list, too.
 */
export const CLIENT_LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type ClientLanguage = (typeof CLIENT_LANGUAGES)[number];

/**
 * Returns the client's language for a language tag, or undefined. The region does not matter (`de-AT`, `es-419`). Some
 * systems report names that are not valid tags (`en-US@posix`).
 */
export function clientLanguage(tag: string): ClientLanguage | undefined {
  try {
    const { language } = new Intl.Locale(tag);
    return CLIENT_LANGUAGES.find((code) => code === language);
  } catch {
    return undefined;
  }
}
