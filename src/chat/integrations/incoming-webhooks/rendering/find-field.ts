import { memoByObject } from '../../../../shared/memo.ts';

/** The fields of a payload that are looked at, and the characters of their names. */
const MOST_FIELDS = 300;
const LONGEST_NAME = 60;
/** What a monitoring system sends for a variable that it does not know. */
const UNKNOWN = /^(?:\{[A-Z][\w.$#:]*\}|\$[A-Z]\w*\$|\*UNKNOWN\*)$/;

type Scalar = string | number | boolean;

/** The same for `HOST.NAME`, `host_name` and `hostName`. */
const plainName = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.trim() !== '' && !UNKNOWN.test(value));

/** The scalar fields of a payload and of its objects by their plain names. A field of an object has both names. */
const indexFields = memoByObject((payload: object): ReadonlyMap<string, Scalar> => {
  const found = new Map<string, Scalar>();
  let left = MOST_FIELDS;
  const add = (fields: object, prefix: string): void => {
    for (const [name, value] of Object.entries(fields)) {
      if (left === 0) return;
      left -= 1;
      const key = prefix + plainName(name);
      if (isScalar(value)) found.set(key, found.get(key) ?? value);
      else if (prefix === '' && typeof value === 'object' && value !== null && !Array.isArray(value)) add(value, key);
    }
  };
  add(payload, '');
  return found;
});

/**
 * The value of the first of these fields that a payload has; undefined: it has none. For bodies that people write
 * themselves: names are compared without case and punctuation, and `host name` is also the field `name` of an object
 * `host`. Variables that the sender did not replace have no value.
 */
export function findField(payload: unknown, names: readonly string[]): Scalar | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined;
  const fields = indexFields(payload);
  const name = names.map(plainName).find((one) => fields.has(one));
  return name === undefined ? undefined : fields.get(name);
}
