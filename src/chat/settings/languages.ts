/** A language's own name, or undefined for a code that names none. */
export function languageName(code: string): string | undefined {
  try {
    const locale = new Intl.Locale(code.replace('_', '-'));
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(locale.toString());
    return name && name[0]!.toLocaleUpperCase(locale) + name.slice(1);
  } catch {
    return undefined;
  }
}

/** Whether this is an IANA time zone, or none at all. */
export function isTimeZone(name: string): boolean {
  if (name === '') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
