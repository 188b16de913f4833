/**
 * The languages of the interface, as codes of `default_language`. English texts are in the code. A code has a region
 * or a script where the texts are those of one of several: `pt-br`.
 */
export const CLIENT_LANGUAGES = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'he',
  'it',
  'ja',
  'nl',
  'pl',
  'pt-br',
  'ru',
  'zh-hans',
] as const;
export type ClientLanguage = (typeof CLIENT_LANGUAGES)[number];

/** Returns the client's language for a language tag, or undefined. */
export const clientLanguage = languageMatcher(CLIENT_LANGUAGES);

/** The direction in which a language is written. */
export const getDirection = (tag: string): 'ltr' | 'rtl' => (/^(ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr');

/**
 * Returns a function that finds the code for a language tag. The region does not matter (`de-AT`, `es-419`, `pt-PT`),
 * but the script does: people who read `zh-hans` may not read `zh-TW`. Unknown and invalid tags have no code.
 */
export function languageMatcher<Code extends string>(codes: readonly Code[]): (tag: string) => Code | undefined {
  let known: Map<string | undefined, Code> | undefined;
  return (tag) => {
    known ??= new Map(codes.map((code) => [languageAndScript(code), code]));
    return known.get(languageAndScript(tag));
  };
}

/** Some systems report names that are not valid tags (`en-US@posix`). */
function languageAndScript(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
