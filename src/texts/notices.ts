import { clientLanguage } from '../shared/languages.ts';
import type { NoticeText } from './keys.ts';
import { type Translator, translatorFor } from './translator.ts';

/** Texts of notifications, messages and imports, in a language: `de-AT` uses German, unknown ones use English. */
export const noticesIn = (language: string): Translator<NoticeText, Record<never, never>> =>
  translatorFor('notices', clientLanguage(language) ?? 'en');
