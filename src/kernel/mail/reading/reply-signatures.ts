// Signatures that no delimiter marks. What tells them from the text is the name of the author, or of a mailing list.

/** The most lines of a signature, or of what a mailing list writes below a mail. */
const MOST_LINES = 6;

/**
 * Whether lines are what a mailing list writes below each mail: a rule, then the name of the list and its address.
 * Mailman 2 writes the address on a line of its own, Mailman 3 after the name.
 */
export function isListFooter([rule = '', first = '', ...rest]: readonly string[]): boolean {
  if (!/^_{2,}$/.test(withoutEscapes(rule)) || rest.length > MOST_LINES) return false;
  if (/ -- [^\s@]{1,64}@[^\s@]{1,255}$/.test(first)) return true;
  const name = /^[^\s@]{1,64}(?=\s)/.exec(first)?.[0].toLowerCase();
  return name !== undefined && rest.some((line) => line.toLowerCase().includes(`${name}@`));
}

/** Whether a line is the name of the author below a dash, such as "-Mia". "- Mia" would be an item of a list. */
export function isDashedName(line: string, author: string): boolean {
  const name = /^(?:-{1,2}|[–—] ?)([^\s-].{0,100})$/u.exec(withoutEscapes(line))?.[1];
  const words = nameWords(author);
  return name !== undefined && words.length > 0 && [words[0], words.join(' ')].includes(plainName(name));
}

/**
 * Whether the last paragraph of a mail is the name of the author with an occupation, or with an address or number. A
 * name alone can be an answer.
 */
export function isNamedSignature([first = '', ...rest]: readonly string[], author: string): boolean {
  const [name = '', ...details] = withoutEscapes(first).split(/ [|•·] /);
  if (rest.length > MOST_LINES || !isNameOf(name, author)) return false;
  if (details.length > 0) return details.every((detail) => /^\p{L}/u.test(detail)) && !rest.some(isCell);
  return rest.some((line) => CONTACT.test(line));
}

const CONTACT = /[^\s@]@[^\s@]|(?:https?:\/\/|www\.)\S|\p{Nd}(?:[ ()./-]{0,2}\p{Nd}){6}/u;

/** Whether a line looks like one of a table: its last column is a number. */
const isCell = (line: string): boolean => /\|\s*\p{Nd}+\s*\|?$/u.test(line);

/** Whether a name is that of the author, also with further initials or names between the first and the last one. */
function isNameOf(name: string, author: string): boolean {
  const wanted = nameWords(author);
  const words = nameWords(name);
  if (wanted.length < 2 || words.length > wanted.length + 2) return false;
  return words[0] === wanted[0] && words.at(-1) === wanted.at(-1);
}

const plainName = (name: string): string => name.trim().toLowerCase().normalize('NFC');
const nameWords = (name: string): string[] => plainName(name).split(/\s+/).filter(Boolean);

/** Texts that were HTML have a backslash before characters of Markdown. */
const withoutEscapes = (line: string): string => line.replace(/\\(?=[-_|.])/g, '').trim();
