import type { App } from '../../../../app.ts';
import type { User } from '../../../people/users/types.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { fr } from './fr.ts';

const LANGUAGES: Record<string, Words> = { en, de, fr };

/** The texts of a language, or the English ones: `de-AT` uses German. */
export const translationsIn = (language: string): { language: string; words: Words } => {
  const [plain = ''] = language.toLowerCase().split(/[-_]/);
  return Object.hasOwn(LANGUAGES, plain)
    ? { language: plain, words: LANGUAGES[plain]! }
    : { language: 'en', words: en };
};

/** The language of a mail: the recipient's, or the organization's if they have no account yet. */
export const translationsFor = (app: App, user?: User): Words =>
  translationsIn(user?.settings.default_language ?? app.realm.get('default_language')).words;
