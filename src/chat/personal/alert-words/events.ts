import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';

const words = { alert_words: Type.Array(Type.String()) };

/** All of one's alert words anew. Told to oneself alone. */
export const alertWordsChanged = event('alert_words', undefined, words);

export const alertWords = state('alert_words', words, ({ app, user }) => ({
  alert_words: user ? app.alertWords.ofUser(user.id) : [],
}));
