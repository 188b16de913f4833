import { type Grammar, mapWords, type Rule } from './lexer.ts';

const ATTRIBUTES: Rule[] = [
  [/\s+/y, ''],
  [/([\w:@.-]+)(\s*)(=)(\s*)/y, ['na', '', 'o', ''], 'value'],
  [/[\w:@.#*()[\]-]+/y, 'na'],
  [/(\/?)(\s*)(>)/y, ['p', '', 'p'], '-'],
];
const VALUE: Rule[] = [
  [/"[^"]*"?/y, 's', '-'],
  [/'[^']*'?/y, 's', '-'],
  [/[^\s>]+/y, 's', '-'],
];
/** Text between elements. */
const TEXT: Rule[] = [
  [/[^<&]+/y, ''],
  [/&[^;\s<&]{1,40};/y, 'ni'],
  [/&/y, ''],
  [/<!--[\s\S]*?(?:-->|$)/y, 'cm'],
  [/<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/y, 'cp'],
  [/<![^>]*>?/y, 'cp'],
  [/<\?[\s\S]*?(?:\?>|$)/y, 'cp'],
];
export const html: Grammar = {
  states: {
    root: [
      ...TEXT,
      [/(<)(\s*)(script)\b/iy, ['p', '', 'nt'], 'script'],
      [/(<)(\s*)(style)\b/iy, ['p', '', 'nt'], 'style'],
      [/(<)(\s*)(\/)(\s*)([\w:.-]+)(\s*)(>)/y, ['p', '', 'p', '', 'nt', '', 'p']],
      [/(<)(\s*)([\w:.-]+)/y, ['p', '', 'nt'], 'tag'],
      [/</y, 'err'],
    ],
    tag: ATTRIBUTES,
    value: VALUE,
    script: [
      [/([^\S\n]*>)([\s\S]*?)(?=<\s*\/\s*script\s*>|(?![\s\S]))/iy, ['p', '@javascript'], '-'],
      ...ATTRIBUTES.slice(0, 3),
    ],
    style: [
      [/([^\S\n]*>)([\s\S]*?)(?=<\s*\/\s*style\s*>|(?![\s\S]))/iy, ['p', '@css'], '-'],
      ...ATTRIBUTES.slice(0, 3),
    ],
  },
};
export const xml: Grammar = {
  states: {
    root: [...TEXT, [/<[\w:.-]+/y, 'nt', 'tag'], [/<\s*\/\s*[\w:.-]+\s*>/y, 'nt'], [/</y, 'err']],
    tag: [
      [/\s+/y, 'w'],
      [/([\w:.-]+\s*=)(\s*)/y, ['na', ''], 'value'],
      [/\/?\s*>/y, 'nt', '-'],
    ],
    value: VALUE,
  },
};

const CSS_VALUE: Rule[] = [
  [/\s+/y, 'w'],
  [/\/\*[\s\S]*?(?:\*\/|$)/y, 'c'],
  [/url(?=\()/y, 'nb'],
  [/(\()([^\s"'()]+)(\))/y, ['p', 'sx', 'p']],
  [/#[\da-fA-F]{3,8}\b/y, 'mh'],
  [/![^\S\n]*important/y, 'cp'],
  [/([+-]?\d*\.\d+(?:[eE][+-]?\d+)?)(%|[a-zA-Z]+)?/y, ['mf', 'kt']],
  [/([+-]?\d+)(%|[a-zA-Z]+)?/y, ['mi', 'kt']],
  [
    /(?:rgba?|hsla?|hwb|lab|lch|var|calc|min|max|clamp|linear-gradient|radial-gradient|translate[XYZ]?|rotate|scale|attr|counter)(?=\()/y,
    'nb',
  ],
  [/--[\w-]+/y, 'n'],
  [/"(?:\\[\s\S]|[^"\\\n])*"?/y, 's2'],
  [/'(?:\\[\s\S]|[^'\\\n])*'?/y, 's1'],
  [/[A-Za-z_-][\w-]*/y, '*'],
  [/[~^*!%&<>|+=@:./?#-]+/y, 'o'],
  [/[[\](),]/y, 'p'],
];
export const css: Grammar = {
  plain: /[^\x00-\x7f]/,
  words: mapWords({
    kc: 'absolute all auto baseline block bold bolder border-box both bottom break-word capitalize center circle clip collapse column column-reverse contain content-box cover currentcolor cursive dashed decimal default disc dotted double ease ease-in ease-in-out ease-out ellipsis end fantasy fixed flex flex-end flex-start flow-root forwards grid hidden infinite inherit initial inline inline-block inline-flex inside inset italic justify left lighter linear list-item lowercase ltr medium middle monospace move no-repeat none normal not-allowed nowrap oblique outset outside pointer pre pre-line pre-wrap relative repeat repeat-x repeat-y revert ridge right row row-reverse rtl sans-serif scroll serif small small-caps smaller solid space-around space-between square start static sticky stretch sub super table table-cell text thick thin top transparent underline unset uppercase vertical visible wait wrap aqua black blue fuchsia gray green lime maroon navy olive orange purple red silver teal white yellow pink brown gold',
  }),
  states: {
    root: [
      [/\s+/y, 'w'],
      [/\/\*[\s\S]*?(?:\*\/|$)/y, 'c'],
      [/(@)([\w-]+)/y, ['p', 'k'], 'at'],
      [/\{/y, 'p', 'block'],
      [/(:{1,2})([\w-]+)/y, ['p', 'nd']],
      [/(\.)([\w-]+)/y, ['p', 'nc']],
      [/(#)([\w-]+)/y, ['p', 'nn']],
      [/[\w-]+/y, 'nt'],
      [/[~^*!%&$[\]()<>|+=@:;,./?}-]/y, 'o'],
      [/"(?:\\[\s\S]|[^"\\\n])*"?/y, 's2'],
      [/'(?:\\[\s\S]|[^'\\\n])*'?/y, 's1'],
    ],
    at: [[/\{/y, 'p', '=within'], [/;/y, 'p', '-'], [/\s+/y, 'w'], [/[\w-]+(?=\s*:)/y, 'nt'], ...CSS_VALUE],
    within: [],
    block: [
      [/\s+/y, 'w'],
      [/\}/y, 'p', '-'],
      [/\/\*[\s\S]*?(?:\*\/|$)/y, 'c'],
      [/(--[\w-]+|\$[\w-]+)(\s*)(:)/y, ['nv', 'w', 'p'], 'value'],
      [/([a-zA-Z_-][\w-]*)(\s*)(:)/y, ['k', 'w', 'p'], 'value'],
      [/[^\s{}]/y, ''],
    ],
    value: [[/;/y, 'p', '-'], [/(?=\})/y, '', '-'], ...CSS_VALUE],
  },
};
(css.states.within as Rule[]).push([/\}/y, 'p', '-'], ...css.states.root);

export const json: Grammar = {
  states: {
    root: [
      [/\s+/y, 'w'],
      [/"(?:\\[\s\S]|[^"\\])*"(?=\s*:)/y, 'nt'],
      [/"(?:\\[\s\S]|[^"\\])*"?/y, 's2'],
      [/-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/y, 'mf'],
      [/-?\d+/y, 'mi'],
      [/true|false|null/y, 'kc'],
      [/\/\/[^\n]*/y, 'c1'],
      [/\/\*[\s\S]*?(?:\*\/|$)/y, 'cm'],
      [/[{}[\],:]+/y, 'p'],
      [/[^\s{}[\],:"]/y, 'err'],
    ],
  },
};

export const yaml: Grammar = {
  states: {
    root: [
      [/#[^\n]*/y, 'c1'],
      [/(?<=^|\n)(?:---|\.\.\.)(?=\s|$)/y, 'nn'],
      [/(?<=^|\n)%[^\n]*/y, 'cp'],
      [/\n/y, 'w'],
      [/[^\S\n]+/y, 'w'],
      [/-(?=\s|$)/y, 'p p-Indicator', 'entry'],
      [/\?(?=\s)/y, 'p p-Indicator'],
      [/(?:[^\s#:{}[\],&*!|>'"%@`-]|-(?=\S))(?:[^\n:#]|:(?=\S)|(?<=\S)#)*(?<=\S)(?=[^\S\n]*:(?:\s|$))/y, 'nt'],
      [/(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*')(?=[^\S\n]*:(?:\s|$))/y, 'nt'],
      [/:(?=\s|$)/y, 'p', 'value'],
      [/[^\n]/y, '', 'value'],
    ],
    entry: [
      [/[^\S\n]+/y, 'w'],
      [/(?:[^\s#:{}[\],&*!|>'"%@`-]|-(?=\S))(?:[^\n:#]|:(?=\S)|(?<=\S)#)*(?<=\S)(?=[^\S\n]*:(?:\s|$))/y, 'nt', '-'],
      [/(?=[\s\S])/y, '', '=value'],
    ],
    value: [
      [/[^\S\n]+/y, 'w'],
      [/#[^\n]*/y, 'c1'],
      [/[|>][+-]?\d?(?=[^\S\n]*(?:#|\n|$))/y, 'p p-Indicator', '=block'],
      [/![\w!.:/-]*/y, 'kt'],
      [/&[\w-]+/y, 'nl'],
      [/\*[\w-]+/y, 'nv'],
      [/"(?:\\[\s\S]|[^"\\])*"?/y, 's'],
      [/'(?:''|[^'])*'?/y, 's'],
      [/[{[]/y, 'p p-Indicator', 'flow'],
      [
        /(?:[^\n#{}[\],:"'&*!|>\s]|:(?=\S))(?:[^\n#:]|(?<=\S)#|:(?=\S))*?(?<=\S)(?=[^\S\n]*(?:\n|$|\s#|:\s))/y,
        'l l-Scalar l-Scalar-Plain',
      ],
      [/[^\n]/y, ''],
    ],
    flow: [
      [/\s+/y, 'w'],
      [/[}\]]/y, 'p p-Indicator', '-'],
      [/[{[]/y, 'p p-Indicator', 'flow'],
      [/[,:?]/y, 'p p-Indicator'],
      [/#[^\n]*/y, 'c1'],
      [/&[\w-]+/y, 'nl'],
      [/\*[\w-]+/y, 'nv'],
      [/"(?:\\[\s\S]|[^"\\])*"?/y, 's'],
      [/'(?:''|[^'])*'?/y, 's'],
      [/[^\s{}[\],:#"'][^\n{}[\],:#"']*?(?<=\S)(?=\s*:)/y, 'nt'],
      [/[^\s{}[\],:#"'](?:[^\n{}[\],:#"']*[^\s{}[\],:#"'])?/y, 'nv'],
    ],
    block: [
      [/\n(?:[^\S\n][^\n]*(?:\n|$)|\n)*/y, 'no', '-'],
      [/[^\n]+/y, ''],
    ],
  },
};

const line = (start: string): RegExp => new RegExp(`(?<=^|\\n)(?:${start})[^\\n]*`, 'y');
export const diff: Grammar = {
  states: {
    root: [
      [/(?<=^|\n)( )([^\n]*)/y, ['w', '']],
      [line('---'), 'gd'],
      [line('\\+\\+\\+'), 'gi'],
      [line('\\+'), 'gi'],
      [line('-'), 'gd'],
      [line('!'), 'gs'],
      [line('@'), 'gu'],
      [line('[Ii]ndex|diff'), 'gh'],
      [line('='), 'gh'],
      [/[^\n]+/y, ''],
      [/\n/y, ''],
    ],
  },
};
