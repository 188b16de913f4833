import type { Command } from 'commander';
import { program } from './program.ts';

/** What may follow each command: by the words that lead to it (`user create`). */
function words(of: Command, path: string, found: Map<string, string[]>): Map<string, string[]> {
  const flags = of.options.flatMap(({ long }) => long ?? []);
  found.set(path, [...of.commands.map((one) => one.name()), ...flags, '--help']);
  for (const one of of.commands) words(one, `${path} ${one.name()}`.trim(), found);
  return found;
}

/** Prints a script that has the shell complete commands and flags. */
export function completion(shell: 'bash' | 'zsh' | 'fish'): void {
  const known = words(program(), '', new Map());
  process.stdout.write(SCRIPTS[shell](known));
}

const cases = (known: ReadonlyMap<string, readonly string[]>, line: (path: string, words: readonly string[]) => string): string =>
  [...known].map(([path, words]) => line(path, words)).join('\n');

const paths = (known: ReadonlyMap<string, unknown>): string =>
  [...known.keys()]
    .filter((path) => path !== '')
    .map((path) => `"${path}"`)
    .join('|');

const SCRIPTS: Record<'bash' | 'zsh' | 'fish', (known: ReadonlyMap<string, readonly string[]>) => string> = {
  bash: (known) => `# klatch completion bash > /etc/bash_completion.d/klatch
_klatch() {
  local path= next word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in ${paths(known)}) path="$next" ;; esac
  done
  case "$path" in
${cases(known, (path, all) => `    "${path}") words="${all.join(' ')}" ;;`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _klatch klatch
`,
  zsh: (known) => `#compdef klatch
# klatch completion zsh > "\${fpath[1]}/_klatch"
_klatch() {
  local path= next word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${path:+$path }$word"
    case "$next" in (${paths(known)}) path="$next" ;; esac
  done
  case "$path" in
${cases(known, (path, all) => `    ("${path}") found=(${all.join(' ')}) ;;`)}
  esac
  compadd -a found || _files
}
compdef _klatch klatch
`,
  fish: (known) => `# klatch completion fish > ~/.config/fish/completions/klatch.fish
function __klatch_words
  set -l path
  for word in (commandline -opc)[2..]
    set -l next (string join ' ' -- $path $word)
    switch "$next"
      case ${[...known.keys()]
        .filter((path) => path !== '')
        .map((path) => `'${path}'`)
        .join(' ')}
        set path $next
    end
  end
  switch "$path"
${cases(known, (path, all) => `    case '${path}'\n      string split ' ' -- '${all.join(' ')}'`)}
  end
end
complete -c klatch -a '(__klatch_words)'
`,
};
