/** Letters that Unicode does not take apart, and how people type them who have no key for them. In lower case. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
};
const WITH_PLAIN_FORM = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** Accents and vowel signs of scripts that are also written without them. */
const OPTIONAL_MARKS = /(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}])\p{M}+/gu;

/** Characters that are not shown, such as soft hyphens, joiners, marks of direction and variation selectors. */
const INVISIBLE = /\p{DI}+/gu;
/** The lengthening of Arabic letters, which has no meaning. */
const LENGTHENING = /\u0640/g;

const ASCII = /^[\x00-\x7f]*$/;

/** Removes the characters that are not shown, since they neither end a word nor change it. */
export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Normalizes a text for comparison in searches: lower case, no accents, letters that every keyboard has. */
export function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  // Most texts are ASCII, which needs no normalization. This check is much faster.
  if (ASCII.test(lower)) return lower;
  return removeInvisible(lower.normalize('NFKD'))
    .replace(LENGTHENING, '')
    .replace(OPTIONAL_MARKS, '')
    .replace(WITH_PLAIN_FORM, (letter) => PLAIN[letter]!)
    .normalize('NFC');
}
