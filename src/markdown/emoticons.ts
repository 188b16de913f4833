import { emojiNamed } from '../emoji/table.ts';
import { emojiHtml } from './emoji.ts';

const NAMES: Record<string, string> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
};

/** Matches only between blanks or punctuation. The nose of a face is optional. */
const EMOTICON = /(?<![^\s,.;?!()[\]'"])(?::-?[)(|/DoOpP]|\(-?:|<3|;-?\))(?![^\s,.;?!()[\]'"])/g;

/** Whether the text may contain an emoticon. */
export const hasEmoticon = (text: string): boolean => text.search(EMOTICON) !== -1;

/**
 * The HTML of a text in which emoticons become emoji if they stand alone. `rest` renders the text between them; `alone`
 * decides whether one stands alone.
 */
export function emoticonsHtml(
  text: string,
  rest: (text: string) => string,
  alone: (from: number, to: number) => boolean,
): string {
  let html = '';
  let done = 0;
  for (const { 0: written, index } of text.matchAll(EMOTICON)) {
    const name = NAMES[written.replace('-', '')]!;
    if (!alone(index, index + written.length)) continue;
    html += rest(text.slice(done, index)) + emojiHtml(emojiNamed(name)!.code, name);
    done = index + written.length;
  }
  return html + rest(text.slice(done));
}
