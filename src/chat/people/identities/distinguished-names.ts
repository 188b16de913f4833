// Directories name groups by distinguished names (RFC 4514). The same name has many spellings: attributes and values
// have no case, any character may be escaped, and blanks around separators mean nothing.

/** One part of a distinguished name: an attribute in lowercase, and its value without escapes. */
interface Part {
  attribute: string;
  value: string;
  /** The character after it: `+` if the next part belongs to the same level of the tree. */
  separator: ',' | '+' | '';
}

/** The parts of a distinguished name, from the entry to the root; undefined: it is none. */
function partsOf(name: string): Part[] | undefined {
  const parts: Part[] = [];
  for (const { text, separator } of piecesOf(name)) {
    const at = text.indexOf('=');
    const attribute = text.slice(0, Math.max(at, 0)).trim().toLowerCase();
    if (!/^(?:[a-z][a-z\d-]*|[\d.]+|oid\.[\d.]+)$/.test(attribute)) return undefined;
    parts.push({ attribute: attribute.replace('oid.', ''), value: unescaped(text.slice(at + 1)), separator });
  }
  return parts;
}

/** The pieces of a name between separators that are neither escaped nor quoted. */
function piecesOf(name: string): (Pick<Part, 'separator'> & { text: string })[] {
  const pieces: ReturnType<typeof piecesOf> = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < name.length; at++) {
    const letter = name[at]!;
    if (letter === '\\') at++;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && ',;+'.includes(letter)) {
      pieces.push({ text: name.slice(start, at), separator: letter === '+' ? '+' : ',' });
      start = at + 1;
    }
  }
  return [...pieces, { text: name.slice(start), separator: '' }];
}

/** The text of a value: in hexadecimal, quoted, or escaped. A pair of hexadecimal digits is a byte of UTF-8. */
function unescaped(value: string): string {
  const trimmed = value.trim();
  if (/^#(?:[\da-f]{2})+$/i.test(trimmed)) return Buffer.from(trimmed.slice(1), 'hex').subarray(2).toString();
  const text = trimmed.startsWith('"') ? trimmed.slice(1, -1) : value;
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
