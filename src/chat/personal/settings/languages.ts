/** A language's own name, or undefined for a code that names none: `pt-br`, as clients look them up. */
export function languageName(code: string): string | undefined {
  if (code !== code.toLowerCase()) return undefined;
  try {
    const locale = new Intl.Locale(code);
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(locale.toString());
    return name && name[0]!.toLocaleUpperCase(locale) + name.slice(1);
  } catch {
    return undefined;
  }
}

/** The name of an IANA time zone as it is spelled, '' for none at all, or undefined for what is no time zone. */
export function timeZoneNamed(name: string): string | undefined {
  if (name === '') return '';
  if (/^[+-]/.test(name)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    // What it was called before, or elsewhere, is a name too (Asia/Kolkata), but only as it is spelled.
    return zone.toLowerCase() === name.toLowerCase() || name === name.toLowerCase() ? zone : name;
  } catch {
    return undefined;
  }
}
