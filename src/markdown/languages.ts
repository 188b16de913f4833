/** The names clients show for languages, each with what people write for it after a fence. */
const LANGUAGES: Record<string, string> = {
  Bash: 'bash sh shell zsh ksh',
  'Bash Session': 'console shell-session',
  Batchfile: 'bat batch dosbatch',
  C: 'c h',
  'C#': 'csharp c# cs',
  'C++': 'cpp c++ cc hpp',
  CSS: 'css',
  Clojure: 'clojure clj',
  Dart: 'dart',
  Diff: 'diff udiff patch',
  Docker: 'docker dockerfile',
  Elixir: 'elixir ex exs',
  Elm: 'elm',
  Erlang: 'erlang erl',
  'F#': 'fsharp f#',
  Fortran: 'fortran f90',
  Go: 'go golang',
  GraphQL: 'graphql',
  Groovy: 'groovy',
  HTML: 'html',
  Haskell: 'haskell hs',
  INI: 'ini cfg',
  JSON: 'json',
  Java: 'java',
  JavaScript: 'javascript js node',
  Julia: 'julia jl',
  Kotlin: 'kotlin kt',
  Lua: 'lua',
  Makefile: 'make makefile mf',
  Markdown: 'markdown md',
  Matlab: 'matlab',
  Nix: 'nix nixos',
  OCaml: 'ocaml ml',
  'Objective-C': 'objective-c objc objectivec',
  PHP: 'php',
  Perl: 'perl pl',
  PowerShell: 'powershell ps1 pwsh',
  Properties: 'properties',
  Python: 'python py python3 py3 sage',
  'Python 2.x': 'python2 py2',
  R: 'r splus',
  Ruby: 'ruby rb',
  Rust: 'rust rs',
  SCSS: 'scss',
  SQL: 'sql',
  Scala: 'scala',
  Scheme: 'scheme scm',
  Swift: 'swift',
  TOML: 'toml',
  TeX: 'tex latex',
  'Text only': 'text',
  TypeScript: 'typescript ts',
  XML: 'xml xsl svg rss',
  YAML: 'yaml yml',
  Zig: 'zig',
};

const byAlias = new Map(Object.entries(LANGUAGES).flatMap(([name, aliases]) => aliases.split(' ').map((alias) => [alias, name] as const)));

/** Whether code can be said to be in this language. */
export const isLanguage = (name: string): boolean => byAlias.has(name.toLowerCase());

/** What stands after an opening fence as the language's name; an unknown one under the name it was given. */
export function languageOf(info: string): string {
  const written = /^\s*\{?\s*\.?([^\s}]*)/.exec(info)![1]!;
  return byAlias.get(written.toLowerCase()) ?? written;
}
