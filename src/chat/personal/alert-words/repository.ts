import type { Database } from '../../../kernel/db/database.ts';
import { isOneWord } from '../../../markdown/highlight.ts';
import { removeInvisible } from '../../../shared/plain-letters.ts';

/** Characters that can be part of a word: a word does not begin or end beside them. */
const INSIDE = /[\p{L}\p{N}\p{M}_@#/-]/u;

/** The alert words of all users, so that a text is searched once, however many there are. */
export class AlertWords {
  /** Words in the form of `wordKey`, and their users. */
  readonly #people = new Map<string, number[]>();
  /** The lengths of the words that begin with a character. */
  readonly #lengths = new Map<string, Set<number>>();

  constructor(words: readonly { user_id: number; word_key: string }[]) {
    for (const { user_id, word_key: stored } of words) {
      const word_key = wordKey(stored);
      // Words of earlier versions may consist of characters that are not shown.
      if (word_key === '') continue;
      const people = this.#people.get(word_key);
      if (people) people.push(user_id);
      else this.#people.set(word_key, [user_id]);
      const first = word_key[0]!;
      this.#lengths.set(first, (this.#lengths.get(first) ?? new Set()).add(word_key.length));
    }
  }

  /** All users with an alert word that occurs in the text as a whole word, however it is written. */
  waitingFor(text: string): Set<number> {
    const found = new Set<number>();
    if (this.#people.size === 0) return found;
    const lower = wordKey(text);
    for (let at = 0; at < lower.length; at++) {
      const lengths = this.#lengths.get(lower[at]!);
      if (!lengths || isInside(lower, at - 1, at)) continue;
      for (const length of lengths) {
        const people = this.#people.get(lower.slice(at, at + length));
        if (people && !isInside(lower, at + length, at + length - 1)) for (const id of people) found.add(id);
      }
    }
    return found;
  }
}

/**
 * Whether a word continues from its character at `edge` to the one at `outer`. Letters of Chinese, Japanese, Korean and
 * Thai are words of their own.
 */
const isInside = (text: string, outer: number, edge: number): boolean =>
  outer >= 0 &&
  outer < text.length &&
  INSIDE.test(text[outer]!) &&
  !isOneWord(text[outer]!) &&
  !(isOneWord(text[edge]!) && IS_LETTER.test(text[outer]!));
const IS_LETTER = /[\p{L}\p{N}]/u;

/** The form in which words are compared. */
const wordKey = (text: string): string => removeInvisible(text).normalize('NFC').toLowerCase();

export const alertWordRepository = (db: Database) => {
  const all = db.all<{ user_id: number; word_key: string }, []>('SELECT user_id, word_key FROM alert_word');
  const everybodys = db.cached(['alert_word'], (_: 'words') => new AlertWords(all()), 1);
  const add = db.run<[user: number, key: string, word: string]>('INSERT OR IGNORE INTO alert_word VALUES (?, ?, ?)');
  const remove = db.run<[user: number, key: string, older: string, oldest: string]>(
    'DELETE FROM alert_word WHERE user_id = ? AND word_key IN (?, ?, ?)',
  );
  return {
    /** In alphabetical order, in their first spelling. */
    ofUser: db.column<string, [user: number]>('SELECT word FROM alert_word WHERE user_id = ? ORDER BY word_key'),
    /** The words of all users, by word. */
    everybodys: (): AlertWords => everybodys.get('words')!,
    /** Whether it is new. Words differ by more than case, composition and characters that are not shown. */
    add(user: number, word: string): boolean {
      everybodys.clear();
      return add(user, wordKey(word), word).changes > 0;
    },
    /** Whether it existed. */
    remove(user: number, word: string): boolean {
      everybodys.clear();
      // Keys had characters that are not shown in earlier versions, and were not composed in the first ones.
      const lower = word.toLowerCase();
      return remove(user, wordKey(word), lower.normalize('NFC'), lower).changes > 0;
    },
  };
};
