import type { App } from '../../../../app.ts';
import { languageMatcher } from '../../../../shared/languages.ts';
import type { User } from '../../../people/users/types.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { ptBr } from './pt-br.ts';
import { ru } from './ru.ts';
import { zhHans } from './zh-hans.ts';

const LANGUAGES = { en, ar, de, es, fr, he, it, ja, nl, pl, 'pt-br': ptBr, ru, 'zh-hans': zhHans } satisfies Record<
  string,
  Words
>;

/** The languages of mails, as codes of `default_language`. */
export const MAIL_LANGUAGES = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];

const languageOf = languageMatcher(MAIL_LANGUAGES);

/** The texts of a language, or the English ones: `de-AT` uses German. */
export const translationsIn = (language: string): { language: string; words: Words } => {
  const code = languageOf(language) ?? 'en';
  return { language: code, words: LANGUAGES[code] };
};

/** The language of a mail: the recipient's, or the organization's if they have no account yet. */
export const translationsFor = (app: App, user?: User): Words =>
  translationsIn(user?.settings.default_language ?? app.realm.get('default_language')).words;
