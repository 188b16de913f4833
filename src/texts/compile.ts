import { type GetTextTranslation, po } from 'gettext-parser';
import { type Catalog, PLURAL_CATEGORIES, SECTIONS, type Texts } from './catalog.ts';

// Runs when the project is built, and when the server runs from its sources.

/** Compiles a language's PO file. Texts without a translation, or with one that needs editing, stay out. */
export function compileTexts(file: string, language: string): Texts {
  const { translations } = po.parse(file);
  const categories = pluralCategories(language);
  const compileSection = (section: string): Catalog =>
    Object.fromEntries(
      Object.values(translations[section] ?? {})
        .filter(isTranslated)
        .map(({ msgid, msgid_plural, msgstr }) =>
          msgid_plural === undefined
            ? [msgid, msgstr[0]!]
            : [msgid_plural, Object.fromEntries(categories.map((category, at) => [category, msgstr[at]!]))],
        ),
    );
  return Object.fromEntries(SECTIONS.map((section) => [section, compileSection(section)])) as unknown as Texts;
}

/** The categories of a language, in the order of its forms in the file. */
export function pluralCategories(language: string): Intl.LDMLPluralRule[] {
  const { pluralCategories: own } = new Intl.PluralRules(language).resolvedOptions();
  return PLURAL_CATEGORIES.filter((category) => own.includes(category));
}

const isTranslated = ({ msgstr, comments }: GetTextTranslation): boolean =>
  msgstr.every((form) => form !== '') && !comments?.flag?.split(', ').includes('fuzzy');
