import type { Token } from 'markdown-it';
import { codeHtml, loadGrammars } from './code.ts';
import { textHtml } from './emoji.ts';
import { escapeText } from './escape.ts';
import { languageNamed } from './languages.ts';
import { type Effort, formulaLength, inlineMathHtml, loadMath, mathBlockHtml } from './math.ts';

/** Renders the parsed tokens as Zulip's HTML. Only the elements named here can occur in the output. */
export function renderHtml(tokens: readonly Token[], effort: Effort): string {
  let html = '';
  for (let i = 0; i < tokens.length; i++) html += blockHtml(tokens[i]!, tokens[i + 1], effort);
  return html.endsWith('\n') ? html.slice(0, -1) : html;
}

/** Loads the libraries that code and formulas need. Returns how many characters of them are to be rendered. */
export function loadFor(tokens: readonly Token[]): number {
  let characters = 0;
  for (const { type, info, content, children } of tokens) {
    if (type === 'math' || type === 'math_block') loadMath();
    else if (type === 'fence') loadGrammars(languageNamed(info));
    else if (children) characters += loadFor(children);
    if (type === 'fence') characters += content.length;
    else if (type === 'math' || type === 'math_block') characters += formulaLength(content);
  }
  return characters;
}

function blockHtml(token: Token, next: Token | undefined, effort: Effort): string {
  switch (token.type) {
    case 'inline':
      return inlineHtml(token.children!, effort);
    case 'paragraph_open':
      return token.hidden ? '' : '<p>';
    case 'paragraph_close':
      return token.hidden ? '' : '</p>\n';
    case 'heading_open':
    case 'th_open':
    case 'td_open':
      return openTag(token);
    case 'list_item_open':
      return next?.type === 'list_item_close' || next?.hidden ? '<li>' : '<li>\n';
    case 'blockquote_open':
    case 'bullet_list_open':
    case 'ordered_list_open':
    case 'table_open':
    case 'thead_open':
    case 'tbody_open':
    case 'tr_open':
      return `${openTag(token)}\n`;
    case 'hr':
      return '<hr>\n';
    case 'fence':
      return codeHtml(token.content, languageNamed(token.info), effort.highlighted);
    case 'code_block':
      return codeHtml(token.content, '', false);
    case 'media':
      return token.content;
    case 'math_block':
      return mathBlockHtml(token.content, effort);
    case 'spoiler_open':
      return '<div class="spoiler-block"><div class="spoiler-header">\n';
    case 'spoiler_content':
      return '</div><div class="spoiler-content" aria-hidden="true">\n';
    case 'spoiler_close':
      return '</div></div>\n';
    default:
      if (token.nesting === -1) return `</${token.tag}>\n`;
      throw new Error(`no HTML for ${token.type}`);
  }
}

function openTag(token: Token): string {
  const start = token.attrGet('start');
  if (start !== null) return `<${token.tag} start="${Number(start)}">`;
  const [, align] = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style'))) ?? [];
  return align ? `<${token.tag} style="text-align: ${align};">` : `<${token.tag}>`;
}

function inlineHtml(tokens: readonly Token[], effort: Effort): string {
  let html = '';
  for (const token of tokens) {
    switch (token.type) {
      case 'text':
      case 'text_special':
        html += effort.emojiAsText ? escapeText(token.content) : textHtml(token.content);
        break;
      case 'br':
        html += '<br>\n';
        break;
      case 'code':
        html += `<code>${escapeText(token.content)}</code>`;
        break;
      case 'math':
        html += inlineMathHtml(token.content, effort);
        break;
      case 'html':
        html += token.content;
        break;
      case 'tag_open':
        html += `<${token.tag}>`;
        break;
      case 'tag_close':
        html += `</${token.tag}>`;
        break;
      default:
        throw new Error(`no HTML for ${token.type}`);
    }
  }
  return html;
}
