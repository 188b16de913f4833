import { type Grammar, mapWords } from './lexer.ts';
import { COMMENTS, named, WORD } from './pieces.ts';

export const php: Grammar = {
  name: 'nx',
  // A snippet without `<?php` is code. Zulip treats all text as code, including the HTML before the first tag.
  startIn: (code) => (/^\s*</.test(code) ? undefined : 'php'),
  words: mapWords({
    nb: 'isset unset empty count strlen strpos str_replace substr explode implode array_map array_filter array_merge array_keys array_values in_array is_array is_null is_string is_numeric json_encode json_decode print_r var_dump printf sprintf trim intval floatval strtolower strtoupper file_get_contents file_put_contents preg_match preg_replace date time define defined die exit header',
    k: 'null true false and E_PARSE old_function E_ERROR or as E_WARNING parent eval PHP_OS break case extends PHP_VERSION cfunction FALSE print for require continue foreach require_once declare return default static do switch stdClass echo else TRUE elseif var if xor enddeclare include virtual endfor include_once while endforeach global endif list endswitch new endwhile not array E_ALL NULL final php_user_filter interface implements public private protected abstract clone try catch throw this use namespace trait yield finally match fn readonly goto instanceof insteadof const enum self callable',
    'k>tag': 'class',
    'k>function': 'function',
  }),
  states: {
    root: [
      [/<\?(?:php|=)?/y, 'cp', 'php'],
      [/[^<]+|</y, 'x'],
    ],
    php: [
      [/\?>/y, 'cp', '-'],
      [/\s+/y, ''],
      [/#(?!\[)[^\n]*/y, 'c1'],
      [/\/\*\*[\s\S]*?(?:\*\/|$)/y, 'sd'],
      ...COMMENTS,
      [/<<<(['"]?)(\w+)\1\n[\s\S]{0,1000}?\n[^\S\n]*\2\b/y, 'sh'],
      [/(->|::)(\s*)([A-Za-z_]\w*)/y, ['o', '', 'na']],
      [/\$\w+/y, 'nv'],
      [
        /(function)(\s+)(&?)(__(?:construct|destruct|call|callStatic|get|set|isset|unset|sleep|wakeup|toString|invoke|clone)\b)/y,
        ['k', '', 'o', 'fm'],
      ],
      [/\b(?:namespace|use)\b/y, 'k'],
      [/\\?[A-Za-z_][\w\\]*\\[\w\\]*|\\[A-Za-z_]\w*/y, 'nx'],
      WORD,
      [/\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y, 'mf'],
      [/0[xX][\da-fA-F_]+/y, 'mh'],
      [/0[0-7]+/y, 'mo'],
      [/\d[\d_]*/y, 'mi'],
      [/'(?:\\[\s\S]|[^'\\])*'?/y, 's1'],
      [/"/y, 's2', 'string'],
      [/[~!%^&*+=|:.<>/@?-]+/y, 'o'],
      [/[[\]{}();,]+/y, 'p'],
    ],
    string: [
      [/"/y, 's2', '-'],
      [/\\(?:[nrtve$"\\]|[0-7]{1,3}|x[\da-fA-F]{1,2})/y, 'se'],
      [/\$\w+(?:\[\w+\]|->\w+)?/y, 'si'],
      [/\{\$[^}\n]*\}/y, 'si'],
      [/[^"\\${]+|[\s\S]/y, 's2'],
    ],
    tag: named('nc').map(([pattern, kind, then]) => [pattern, kind === 'w' ? '' : kind, then]),
    function: named('nf').map(([pattern, kind, then]) => [pattern, kind === 'w' ? '' : kind, then]),
  },
};

/** PHP in a page or script of another language. A snippet without an opening tag is only PHP, as in Zulip. */
export const phpWithin = (outer: string): Grammar => ({
  ...php,
  outer,
  startIn: (code) => (code.includes('<?') || /^\s*</.test(code) ? undefined : 'php'),
});
