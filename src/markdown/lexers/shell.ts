import type { Grammar, Rule } from './lexer.ts';

const SH_VARIABLES: Rule[] = [
  [/\$\(\(/y, 'k', 'sum'],
  [/\$\(/y, 'k', 'call'],
  [/\$\{/y, 'si', 'brace'],
  [/\$(?:[A-Za-z_]\w*|\d+|[#$?!_*@-])/y, 'nv'],
  [/\$(?=")/y, 's2'],
];
const SH_CODE: Rule[] = [
  [
    /(?<![\w.\-/$])(?:if|fi|else|while|in|do|done|for|then|return|function|case|select|break|continue|until|esac|elif)(?![\w.=/-])/y,
    'k',
  ],
  [
    /(?<![\w.\-/$])(?:alias|bg|bind|builtin|caller|cd|command|compgen|complete|declare|dirs|disown|echo|enable|eval|exec|exit|export|false|fc|fg|getopts|hash|help|history|jobs|kill|let|local|logout|popd|printf|pushd|pwd|read|readonly|set|shift|shopt|source|suspend|test|time|times|trap|true|type|typeset|ulimit|umask|unalias|unset|wait)(?=[\s)`]|[;&|]|$)/y,
    'nb',
  ],
  [/#[^\n]*/y, 'c1'],
  [/\\[\s\S]/y, 'se'],
  [/([A-Za-z_]\w*)((?:\[[^\]\n]*\])?[^\S\n]*)(\+?=)/y, ['nv', '', 'o']],
  [/<<<|<<-?[^\S\n]*(['"]?)\\?(\w+)\1[\s\S]{0,1000}?\n\2\b/y, 's'],
  [/\[\[?|\]\]?|[{}()=]/y, 'o'],
  [/&&|\|\|/y, 'o'],
];
const SH_DATA: Rule[] = [
  ...SH_VARIABLES,
  [/\$?"(?:\\[\s\S]|[^"\\$`])*(?:"|$)/y, 's2'],
  [/"/y, 's2', 'string'],
  [/\$'(?:\\[\s\S]|[^'\\])*(?:'|$)/y, 's1'],
  [/'[^']*(?:'|$)/y, 's1'],
  [/;/y, 'p'],
  [/&/y, 'p'],
  [/\|/y, 'p'],
  [/\s+/y, 'w'],
  [/\d+(?![\w.-])/y, 'm'],
  [/[^=\s[\]{}()$"'`\\<&|;#]+|[#\]]/y, ''],
  [/</y, ''],
  [/`/y, 'sb', 'ticks'],
];
const SH_SUM: Rule[] = [
  ...SH_DATA.slice(0, 5),
  [/[-+*/%^|&!<>=~?:]|\*\*/y, 'o'],
  [/\d+#\d+|\d+/y, 'm'],
  [/\s+/y, 'w'],
  [/\(/y, 'o', 'group'],
  [/[A-Za-z_]\w*/y, 'nv'],
];
export const bash: Grammar = {
  plain: /\$/,
  states: {
    root: [[/(?<![\s\S])#!.*/y, 'ch'], ...SH_CODE, ...SH_DATA],
    string: [
      [/"/y, 's2', '-'],
      [/(?:\\[\s\S]|[^"\\$`])+/y, 's2'],
      ...SH_VARIABLES,
      [/`/y, 'sb', 'ticks'],
      [/[\s\S]/y, 's2'],
    ],
    call: [[/\)/y, 'k', '-'], ...SH_CODE, ...SH_DATA],
    ticks: [[/`/y, 'sb', '-'], ...SH_CODE, ...SH_DATA],
    brace: [
      [/\}/y, 'si', '-'],
      [/:-/y, 'k'],
      [/[A-Za-z0-9_]+/y, 'nv'],
      [/[^:}"'`$\\]+/y, 'p'],
      [/:/y, 'p'],
      ...SH_DATA,
    ],
    sum: [[/\)\)/y, 'k', '-'], ...SH_SUM],
    group: [[/\)/y, 'o', '-'], ...SH_SUM],
  },
};

export const consoleSession: Grammar = {
  states: {
    root: [
      [
        /((?:\([^)\n]{1,60}\)[^\S\n]*)?(?:[\w.-]+@[\w.-]+(?::[^$#%\n]{0,100})?|\[[^\]\n]{1,100}\])?[$#%>][^\S\n]?)([^\n]*)/y,
        ['gp', '@bash'],
      ],
      [/[^\n]+/y, 'go'],
      [/\n/y, ''],
    ],
  },
};
