import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteLayout, shortcutKey } from '../../src/web/keyboard/layout.ts';
import { SHORTCUTS } from '../../src/web/keyboard/shortcuts.ts';

const letters = (text: string) => [...text].map((letter) => `Key${letter}`);
const CODES = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `Digit${digit}`),
  ...['Minus', 'Equal'],
  ...letters('QWERTYUIOP'),
  ...['BracketLeft', 'BracketRight'],
  ...letters('ASDFGHJKL'),
  ...['Semicolon', 'Quote'],
  ...letters('ZXCVBNM'),
  ...['Comma', 'Period', 'Slash'],
];
/** The characters of all keys: plain, and with Shift. */
const US = ["1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./", '!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'];
const DVORAK = ["1234567890[]',.pyfgcrl/=aoeuidhtns-;qjkxbmwvz", '!@#$%^&*(){}"<>PYFGCRL?+AOEUIDHTNS_:QJKXBMWVZ'];
const GERMAN = ['1234567890ß´qwertzuiopü+asdfghjklöäyxcvbnm,.-', '!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_'];
const OTHERS = [
  ['1234567890-=йцукенгшщзхъфывапролджэячсмитьбю.', '!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,'],
  ["1234567890-=;ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./", '!@#$%^&*()_+:΅ΕΡΤΥΘΙΟΠ{}ΑΣΔΦΓΗΞΚΛ¨"ΖΧΨΩΒΝΜ<>?'],
  ["1234567890-=/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.", '!@#$%^&*)(_+QWERTYUIOP}{ASDFGHJKL:"ZXCVBNM><?'],
];

/** The key of a layout at the place that has `key` in the layout `at`. */
function press([plain, shifted]: readonly string[], at: readonly string[], key: string) {
  const shiftKey = !at[0]!.includes(key);
  const place = at[shiftKey ? 1 : 0]!.indexOf(key);
  return { key: [...(shiftKey ? shifted! : plain!)][place]!, code: CODES[place]!, shiftKey };
}

const signs = Object.values(SHORTCUTS)
  .flat()
  .map((name) => name.replace('Ctrl+', ''))
  .filter((name) => name.length === 1 && name !== ' ');
/** Those of the message field. */
const formats = [...'bielLxX>v'];

test('every shortcut works at its place of a US keyboard with layouts of other scripts', () => {
  for (const layout of OTHERS)
    for (const sign of [...signs, ...formats]) {
      noteLayout({ key: layout[0]!.at(-5)! });
      const pressed = press(layout, US, sign);
      assert.equal(shortcutKey(pressed), sign, JSON.stringify(pressed));
    }
});

test('every shortcut is the key with its character on layouts with Latin letters', () => {
  for (const layout of [US, DVORAK, GERMAN]) {
    noteLayout({ key: 'a' });
    for (const sign of [...signs, ...formats].filter((one) => layout.join('').includes(one)))
      assert.equal(shortcutKey(press(layout, layout, sign)), sign);
    const pressed = press(GERMAN, GERMAN, 'Ö');
    assert.equal(shortcutKey(pressed), 'Ö', 'a Latin letter is no sign of another layout');
  }
});
