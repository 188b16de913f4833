import { getDirection } from '../../../shared/languages.ts';
import type { Block, MailContent } from './types.ts';

// One design for all mails: a card on a plain background, light or dark as the mail client is. Clients that remove the
// style element lose only the dark theme.

/** The mail as plain text. */
export function renderText({ blocks, why, unsubscribe }: MailContent): string {
  const footer = [why, unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`].filter(Boolean).join('\n');
  return `${blocks.map(textBlock).join('\n\n')}\n\n-- \n${footer}\n`;
}

function textBlock(block: Block): string {
  if (typeof block === 'string') return block;
  if ('url' in block) return `${block.label}:\n${block.url}`;
  if ('quote' in block) return block.quote.replace(/^/gm, '> ');
  return block.text;
}

/** The mail as an HTML page without external resources. `from`: the sender. */
export function renderHtml({ subject, blocks, why, unsubscribe }: MailContent, from: string, language = 'en'): string {
  const leave = unsubscribe
    ? ` <a href="${escapeText(unsubscribe.url)}" style="${QUIET}" class="quiet">${escapeText(unsubscribe.label)}</a>`
    : '';
  const side = getDirection(language) === 'rtl' ? 'right' : 'left';
  return `<!doctype html>
<html lang="${escapeText(language)}" dir="${getDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeText(subject)}</title>
<style>${DARK}</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f1eee8;color:#26221c;${FONT}">
<div role="article" aria-label="${escapeText(subject)}" lang="${escapeText(language)}" dir="${getDirection(language)}" style="max-width:560px;margin:0 auto">
<p class="quiet" style="margin:0 4px 12px;font-size:14px;font-weight:600;${QUIET}">${escapeText(from)}</p>
<div class="card" style="padding:20px 24px;background:#ffffff;border:1px solid #e2ddd3;border-radius:10px;overflow-wrap:anywhere">
${blocks.map((block) => htmlBlock(block, side)).join('\n')}
</div>
<p class="quiet" style="margin:14px 4px 0;font-size:12px;line-height:18px;${QUIET}">${escapeText(why)}${leave}</p>
</div>
</body>
</html>
`;
}

const FONT = "font:16px/1.5 -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;";
const QUIET = 'color:#5a544a';

const DARK = `
@media (prefers-color-scheme: dark) {
  .ground { background: #151413 !important; color: #ece8e1 !important; }
  .card { background: #262421 !important; border-color: #33302c !important; }
  .quiet, .quote { color: #b5aea3 !important; }
  .quote, .line { border-color: #4a4640 !important; }
  .button { background: #6cc5c3 !important; color: #0c2324 !important; }
  a:not(.button):not(.quiet) { color: #7fcfcd !important; }
  .code { background: #1c1b19 !important; }
}
`;

/** `side`: where a line begins. Many mail programs do not know logical properties. */
function htmlBlock(block: Block, side: 'left' | 'right'): string {
  if (typeof block === 'string') return `<p style="margin:0 0 14px">${lines(block)}</p>`;
  if ('quote' in block)
    return `<blockquote class="quote" style="margin:0 0 14px;padding:2px 0;padding-${side}:14px;border-${side}:3px solid #d2ccc0;${QUIET}">${lines(block.quote)}</blockquote>`;
  if ('url' in block) return button(block);
  return block.html;
}

/** A large button link, with its URL below for copying. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escapeText(url);
  return `<p style="margin:18px 0 10px"><a class="button" href="${href}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0b6468;color:#ffffff;font-weight:600;text-decoration:none">${escapeText(label)}</a></p>
<p class="quiet" style="margin:0 0 14px;font-size:12px;line-height:18px;${QUIET}">${href}</p>`;
}

const lines = (text: string): string => escapeText(text).replaceAll('\n', '<br>');

export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char]!);

/** Text that stays on its line in a header: control characters and line breaks become blanks. */
export const headerText = (text: string, longest = 200): string => {
  const flat = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
  const chars = [...flat];
  return chars.length > longest ? `${chars.slice(0, longest - 1).join('')}…` : flat;
};
