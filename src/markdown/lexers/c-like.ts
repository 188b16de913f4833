import { type Grammar, mapWords, type Rule } from './lexer.ts';
import { BLANKS, COMMENTS, NUMBERS, named, quoted, WORD } from './pieces.ts';

const C_WORDS = {
  k: 'asm auto break case const continue default do else enum extern for goto if register restricted return sizeof static switch typedef volatile while union struct inline restrict _Alignas _Alignof _Atomic _Noreturn _Static_assert',
  kt: 'bool int long float short double char unsigned signed void size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t ptrdiff_t wchar_t FILE',
  kr: 'inline',
  nb: 'NULL true false',
};
const C_TAIL: Rule[] = [
  BLANKS,
  [/(#)([^\S\n]*)(include)([^\S\n]+)((?:<[^>\n]*>|"[^"\n]*"))?/y, ['cp', 'w', 'cp', 'w', 'cpf']],
  [/(?<=(?:^|\n)[^\S\n]*)#(?:[^\n\\]|\\[\s\S])*/y, 'cp'],
  ...COMMENTS,
  [/(?:L|u8|[uU])(?=["'])/y, 'sa'],
  [/"/y, 's', 'string'],
  [/'(?:\\[\s\S]|[^\\'\n])+'/y, 'sc'],
  ...NUMBERS,
];
const C_NAMES: Rule[] = [
  [/[A-Za-z_]\w*(?=[^\S\n]*:(?!:)[^\S\n]*\n)(?<!\b(?:default|public|private|protected))/y, 'nl'],
  // A name before parentheses that precede a body is a function's name.
  [
    /(?<=[\w*&>][^\S\n]+\*{0,3}|[\w*&>]\s*[*&])(?!(?:if|for|while|switch|return|sizeof)\b)[A-Za-z_]\w*(?=\([^;{}()]*\)\s*\{)/y,
    'nf',
  ],
  WORD,
  [/[()[\],.]/y, 'p'],
  [/[~!%^&*+=|?:<>/-]/y, 'o'],
  [/[{};]/y, 'p'],
];
export const c: Grammar = {
  words: mapWords({ ...C_WORDS, 'k>tag': 'struct union enum' }),
  states: { root: [...C_TAIL, ...C_NAMES], string: quoted('"', 's'), tag: named('nc') },
};

export const cpp: Grammar = {
  words: mapWords({
    k: `${C_WORDS.k} catch const_cast delete dynamic_cast explicit export friend mutable new operator private protected public reinterpret_cast static_cast this throw try typeid using constexpr consteval constinit decltype noexcept override final static_assert thread_local co_await co_return co_yield concept requires template virtual typename and or not xor`,
    kt: `${C_WORDS.kt} char8_t char16_t char32_t`.replace(
      / (?:size_t|ssize_t|u?int\w+_t|u?intptr_t|ptrdiff_t|FILE)\b/g,
      '',
    ),
    nb: 'NULL nullptr true false',
    kr: 'inline',
    'k>tag': 'class struct enum union',
    'k>space': 'namespace using',
  }),
  states: {
    root: [...C_TAIL.slice(0, -4), [/R"(\w{0,16})\([\s\S]{0,1000}?\)\1"/y, 's'], ...NUMBERS, ...C_NAMES],
    string: quoted('"', 's'),
    tag: [[/(\s+)(class)\b/y, ['w', 'k']], ...named('nc')],
    space: [
      [/\s+/y, 'w'],
      [/namespace\b/y, 'k'],
      [/[\w:]+/y, 'nn', '-'],
    ],
  },
};

export const java: Grammar = {
  words: mapWords({
    k: 'assert break case catch continue default do else finally for if goto instanceof new return switch this throw try while yield',
    kd: 'abstract const enum extends final implements native private protected public sealed static strictfp super synchronized throws transient volatile non-sealed record',
    kt: 'boolean byte char double float int long short void',
    kc: 'true false null',
    'kd>tag': 'class interface record',
    'kn>space': 'import package',
  }),
  states: {
    root: [
      BLANKS,
      ...COMMENTS,
      [/@[\w.]+/y, 'nd'],
      [/"""[\s\S]*?(?:"""|$)/y, 's'],
      [/"/y, 's', 'string'],
      [/'(?:\\[\s\S]|[^\\'\n])+'/y, 'sc'],
      [/(?<=\.)[\p{L}_$][\p{L}\p{N}_$]*/uy, 'na'],
      [/\bvar\b(?=\s+\w)/y, 'kd'],
      // A type or a modifier precedes the name, parentheses follow it.
      [
        /(?<=[\w\]>][^\S\n]+)(?<!\b(?:new|return|throw|else|case)[^\S\n]+)(?!(?:if|for|while|switch|catch|return|new|super|this)\b)[\p{L}_$][\p{L}\p{N}_$]*(?=\s*\()/uy,
        'nf',
      ],
      ...NUMBERS,
      WORD,
      [/[~^*!%&[\]<>|+=/?-]/y, 'o'],
      [/[{}();:.,]/y, 'p'],
    ],
    string: [
      [/[^\\"]+/y, 's'],
      [/\\[\s\S]/y, 's'],
      [/"/y, 's', '-'],
    ],
    tag: named('nc').map(([pattern, kind, then]) => [pattern, kind === 'w' ? '' : kind, then]),
    space: [
      [/\s+/y, 'w'],
      [/static\b/y, 'kd'],
      [/[\w.*]+/y, 'nn', '-'],
    ],
  },
};

export const csharp: Grammar = {
  words: mapWords({
    k: 'abstract as async await base break by case catch checked const continue default delegate do else enum event explicit extern false finally fixed for foreach goto if implicit in init interface internal is let lock new null on operator out override params private protected public readonly ref return sealed sizeof stackalloc static switch this throw true try typeof unchecked unsafe virtual void while get set new yield add remove value void alias ascending descending from group into orderby select where join equals record with when nameof',
    kt: 'bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort var',
    'k>tag': 'class struct',
    'k>space': 'namespace using',
  }),
  states: {
    root: [
      BLANKS,
      ...COMMENTS,
      [/#[^\n]*/y, 'cp'],
      [/[$@]{1,2}"(?:""|\\[\s\S]|[^"])*"?/y, 's'],
      [/"(?:\\[\s\S]|[^"\\\n])*"?/y, 's'],
      [/'(?:\\[\s\S]|[^\\'\n])+'/y, 'sc'],
      [
        /(?<=[\w\]>][^\S\n]+)(?<!\b(?:new|return|throw|else|case|await)[^\S\n]+)(?!(?:if|for|foreach|while|switch|catch|using|lock)\b)[\p{L}_@][\p{L}\p{N}_]*(?=\s*\()/uy,
        'nf',
      ],
      ...NUMBERS,
      WORD,
      [/[~!%^&*+=|<>/?-]+/y, 'o'],
      [/[()[\]:;,.{}]/y, 'p'],
    ],
    tag: named('nc'),
    space: [
      [/\s+/y, 'w'],
      [/(?=\()/y, '', '-'],
      [/(?:[\w.]+)/y, 'nn', '-'],
    ],
  },
};
