import type { Token } from 'markdown-it';
import { textHtml } from './emoji.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { languageOf } from './languages.ts';

/** What the parser understood, as Zulip's HTML: only the elements named here can come out. */
export function htmlOf(tokens: readonly Token[]): string {
  let html = '';
  for (let i = 0; i < tokens.length; i++) html += blockHtml(tokens[i]!, tokens[i + 1]);
  return html.endsWith('\n') ? html.slice(0, -1) : html;
}

function blockHtml(token: Token, next: Token | undefined): string {
  switch (token.type) {
    case 'inline':
      return inlineHtml(token.children!);
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
      return codeHtml(token.content, languageOf(token.info));
    case 'code_block':
      return codeHtml(token.content, '');
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

function inlineHtml(tokens: readonly Token[]): string {
  let html = '';
  for (const token of tokens) {
    switch (token.type) {
      case 'text':
      case 'text_special':
        html += textHtml(token.content);
        break;
      case 'br':
        html += '<br>\n';
        break;
      case 'code':
        html += `<code>${escapeText(token.content)}</code>`;
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

function codeHtml(source: string, language: string): string {
  const lines = source.split('\n').map((line) => line.trimEnd());
  while (lines.length && lines[0] === '') lines.shift();
  while (lines.length && lines.at(-1) === '') lines.pop();
  const attribute = language ? ` data-code-language="${escapeAttribute(language)}"` : '';
  return `<div class="codehilite"${attribute}><pre><span></span><code>${escapeAttribute(lines.join('\n'))}\n</code></pre></div>\n`;
}
