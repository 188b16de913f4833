import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';

const words = { alert_words: Type.Array(Type.String()) };

/** All of a user's alert words. Only they receive it. */
export const alertWordsChanged = event('alert_words', undefined, words);

export const alertWords = state('alert_words', words, ({ app, user }) => ({
  alert_words: user ? app.alertWords.ofUser(user.id) : [],
}));
