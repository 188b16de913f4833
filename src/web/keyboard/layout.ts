import { typesOtherScript } from '../store/local/shortcuts.ts';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** The characters of keys that are no letters on a US keyboard: plain, and with Shift. */
const SIGNS: Readonly<Record<string, string>> = {
  Digit2: '2@',
  Digit8: '8*',
  Minus: '-_',
  Equal: '=+',
  Semicolon: ';:',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
};

/** Notes the layout of the keyboard. Every key must be passed, typed text too. */
export function noteLayout({ key }: Pick<KeyboardEvent, 'key'>): void {
  if (/^\p{L}$/u.test(key)) typesOtherScript.value = !/\p{Script=Latin}/u.test(key);
}

/**
 * The value of `KeyboardEvent.key` that shortcuts compare. With a layout that has no Latin letters, it is the character
 * at the same place of a US keyboard.
 */
export function shortcutKey({ key, code, shiftKey }: Press): string {
  if (key.length !== 1 || key === ' ' || /\p{Script=Latin}/u.test(key)) return key;
  if (!typesOtherScript.peek() && !/\p{L}/u.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return SIGNS[code]?.[shiftKey ? 1 : 0] ?? key;
}
