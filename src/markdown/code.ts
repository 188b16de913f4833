import type { HLJSApi } from 'highlight.js';
import { once } from '../shared/memo.ts';
import { escapeAttribute } from './escape.ts';
import { languageNamed, listGrammars } from './languages.ts';
import { grammarNamed, grammarWithin } from './lexers/languages.ts';
import { type Grammar, lex } from './lexers/lexer.ts';
import { grammars, highlighter as loadHighlighter } from './packages.cjs';

/** Longer code is shown without colors. */
const MAX_HIGHLIGHTED = 20_000;

/** The HTML of a code block. It is highlighted if `highlighted` is true and the language is known. */
export function codeHtml(source: string, language: string, highlighted: boolean): string {
  const lines = source.split('\n').map((line) => line.trimEnd());
  while (lines.length && lines[0] === '') lines.shift();
  while (lines.length && lines.at(-1) === '') lines.pop();
  const code = lines.join('\n');
  const attribute = language ? ` data-code-language="${escapeAttribute(language)}"` : '';
  const html =
    (highlighted && code.length <= MAX_HIGHLIGHTED && highlightedHtml(code, language || getProgram(code))) ||
    escapeAttribute(code);
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}\n</code></pre></div>\n`;
}

/** The language that the code itself names: `#!/usr/bin/python`, `:::python`. */
function getProgram(code: string): string {
  const [, program] = /^(?:#! ?(?:\S*\/)?(?:env +)?|:::)([a-z]\w*)/i.exec(code) ?? [];
  const language = program ? languageNamed(program) : '';
  return grammarNamed(language) ? language : '';
}

/**
 * Pygments' short class names for highlight.js's scopes. A scope that is missing inherits its surroundings; '' has no
 * class.
 */
const CLASSES: Record<string, string> = {
  ...{
    keyword: 'k',
    built_in: 'nb',
    type: 'kt',
    literal: 'kc',
    operator: 'o',
    punctuation: 'p',
    property: 'na',
    regexp: 'sr',
  },
  ...{
    string: 's',
    'char.escape': 'se',
    subst: '',
    symbol: 'ss',
    variable: 'nv',
    'variable.language': 'bp',
    'variable.constant': 'no',
  },
  ...{
    title: 'nf',
    'title.class': 'nc',
    'title.function': 'nf',
    comment: 'c1',
    meta: 'cp',
    'meta.prompt': 'gp',
    section: 'gh',
  },
  ...{
    tag: 'nt',
    name: 'nt',
    attr: 'na',
    attribute: 'na',
    bullet: 'k',
    code: 'sb',
    emphasis: 'ge',
    strong: 'gs',
    link: 'na',
  },
  ...{
    formula: 's',
    quote: 'ge',
    number: 'mi',
    addition: 'gi',
    deletion: 'gd',
    'template-tag': 'cp',
    'template-variable': 'nv',
  },
  ...{
    'selector-tag': 'nt',
    'selector-id': 'nn',
    'selector-class': 'nc',
    'selector-attr': 'na',
    'selector-pseudo': 'nd',
  },
};

const highlighter = once((): HLJSApi => loadHighlighter().newInstance());

/** Loads and prepares a language when the first code in it is rendered. */
export function loadGrammars(language: string): void {
  const names = grammarNamed(language) ? [] : listGrammars(language);
  for (const name of names) {
    if (highlighter().getLanguage(name)) continue;
    highlighter().registerLanguage(name, grammars[name]!());
    highlighter().highlight('', { language: name });
  }
}

function highlightedHtml(code: string, language: string): string | undefined {
  const own = grammarNamed(language);
  if (own) return lexedHtml(code, own);
  const [grammar] = listGrammars(language);
  if (grammar === undefined) return undefined;
  const { value, errorRaised } = highlighter().highlight(code, { language: grammar, ignoreIllegals: true });
  return errorRaised ? undefined : flattenSpans(value);
}

/**
 * Writes spans as Pygments does: one span for neighboring pieces of one class, and no span crosses the end of a line.
 */
function lexedHtml(code: string, grammar: Grammar): string {
  let html = '';
  let pending = { text: '', kind: '' };
  const write = () => {
    for (const [i, line] of pending.text.split('\n').entries())
      html +=
        (i > 0 ? '\n' : '') +
        (line && pending.kind
          ? `<span class="${pending.kind}">${escapeAttribute(line)}</span>`
          : escapeAttribute(line));
  };
  lex(code, grammar, grammarWithin, (text, kind) => {
    if (kind === pending.kind) pending.text += text;
    else {
      write();
      pending = { text, kind };
    }
  });
  write();
  return html;
}

/** Pygments' spans are never nested and end with the line. */
function flattenSpans(value: string): string {
  const around: string[] = [];
  let html = '';
  let pending = { text: '', name: '' };
  for (const [, scopes, closing, text] of value.matchAll(/<span class="([^"]*)">|(<\/span>)|([^<]+)/g)) {
    const name = around.at(-1) ?? '';
    if (scopes !== undefined) around.push(classWithin(name, findClass(scopes)));
    else if (closing) around.pop();
    else if (name === pending.name) pending.text += text;
    else {
      html += spans(pending.text, pending.name);
      pending = { text: text!, name };
    }
  }
  return (html + spans(pending.text, pending.name)).replaceAll('&#x27;', '&#39;');
}

/** Words and names within a directive (`#include <a.h>`) get the directive's class. */
function classWithin(outer: string, name: string | undefined): string {
  if (outer === 'cp' && name === 'k') return 'cp';
  return outer === 'cp' && name === 's' ? 'cpf' : (name ?? outer);
}

/** `hljs-title function_` is the scope `title.function`. */
function findClass(scopes: string): string | undefined {
  const [first, second] = scopes.replace('hljs-', '').split(' ');
  return CLASSES[`${first}.${second?.replace(/_+$/, '')}`] ?? CLASSES[first!];
}

function spans(text: string, name: string): string {
  return name === ''
    ? text
    : text.replace(/^([^\S\r\n\u2028\u2029]*)(\S(?:.*\S)?)/gm, `$1<span class="${exactly(name, text)}">$2</span>`);
}

/** Comments, numbers and directives have several kinds. */
function exactly(name: string, text: string): string {
  if (name === 'c1') return text.includes('\n') || text.startsWith('/*') ? 'cm' : 'c1';
  if (name === 'cp') return text.startsWith('@') ? 'nd' : 'cp';
  if (name !== 'mi') return name;
  if (/^0x/i.test(text)) return 'mh';
  return /^[\d_]*\.|^[\d_]+e/i.test(text) ? 'mf' : 'mi';
}
