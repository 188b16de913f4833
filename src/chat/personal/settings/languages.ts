/** A language's own name, or undefined for an unknown code. Codes are lower case, such as `pt-br`. */
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

/** Returns the name of an IANA time zone in its spelling, '' for none, or undefined for an unknown zone. */
export function timeZoneNamed(name: string): string | undefined {
  if (name === '') return '';
  if (/^[+-]/.test(name)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    // Former and alternative names (Asia/Kolkata) are valid, but only in their exact spelling.
    return zone.toLowerCase() === name.toLowerCase() || name === name.toLowerCase() ? zone : name;
  } catch {
    return undefined;
  }
}
