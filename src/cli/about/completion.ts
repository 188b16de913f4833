import type { Command } from 'commander';
import { getKey } from '../../kernel/settings/setting.ts';
import { SETTING_NAMES } from '../../settings/table.ts';
import type { DeclaredProgram } from '../declaration/build.ts';
import { selfPrintingWork } from '../declaration/command.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** Prints a script for the shell's completion of commands and flags. */
export const printCompletion = selfPrintingWork(({ shell }: { shell: Shell }, klatch) => {
  process.stdout.write(SCRIPTS[shell](findWords(klatch, '', new Map())));
});

/**
 * What can follow each command, by the words that lead to it (`user create`), and the values of flags with a fixed set
 * (`user create --role`).
 */
function findWords(of: Command, path: string, found: Map<string, string[]>): Map<string, string[]> {
  // Everything can be a flag of `klatch` itself, and that would hide the commands.
  const usual = path === '' ? undefined : of.commands.find((one) => (one as DeclaredProgram).declaration?.isDefault);
  const options = new Set([...of.options, ...(usual?.options ?? [])].flatMap(({ long }) => long ?? []));
  const choices = of.registeredArguments.flatMap(
    (one) => one.argChoices ?? (one.name() === 'setting' ? SETTING_NAMES.map(getKey) : []),
  );
  found.set(path, [...of.commands.map((one) => one.name()), ...choices, ...options, '--help']);
  for (const { long, argChoices } of of.options) if (long && argChoices) found.set(`${path} ${long}`, argChoices);
  for (const one of of.commands) findWords(one, `${path} ${one.name()}`.trim(), found);
  return found;
}

const cases = (
  known: ReadonlyMap<string, readonly string[]>,
  line: (path: string, words: readonly string[]) => string,
): string => [...known].map(([path, words]) => line(path, words)).join('\n');

const paths = (known: ReadonlyMap<string, unknown>): string =>
  [...known.keys()]
    .filter((path) => path !== '')
    .map((path) => `"${path}"`)
    .join('|');

const SCRIPTS: Record<Shell, (known: ReadonlyMap<string, readonly string[]>) => string> = {
  bash: (known) => `# klatch completion bash > /etc/bash_completion.d/klatch
_klatch() {
  local at= next word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    at="\${at%% --*}"
    next="\${at:+$at }$word"
    case "$next" in ${paths(known)}) at="$next" ;; esac
  done
  case "$at" in
${cases(known, (path, all) => `    "${path}") words="${all.join(' ')}" ;;`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _klatch klatch
`,
  zsh: (known) => `#compdef klatch
# klatch completion zsh > "\${fpath[1]}/_klatch"
_klatch() {
  local at= next word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    at="\${at%% --*}"
    next="\${at:+$at }$word"
    case "$next" in (${paths(known)}) at="$next" ;; esac
  done
  case "$at" in
${cases(known, (path, all) => `    ("${path}") found=(${all.join(' ')}) ;;`)}
  esac
  compadd -a found || _files
}
compdef _klatch klatch
`,
  fish: (known) => `# klatch completion fish > ~/.config/fish/completions/klatch.fish
function __klatch_words
  set -l at
  for word in (commandline -opc)[2..]
    set at (string replace -r ' --.*' '' -- $at)
    set -l next (string join ' ' -- $at $word)
    switch "$next"
      case ${[...known.keys()]
        .filter((path) => path !== '')
        .map((path) => `'${path}'`)
        .join(' ')}
        set at $next
    end
  end
  switch "$at"
${cases(known, (path, all) => `    case '${path}'\n      string split ' ' -- '${all.join(' ')}'`)}
  end
end
complete -c klatch -a '(__klatch_words)'
`,
};
