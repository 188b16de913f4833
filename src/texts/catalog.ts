/** The parts of a language's file. Each is loaded where its texts are shown. */
export const SECTIONS = ['client', 'errors', 'worker', 'pages', 'page-errors', 'mails', 'notices'] as const;
export type Section = (typeof SECTIONS)[number];

/** The plural categories, in the order of the forms in the files. */
export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * Translations of a language, keyed by the English text. A text with a number has one form for each plural category of
 * the language. Its key is the English plural.
 */
export type Catalog = Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>;

/** All translations of a language. */
export type Texts = Readonly<Record<Section, Catalog>>;

/** Values for the names in braces: `{name}`. */
export type Values = Readonly<Record<string, string | number>>;
