import { once } from '../../../../shared/memo.ts';

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Returns a function that chooses the form of a text for a number, and inserts the number for `{n}`. */
export function pluralsIn(language: string): (n: number, forms: Forms) => string {
  const rules = once(() => new Intl.PluralRules(language));
  return (n, forms) => (forms[rules().select(n)] ?? forms.other).replaceAll('{n}', String(n));
}
