import { plural } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';

/** The reason why a message is too long, or undefined. The server would truncate it. */
export function lengthError(text: string): string | undefined {
  const most = store.realm.value.max_message_length;
  const length = text.length > most ? [...text].length : 0;
  return length > most
    ? plural(
        length - most,
        'This is {n} character too long. Shorten it.',
        'This is {n} characters too long. Shorten it.',
      )
    : undefined;
}
