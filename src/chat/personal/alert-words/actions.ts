import type { App } from '../../../app.ts';
import { removeInvisible } from '../../../shared/plain-letters.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { alertWordsChanged } from './events.ts';

/**
 * Adds alert words. Returns all of them. Blank words, and words that differ only by case from existing ones, change
 * nothing.
 */
export function addAlertWords(app: App, user: User, words: readonly string[]): string[] {
  const known = new Set(app.alertWords.ofUser(user.id).map((word) => word.toLowerCase()));
  const added = Map.groupBy(cleanWords(words), (word) => word.toLowerCase());
  for (const key of known) added.delete(key);
  requireRoom(app, 'alert_word', { added: [...added.values()].map(([first]) => [first]) }, user.id);
  return change(app, user, words, (word) => app.alertWords.add(user.id, word));
}

/** Removes alert words. Returns the remaining ones. */
export function removeAlertWords(app: App, user: User, words: readonly string[]): string[] {
  return change(app, user, words, (word) => app.alertWords.remove(user.id, word));
}

function change(app: App, user: User, words: readonly string[], one: (word: string) => boolean): string[] {
  return app.db.write(() => {
    const changed = cleanWords(words).map(one).some(Boolean);
    const alert_words = app.alertWords.ofUser(user.id);
    if (changed) app.events.publish(alertWordsChanged({ alert_words }), [user.id]);
    return alert_words;
  });
}

const cleanWords = (words: readonly string[]): string[] =>
  words.map((word) => word.normalize('NFC').trim()).filter((word) => removeInvisible(word) !== '');
