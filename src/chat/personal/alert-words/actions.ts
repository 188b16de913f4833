import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { alertWordsChanged } from './events.ts';

/** Waits for more words; the answer is all of them. Blank ones and those there already, in whatever case, change nothing. */
export function addAlertWords(app: App, user: User, words: readonly string[]): string[] {
  return change(app, user, words, (word) => app.alertWords.add(user.id, word));
}

/** Waits for these words no more; the answer is what is left. */
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
