import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { alertWordsChanged } from './events.ts';

/**
 * Adds alert words. Returns all of them. Blank words, and words that differ only by case from existing ones, change
 * nothing.
 */
export function addAlertWords(app: App, user: User, words: readonly string[]): string[] {
  return change(app, user, words, (word) => app.alertWords.add(user.id, word));
}

/** Removes alert words. Returns the remaining ones. */
export function removeAlertWords(app: App, user: User, words: readonly string[]): string[] {
  return change(app, user, words, (word) => app.alertWords.remove(user.id, word));
}

function change(app: App, user: User, words: readonly string[], one: (word: string) => boolean): string[] {
  return app.db.write(() => {
    const clean = words.map((word) => word.trim()).filter((word) => word !== '');
    const changed = clean.map(one).some(Boolean);
    const alert_words = app.alertWords.ofUser(user.id);
    if (changed) app.events.publish(alertWordsChanged({ alert_words }), [user.id]);
    return alert_words;
  });
}
