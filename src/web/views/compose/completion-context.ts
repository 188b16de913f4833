import { isCodeBlock, openBlocks } from './code-blocks.ts';

/** The text at the caret that can be completed; `from` is where it starts. */
export interface CompletionContext {
  kind: 'person' | 'silent' | 'channel' | 'topic' | 'emoji' | 'slash' | 'language' | 'time';
  query: string;
  from: number;
  /** For a topic: its channel's name. */
  channel?: string;
}

const LONGEST = 60;
/** Characters allowed before the trigger, so that e-mail addresses and times do not trigger completion. */
const BEFORE = String.raw`(?:^|[\s({\["'>/])`;

const TRIGGERS: readonly [RegExp, (found: RegExpExecArray) => Omit<CompletionContext, 'from'>][] = [
  [/^()(\/)([\w-]*)$/, ([, , , query]) => ({ kind: 'slash', query: query! })],
  [/(^|\n)([`~]{3,} ?)([\w+#.-]*)$/, ([, , , query]) => ({ kind: 'language', query: query! })],
  [
    new RegExp(String.raw`(${BEFORE})(<)(time(?::[^>\n]*)?)$`),
    ([, , , query]) => ({ kind: 'time', query: query!.slice('time:'.length) }),
  ],
  [/(^|[^\w])(#\*\*)([^*>\n]+>[^*\n]*)$/, readTopic],
  [/(^|[^\w#])(#)([^*>\s][^*>\n]*>[^*\n]*)$/, readTopic],
  [/(^|[^\w#])(#(?:\*\*)?)([^\s#*>][^#*>\n]*|)$/, ([, , , query]) => ({ kind: 'channel', query: query! })],
  [
    new RegExp(String.raw`(${BEFORE})(@_(?:\*\*?)?)([^@*\n]*)$`),
    ([, , , query]) => ({ kind: 'silent', query: query! }),
  ],
  [
    new RegExp(String.raw`(${BEFORE})(@(?:\*\*?)?)([^@*_\s][^@*\n]*|)$`),
    ([, , , query]) => ({ kind: 'person', query: query! }),
  ],
  [
    // A name begins with a letter or digit, or is +1 or -1: emoticons such as :-D are not names.
    new RegExp(`(${BEFORE})(:)((?:[+-]\\p{N}|[\\p{L}\\p{N}_]{2})[\\p{L}\\p{M}\\p{N}_+-]*)$`, 'iu'),
    ([, , , query]) => ({ kind: 'emoji', query: query!.toLowerCase() }),
  ],
];

function readTopic([, , , written]: RegExpExecArray): Omit<CompletionContext, 'from'> {
  const at = written!.indexOf('>');
  return { kind: 'topic', channel: written!.slice(0, at), query: written!.slice(at + 1) };
}

/** The text before the caret that can be completed, or undefined. */
export function completionContextAt(text: string, caret: number): CompletionContext | undefined {
  const before = text.slice(0, caret);
  // The start of the message matters only for commands, so a limited part is enough.
  const near = before.length > LONGEST ? before.slice(-LONGEST) : before;
  for (const [sign, meaning] of TRIGGERS) {
    const found = sign.exec(near);
    if (!found) continue;
    const context = meaning(found);
    if (context.kind === 'slash' && near !== before) continue;
    if (isCode(before) && context.kind !== 'language') return undefined;
    return { ...context, from: caret - (found[2]!.length + found[3]!.length) };
  }
  return undefined;
}

/** Inside a code block or inline code nothing is completed. */
export function isCode(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return isCodeBlock(openBlocks(before).at(-1)) || (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
