import * as cLike from './c-like.ts';
import { go, rust } from './go-rust.ts';
import { javascript, typescript } from './javascript.ts';
import type { Grammar } from './lexer.ts';
import * as markup from './markup.ts';
import { php, phpWithin } from './php.ts';
import * as scripts from './scripts.ts';
import { bash, consoleSession } from './shell.ts';

/**
 * The most common languages, parsed by our own lexers, under the names that clients show. highlight.js finds fewer
 * kinds of words than Pygments, whose classes Zulip's clients color. Held by test/markdown/lexers.test.ts.
 */
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  Bash: bash,
  'Bash Session': consoleSession,
  C: cLike.c,
  'C#': cLike.csharp,
  'C++': cLike.cpp,
  CSS: markup.css,
  'CSS+PHP': phpWithin('css'),
  Diff: markup.diff,
  Go: go,
  HTML: markup.html,
  'HTML+PHP': phpWithin('html'),
  Java: cLike.java,
  JavaScript: javascript,
  'JavaScript+PHP': phpWithin('javascript'),
  JSON: markup.json,
  MySQL: scripts.sql,
  PHP: php,
  'PostgreSQL SQL dialect': scripts.sql,
  Python: scripts.python,
  'Python 2.x': scripts.python,
  Ruby: scripts.ruby,
  Rust: rust,
  SQL: scripts.sql,
  TypeScript: typescript,
  XML: markup.xml,
  'XML+PHP': phpWithin('xml'),
  YAML: markup.yaml,
};
/** Languages that occur within others. */
const WITHIN: Readonly<Record<string, Grammar>> = {
  bash,
  javascript,
  css: markup.css,
  html: markup.html,
  xml: markup.xml,
};

export const grammarNamed = (language: string): Grammar | undefined =>
  Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] : undefined;

export const grammarWithin = (name: string): Grammar => WITHIN[name]!;
