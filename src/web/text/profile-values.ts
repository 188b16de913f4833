import type { Person, ProfileField } from '../server/types.ts';

/** The types of profile fields by their API numbers. */
export const FIELD = { short: 1, long: 2, choice: 3, date: 4, link: 5, people: 6, account: 7, pronouns: 8 } as const;

/** A user's stored value of a profile field; empty if none. */
export const getAnswer = (person: Person | undefined, field: number): string =>
  person?.profile_data?.[field]?.value ?? '';

const read = <T>(text: string, otherwise: T): T => {
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
};

/** The options of a choice field, in order. */
export const readOptions = ({ field_data }: Pick<ProfileField, 'field_data'>): { key: string; text: string }[] =>
  Object.entries(read<Record<string, { text: string; order: string }>>(field_data, {}))
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => ({ key, text }));

/** The users that a field refers to. */
export const readPeople = (value: string): number[] => read<number[]>(value, []);

type Accounts = Record<string, { url_pattern: string; text: string }>;

/** The link of an external account; `known` are the services for which the server has URLs. */
export function findAccount(
  { field_data }: Pick<ProfileField, 'field_data'>,
  value: string,
  known: Accounts,
): string | undefined {
  const { subtype = '', url_pattern } = read<{ subtype?: string; url_pattern?: string }>(field_data, {});
  const pattern = subtype === 'custom' ? url_pattern : known[subtype]?.url_pattern;
  return pattern?.replace('%(username)s', () => encodeURIComponent(value));
}
