import { clientLanguage } from '../shared/languages.ts';
import type { NoticePlurals, NoticeText } from './keys.ts';
import { type Translator, translatorFor } from './translator.ts';

/** Texts of notifications, messages and imports, in a language: `de-AT` uses German, unknown ones use English. */
export const noticesIn = (language: string): Translator<NoticeText, NoticePlurals> =>
  translatorFor('notices', clientLanguage(language) ?? 'en');
