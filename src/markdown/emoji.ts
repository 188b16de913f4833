import type { StateInline } from 'markdown-it';
import { EXTRA_EMOJI, EXTRA_EMOJI_PATH, emojiNamed, findNames } from '../emoji/table.ts';
import { getContext } from './context.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { putHtml } from './mentions.ts';

/** Names contain letters of any script: `:piñata:`. */
const NAMED = /:([\p{L}\p{M}\p{N}_+.-]{1,64}):/uy;

/** Parses `:tada:`. The organization's own emoji take precedence. */
export function namedEmoji(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3a) return false;
  NAMED.lastIndex = state.pos;
  const found = NAMED.exec(state.src);
  if (!found || state.pos + found[0].length > state.posMax) return false;
  const own = getContext(state.env).directory.realmEmoji(found[1]!);
  if (own) return putHtml(state, customEmojiHtml(own.source_url, found[1]!), found[0].length);
  if (found[1] === EXTRA_EMOJI) return putHtml(state, customEmojiHtml(EXTRA_EMOJI_PATH, EXTRA_EMOJI), found[0].length);
  const emoji = emojiNamed(found[1]!);
  return emoji !== undefined && putHtml(state, emojiHtml(emoji.code, found[1]!), found[0].length);
}

function customEmojiHtml(url: string, name: string): string {
  const title = escapeAttribute(name.replaceAll('_', ' '));
  return `<img alt=":${escapeAttribute(name)}:" class="emoji" src="${escapeAttribute(url)}" title="${title}">`;
}

export function emojiHtml(code: string, name: string): string {
  const spoken = name.replaceAll('_', ' ');
  return `<span aria-label="${spoken}" class="emoji emoji-${code}" role="img" title="${spoken}">:${name}:</span>`;
}

/** One complete emoji: a flag, a keycap, or joined pictures. An unknown combination is not split. */
const WHOLE =
  /\p{RI}\p{RI}|[#*0-9]\uFE0F?\u20E3|\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F\u{E0020}-\u{E007F}]*(?:\u200D\p{Emoji}[\p{Emoji_Modifier}\uFE0F]*)*/gv;

/** Signs such as ©, ↔ and ❤ are emoji only if U+FE0F follows. */
const isText = (whole: string) => /^\P{Emoji_Presentation}\u20E3?$/u.test(whole);

/** The HTML of a text. Unicode emoji take Zulip's form. */
export function textHtml(text: string): string {
  if (!/\p{Extended_Pictographic}|\p{RI}|\u20e3/u.test(text)) return escapeText(text);
  return escapeText(text).replace(WHOLE, (whole) => {
    if (isText(whole)) return whole;
    const code = getCode(whole);
    const name = findNames(code)?.[0];
    return name === undefined ? whole : emojiHtml(code, name);
  });
}

function getCode(whole: string): string {
  const points = Array.from(whole.replaceAll('\uFE0F', ''), (char) =>
    char.codePointAt(0)!.toString(16).padStart(4, '0'),
  );
  return points.join('-');
}
