import { LANGUAGES } from '../shared/code-languages.ts';

/**
 * highlight.js's grammars of each language: the first is the language itself, the others may be embedded in it. A
 * missing entry uses the language's first alias.
 */
const GRAMMARS: Record<string, string> = {
  'Bash Session': 'shell bash',
  Batchfile: 'dos',
  'Common Lisp': 'lisp',
  Docker: 'dockerfile bash',
  'Django/Jinja': 'django xml',
  EmacsLisp: 'lisp',
  GAS: 'x86asm',
  HTML: 'xml css javascript',
  JSX: 'javascript xml',
  Makefile: 'makefile bash',
  Markdown: 'markdown xml',
  MySQL: 'sql',
  NASM: 'x86asm',
  'Objective-C': 'objectivec',
  'PostgreSQL SQL dialect': 'pgsql',
  'Python 2.x': 'python',
  Racket: 'scheme',
  Sass: 'scss',
  TeX: 'latex',
  TOML: 'ini',
  TSX: 'typescript xml',
  'VB.net': 'vbnet',
  // These languages have a name but no grammar.
  Solidity: '',
  Terraform: '',
  'Text only': '',
  Zig: '',
};

const byAlias = new Map(
  Object.entries(LANGUAGES).flatMap(([name, aliases]) => aliases.split(' ').map((alias) => [alias, name] as const)),
);

/** Whether code can be labeled with this language. */
export const isLanguage = (name: string): boolean => byAlias.has(name.toLowerCase());

/** Returns the display name of a language written after an opening fence. An unknown one is returned as written. */
export const languageNamed = (written: string): string => byAlias.get(written.toLowerCase()) ?? written;

/** The highlight.js grammars that a language needs. Empty for an unknown language. */
export const listGrammars = (name: string): string[] =>
  Object.hasOwn(LANGUAGES, name)
    ? (GRAMMARS[name] ?? LANGUAGES[name]!.split(' ', 1)[0]!).split(' ').filter(Boolean)
    : [];
