import type { MarkdownIt, StateInline } from 'markdown-it';
import { namedEmoji } from './emoji.ts';
import { stars, strikethrough } from './emphasis.ts';
import { bareUrl, link } from './links.ts';
import { math } from './math.ts';
import { audio } from './media.ts';
import { channelLink, mention } from './mentions.ts';
import { backtickRun, codeEnd } from './spans.ts';
import { time } from './times.ts';

/**
 * Enables only plain text and character entities of markdown-it's own rules. Backslash escapes are off, as in Zulip.
 */
export function useInlineRules(md: MarkdownIt): void {
  md.inline.ruler.enableOnly(['text', 'entity']);
  md.inline.ruler2.enableOnly([]);
  md.inline.ruler.push('line_break', lineBreak);
  md.inline.ruler.push('code', code);
  md.inline.ruler.push('math', math);
  md.inline.ruler.push('time', time);
  md.inline.ruler.push('bare_url', bareUrl);
  md.inline.ruler.push('named_emoji', namedEmoji);
  md.inline.ruler.push('mention', mention);
  md.inline.ruler.push('channel_link', channelLink);
  md.inline.ruler.push('stars', stars);
  md.inline.ruler.push('deleted', strikethrough);
  md.inline.ruler.push('audio', audio);
  md.inline.ruler.push('named_link', link);
}

/** Every line break of the source is a line break of the message. Blanks after it stay. */
function lineBreak(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x0a) return false;
  state.push('br', 'br', 0);
  state.pos++;
  return true;
}

function code(state: StateInline): boolean {
  const { pos, src } = state;
  if (src.charCodeAt(pos) !== 0x60) return false;
  const run = backtickRun(src, pos);
  const end = codeEnd(state, pos);
  if (end === undefined || end > state.posMax) {
    const stop = Math.min(pos + run, state.posMax);
    state.pending += src.slice(pos, stop);
    state.pos = stop;
  } else {
    state.push('code', 'code', 0).content = src.slice(pos + run, end - run);
    state.pos = end;
  }
  return true;
}
