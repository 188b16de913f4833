/** Compares names as people sort them: regardless of case, and with numbers as numbers. */
export const { compare: compareNames } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
