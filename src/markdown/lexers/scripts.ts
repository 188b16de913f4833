import { type Grammar, mapWords, type Rule } from './lexer.ts';

const PY_FORMAT = /%(?:\(\w+\))?[-#0 +]*(?:[1-9]\d*|\*)?(?:\.(?:\d+|\*))?[hlL]?[E-GXc-giorsaux%]/y;
const PY_BRACES = /\{(?:\w+(?:\.\w+|\[[^\]\n]+\])*)?(?:![sra])?(?::[^{}\n]{0,20})?\}/y;
/** A Python string: its end, its class, whether escapes count and whether names in braces count. */
function pythonText(end: string, kind: string, raw: boolean, formatted: boolean): Rule[] {
  const long = end.length === 3;
  const rules: Rule[] = [[new RegExp(end, 'y'), kind, '-']];
  if (!raw)
    rules.push([/\\(?:N\{[^}\n]*\}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|[0-7]{1,3}|[\n\\'"abfnrtv])/y, 'se']);
  else rules.push([/\\[\s\S]/y, kind]);
  if (formatted)
    rules.push(
      [/\{\{|\}\}/y, kind],
      [/\}/y, 'si'],
      [/\{/y, 'si', 'value'],
      [long ? /[^\\{}'"]+/y : /[^\\{}'"\n]+/y, kind],
    );
  else rules.push([PY_FORMAT, 'si'], [PY_BRACES, 'si'], [long ? /[^\\'"%{]+/y : /[^\\'"%{\n]+/y, kind]);
  return [...rules, [long ? /[\s\S]/y : /[^\n]/y, kind]];
}
/** The prefixes of texts in Python: whether backslashes stay, and whether braces contain values. */
const PY_PREFIXES: readonly [prefix: string, raw: boolean, formatted: boolean][] = [
  ['(?:[rR][fF]|[fF][rR])', true, true],
  ['[fF]', false, true],
  ['[rR][bB]?|[bB][rR]', true, false],
  ['[uUbB]?', false, false],
];
const PY_TEXTS = (
  [
    ['"""', 's2'],
    ["'''", 's1'],
    ['"', 's2'],
    ["'", 's1'],
  ] as const
).flatMap(([end, kind]) => PY_PREFIXES.map(([prefix, raw, formatted]) => [prefix, end, kind, raw, formatted] as const));
const nameState = (i: number) => `text${i}`;

const PY_VALUE: Rule[] = [
  ...PY_TEXTS.map(([prefix, end, kind], i): Rule => {
    const first = prefix.replace(/[^a-zA-Z]/g, '') + (prefix === '[uUbB]?' ? end[0] : '');
    return [new RegExp(`((?:${prefix}))(${end})`, 'y'), ['sa', kind], nameState(i), first];
  }),
  [/[^\S\n]+/y, ''],
  [/#[^\n]*/y, 'c1', undefined, '#'],
  [
    /(?:\d(?:_?\d)*\.(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?|\d(?:_?\d)*[eE][+-]?\d(?:_?\d)*[jJ]?/y,
    'mf',
    undefined,
    '0123456789.',
  ],
  [/0[oO](?:_?[0-7])+/y, 'mo', undefined, '0'],
  [/0[bB](?:_?[01])+/y, 'mb', undefined, '0'],
  [/0[xX](?:_?[\da-fA-F])+/y, 'mh', undefined, '0'],
  [/\d(?:_?\d)*[jJ]?/y, 'mi', undefined, '0123456789'],
  [/!=|==|<<|>>|:=|[-~+/*%=<>&^|.]/y, 'o'],
  [/[\]{}:(),;[]/y, 'p'],
  [
    /(?<=\.[^\S\n]*)(?!(?:in|is|and|or|not)\b)(?:(__(?:init|new|del|call|enter|exit|repr|str|len|iter|next|eq|hash|getitem|setitem|getattr|setattr|add|lt|bool)__)|(__(?:class|dict|doc|file|name|module|qualname|slots|annotations)__)|([\p{L}_][\p{L}\p{N}_]*))/uy,
    ['fm', 'vm', 'n'],
  ],
  [/@[\p{L}_][\p{L}\p{N}_]*/uy, 'nd', undefined, '@'],
  [/@/y, 'o'],
  [
    /__(?:abs|add|aenter|aexit|aiter|and|anext|await|bool|bytes|call|complex|contains|del|delattr|delete|delitem|dir|divmod|enter|eq|exit|float|floordiv|format|ge|get|getattr|getattribute|getitem|gt|hash|iadd|iand|imul|index|init|init_subclass|instancecheck|int|invert|isub|iter|le|len|lshift|lt|matmul|missing|mod|mul|ne|neg|new|next|or|pos|pow|prepare|radd|repr|reversed|rmul|round|rshift|rsub|set|set_name|setattr|setitem|setstate|sizeof|str|sub|subclasscheck|truediv|xor)__\b/y,
    'fm',
  ],
  [
    /__(?:annotations|bases|class|closure|code|defaults|dict|doc|file|func|globals|kwdefaults|module|mro|name|objclass|qualname|self|slots|weakref)__\b/y,
    'vm',
  ],
  [/[\p{L}_][\p{L}\p{N}_]*/uy, '*'],
];
export const python: Grammar = {
  plain: /\\/,
  words: mapWords({
    k: 'assert async await break continue del elif else except finally for global if lambda pass raise nonlocal return try while yield as with',
    kc: 'False None True',
    ow: 'in is and or not',
    nb: '__import__ abs aiter all any anext bin bool bytearray breakpoint bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip',
    bp: 'self Ellipsis NotImplemented cls',
    ne: 'ArithmeticError AssertionError AttributeError BaseException BufferError BytesWarning DeprecationWarning EOFError EnvironmentError Exception FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError KeyError KeyboardInterrupt LookupError MemoryError NameError NotImplementedError OSError OverflowError PendingDeprecationWarning ReferenceError ResourceWarning RuntimeError RuntimeWarning StopIteration StopAsyncIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError BlockingIOError ChildProcessError ConnectionError BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError FileExistsError FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError PermissionError ProcessLookupError TimeoutError ModuleNotFoundError RecursionError EncodingWarning BaseExceptionGroup ExceptionGroup',
    'k>class': 'class',
    'k>function': 'def',
    'kn>from': 'from',
    'kn>import': 'import',
  }),
  states: {
    root: [
      [/(?<![\s\S])#!.*/y, 'ch'],
      [/(?<=(?:^|\n)[^\S\n]*)([rRuUbB]{0,2})("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$))/y, ['sa', 'sd']],
      [/(?<=(?:^|\n)[^\S\n]*)(match|case)\b(?=[^\S\n][^\n=]*:[^\S\n]*(?:\n|$))/y, 'k'],
      ...PY_VALUE,
    ],
    class: [
      [/[^\S\n]+/y, 'w'],
      [/[\p{L}_][\p{L}\p{N}_]*/uy, 'nc', '-'],
    ],
    function: [
      [/[^\S\n]+/y, 'w'],
      [/__\w+__(?=\W)/y, 'fm', '-'],
      [/[\p{L}_][\p{L}\p{N}_]*/uy, 'nf', '-'],
    ],
    from: [
      [/[^\S\n]+/y, 'w'],
      [/import\b/y, 'kn', '-'],
      [/[\p{L}\p{N}_.]+/uy, 'nn'],
    ],
    import: [
      [/[^\S\n]+/y, 'w'],
      [/as\b/y, 'k'],
      [/,/y, 'o'],
      [/[\p{L}\p{N}_.]+/uy, 'nn'],
    ],
    value: [[/![rsa](?=[:}])/y, 'si'], [/:/y, 'si', '-'], [/\}/y, 'si', '-'], [/[{([]/y, 'p', 'inner'], ...PY_VALUE],
    inner: [[/[{([]/y, 'p', 'inner'], [/[\])}]/y, 'p', '-'], ...PY_VALUE, [/\n/y, '']],
    ...Object.fromEntries(
      PY_TEXTS.map(([, end, kind, raw, formatted], i) => [nameState(i), pythonText(end, kind, raw, formatted)]),
    ),
  },
};

const SQL_KEYWORDS =
  'abort add admin after all alter analyse analyze and any are as asc assertion at authorization before begin between both by cache call called cascade case cast catalog chain check checkpoint class close cluster coalesce collate collation column comment commit committed connection constraint constraints contains continue conversion convert copy create cross cube current current_date current_time current_timestamp current_user cursor cycle data database day declare default deferrable deferred delete delimiter desc describe diagnostics distinct do domain drop dynamic each else encoding encrypted end escape except exception excluding exclusive execute exists explain external extract false fetch first for force foreign from full function general generated get global grant group grouping having identity if ignore ilike immediate immutable implicit in including increment index initially inner inout input insensitive insert instead intersect into is isnull isolation join key language large last lateral leading left level like limit listen load local location lock match maxvalue method minute minvalue mode modify month move names national natural new next no none not nothing notify notnull null object of off offset oids old on only open operator option options or order ordinality out outer overlaps owner parameters partial placing position precision prepare preserve primary prior privileges procedural procedure public read recursive ref references reindex relative rename repeatable replace reset restart restrict return returns revoke right role rollback rollup row rows rule schema scroll search second security select serializable session set setof sets share show simple size some source space sql stable start statement static statistics storage strict sum symmetric system table template temporary then time timestamp to trailing transaction transform trigger trim true truncate trusted type uncommitted unencrypted union unique unknown unlisten until update upper user using vacuum valid values variable verbose version view volatile when where with without work write year zone count max min avg';
export const sql: Grammar = {
  plain: /[^\x00-\x7f]/,
  lax: true,
  words: mapWords({
    k: SQL_KEYWORDS,
    nb: 'array bigint binary bit blob boolean char character date dec decimal float int integer interval number numeric real serial smallint varchar varying int8 serial8 text',
  }),
  states: {
    root: [
      [/\s+/y, 'w'],
      [/--[^\n]*/y, 'c1'],
      [/\/\*[\s\S]*?(?:\*\/|$)/y, 'cm'],
      [/\d+/y, 'mi'],
      [/'(?:''|[^'])*(?:'|$)/y, 's1'],
      [/"(?:""|[^"])*(?:"|$)/y, 'ss'],
      [/[\p{L}_][\p{L}\p{N}_$]*/uy, '*'],
      [/[+*/<>=~!@#%^&|`?-]/y, 'o'],
      [/[;:()[\],.]/y, 'p'],
    ],
  },
};

export const ruby: Grammar = {
  plain: /\\/,
  words: mapWords({
    k: 'BEGIN END alias begin break case defined? do else elsif end ensure for if in next redo rescue raise retry return super then undef unless until when while yield alias_method',
    kp: 'true false nil private public protected module_function attr attr_reader attr_writer attr_accessor',
    ow: 'and or not',
    kd: 'loop lambda proc',
    bp: 'self __FILE__ __LINE__',
    nb: 'require require_relative include load autoload abort Array at_exit binding block_given? callcc caller catch chomp chop class_eval class_variables clone const_defined? const_get const_missing const_set constants display dup eval exec exit extend fail Float fork format freeze gets global_variables gsub hash id include? inspect instance_eval instance_method instance_methods instance_of? instance_variable_get instance_variable_set Integer is_a? kind_of? local_variables method method_missing methods name nesting new object_id open p print printf private_class_method private_instance_methods protected_methods public_method public_methods putc puts rand readline readlines respond_to? scan select send set_trace_func sleep split sprintf srand String sub superclass syscall system taint test throw to_a to_s trap type untaint untrace_var warn',
    'k>class': 'class',
    'k>module': 'module',
    'k>function': 'def',
  }),
  states: {
    root: [
      [/(?<![\s\S])#!.*/y, 'ch'],
      [/(?<=^|\n)=begin\b[\s\S]*?(?:\n=end\b|$)/y, 'cm'],
      [/#[^\n]*/y, 'c1'],
      [/[^\S\n]+/y, 'w'],
      [/\n/y, ''],
      [/<<[~-]?(['"`]?)([A-Z_]\w*)\1[\s\S]{0,1000}?\n[^\S\n]*\2\b/y, 'sh'],
      [
        /(?<=(?:^|[=(,~:&|!?\n{[]|\b(?:and|or|not|if|unless|when|while|return))[^\S\n]*)\/(?!\s)(?:\\.|[^/\\\n])+\/[imxounse]*/y,
        'sr',
      ],
      [/(?<!\.)0[xX][\da-fA-F_]+/y, 'mh'],
      [/0[bB][01_]+/y, 'mb'],
      [/0[oO]?[0-7_]+/y, 'mo'],
      [/\d[\d_]*(?:\.\d[\d_]*(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/y, 'mf'],
      [/\d[\d_]*/y, 'mi'],
      [/@@\w+/y, 'vc'],
      [/@\w+/y, 'vi'],
      [/\$(?:\w+|[!@&`'+~=/\\,;.<>_*$?:"-])/y, 'vg'],
      [/"(?:\\[\s\S]|[^"\\#]|#(?!\{))*"(?=:(?!:))/y, 'ss'],
      [/"/y, 's2', 'string'],
      [/'(?:\\[\s\S]|[^'\\])*(?:'|$)/y, 's1'],
      [/`(?:\\[\s\S]|[^`\\])*(?:`|$)/y, 'sb'],
      [/([\p{L}_][\p{L}\p{N}_]*[?!]?)(:)(?=\s|$)/uy, ['ss', 'p']],
      [/(?<!:):(?:[\p{L}_][\p{L}\p{N}_]*[?!=]?|"[^"\n]*")/uy, 'ss'],
      [/%[qQwWiI]?(?:\([^)]*\)|\[[^\]]*\]|\{[^}]*\})/y, 'sx'],
      [/(?<=\.)[a-z_]\w*[?!]?/y, 'n'],
      [/(?<!\.)(?:block_given|defined|nil|is_a|respond_to|instance_of|kind_of|include|const_defined)\?/y, '*'],
      [/[A-Z]\w*(?=\s*(?:\.|::))/y, 'no'],
      [/[A-Z]\w*/y, 'no'],
      [/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy, '*'],
      [/\[|\]|\*\*|<<?|>>?|>=|<=|<=>|={3}|=~|={2}|=|!~|&&?|\|\||\.{1,3}|[*/%^~!?:&|+-]/y, 'o'],
      [/[(){};,]/y, 'p'],
    ],
    string: [
      [/"/y, 's2', '-'],
      [/\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{4}|[\s\S])/y, 'se'],
      [/#\{/y, 'si', 'within'],
      [/(?:[^"\\#]|#(?!\{))+/y, 's2'],
    ],
    within: [],
    class: [
      [/[^\S\n]+/y, 'w'],
      [/<</y, 'o', '-'],
      [/[A-Z][\w:]*/y, 'nc', '-'],
    ],
    module: [
      [/[^\S\n]+/y, 'w'],
      [/[A-Z][\w:]*/y, 'nn', '-'],
    ],
    function: [
      [/[^\S\n]+/y, 'w'],
      [/(self|[A-Z]\w*)(\.)([a-z_]\w*[?!=]?)/y, ['bp', 'o', 'nf'], '-'],
      [/[\p{L}_][\p{L}\p{N}_]*[?!]?(?:=(?=\())?|[-+*/%<>=!~^&|[\]]+/uy, 'nf', '-'],
    ],
  },
};
(ruby.states.within as Rule[]).push([/\}/y, 'si', '-'], ...ruby.states.root);
