// Directories name groups by distinguished names (RFC 4514). The same name has many spellings: attributes and values
// have no case, any character may be escaped, and blanks around separators mean nothing.

/** One part of a distinguished name: an attribute in lowercase, and its value without escapes. */
interface Part {
  attribute: string;
  value: string;
  /** The character after it: `+` if the next part belongs to the same level of the tree. */
  separator: ',' | '+' | '';
}

/** One attribute and its value: quoted, in hexadecimal, or as text whose special characters are escaped. */
const PART =
  /\s*(?:OID\.)?([a-z][a-z\d-]*|\d+(?:\.\d+)*)\s*=\s*("(?:[^"\\]|\\.)*"|#(?:[\da-f]{2})+|(?:[^,;+\\"]|\\.)*)\s*([,;+]|$)/isy;

/** The parts of a distinguished name, from the entry to the root; undefined: it is none. */
function partsOf(name: string): Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < name.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const [, attribute, value, separator] = PART.exec(name) ?? [];
    if (attribute === undefined) return undefined;
    const between = separator === '+' ? '+' : separator === '' ? '' : ',';
    parts.push({ attribute: attribute.toLowerCase(), value: unescaped(value!), separator: between });
  }
  return parts.length > 0 && parts.at(-1)!.separator === '' ? parts : undefined;
}

/** The text of a value. A pair of hexadecimal digits is a byte of UTF-8. */
function unescaped(value: string): string {
  if (value.startsWith('#')) return Buffer.from(value.slice(1), 'hex').subarray(2).toString();
  // A blank at the end belongs to the value only if it is escaped.
  const text = value.startsWith('"') ? value.slice(1, -1) : value.replace(/((?:^|[^\\])(?:\\\\)*)\s+$/, '$1');
  return text.replace(/((?:\\[\da-f]{2})+)|\\(.)/gis, (_, bytes: string | undefined, one: string) =>
    bytes === undefined ? one : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString(),
  );
}

/** A value as directories compare it: without case, and with single blanks. */
const folded = (value: string): string => value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** A distinguished name in the one spelling in which two can be compared. */
const comparable = (parts: readonly Part[]): string =>
  `dn ${parts.map((one) => `${one.attribute}=${JSON.stringify(folded(one.value))}${one.separator}`).join('')}`;

/** A name in a form that no distinguished name has. */
const comparableName = (name: string): string => `name ${folded(name)}`;

/** The forms of a directory's group by which a setting can name it: its distinguished name, and the name in it. */
export function formsOfGroup(name: string): string[] {
  const parts = partsOf(name);
  if (!parts) return [comparableName(name)];
  return [parts.length > 1 ? comparable(parts) : comparableName(name), comparableName(parts[0]!.value)];
}

/** The form of a group that a setting names, either by its distinguished name or by the name in it. */
export function formInSettings(name: string): string {
  const parts = partsOf(name);
  return parts && parts.length > 1 ? comparable(parts) : comparableName(name);
}
