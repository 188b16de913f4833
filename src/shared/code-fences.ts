interface FenceStyle {
  /** Three backticks always begin and end a block, also within a line. */
  isLoose?: boolean;
}

/**
 * Puts the fences of code blocks on lines of their own. Discord, Rocket.Chat and others also accept a fence beside
 * text; in Klatch such a block contains everything after it. A text whose fences are on lines of their own does not
 * change. Takes linear time.
 */
export function separateFences(written: string, { isLoose = false }: FenceStyle = {}): string {
  if (!written.includes('```') || NESTS.test(written)) return written;
  const text = isLoose ? separateInLines(written) : written;
  const lines = text.split('\n').map((line) => ({ line, runs: [...line.matchAll(RUN)].map(([run]) => run) }));
  /** How often each run of backticks occurs in the following lines: a fence beside text is one of a pair. */
  const left = new Map<string, number>();
  for (const run of lines.flatMap(({ runs }) => runs)) left.set(run, (left.get(run) ?? 0) + 1);
  let open: string | undefined;
  const separated = lines.map(({ line, runs }) => {
    for (const run of runs) left.set(run, left.get(run)! - 1);
    const fence = open ?? runs.at(-1);
    if (fence === undefined || runs.filter((run) => run === fence).length % 2 === 0) return line;
    const isPaired = left.get(fence)! % 2 === (open === undefined ? 1 : 0);
    const parts =
      open === undefined ? linesAtOpening(line, fence, isPaired) : linesAtClosing(line, { fence, isPaired, isLoose });
    if (!parts) return line;
    open = open === undefined ? fence : undefined;
    return parts.join('\n');
  });
  return separated.join('\n');
}

const RUN = /`{3,}/g;
/** Blocks that may contain blocks. */
const NESTS = /^[ \t>]*`{3,} ?(?:quote|quoted|spoiler)\b/m;
/** What may follow an opening fence. */
const LANGUAGE = /^(?:[\w+#./-]*|\{.*\})$/;
const QUOTE = /^(?: {0,3}> ?)*/;

/** Takes lines with several fences apart, except in quotations. An empty pair is no block. */
function separateInLines(text: string): string {
  let isOpen = false;
  const lines = text.split('\n').map((line) => {
    const pieces = line.split(THREE);
    const last = pieces.length - 1;
    const isCode = (at: number): boolean => (at % 2 === 1) !== isOpen;
    const isKept = last < 2 || QUOTED.test(line) || pieces.some((one, at) => at > 0 && at < last && isEmpty(one));
    const separated = isKept
      ? line
      : pieces.flatMap((piece, at) => separatedPiece(piece, { at, last, isCode })).join('\n');
    isOpen = isCode(last);
    return separated;
  });
  return lines.join('\n');
}

const THREE = /(?<!`)```(?!`)/;
const QUOTED = /^ {0,3}>/;
const isEmpty = (text: string): boolean => text.trim() === '';

/** The lines of the text between two fences, and of the fence before it. */
function separatedPiece(
  piece: string,
  { at, last, isCode }: { at: number; last: number; isCode(at: number): boolean },
) {
  if (at === 0) return isEmpty(piece) ? [] : [piece];
  if (at === last && isCode(at) && LANGUAGE.test(piece.trim())) return [`\`\`\`${piece}`];
  const text = isCode(at) ? piece : piece.trimStart();
  return ['```', ...(isEmpty(text) ? [] : [text])];
}

/** A line that opens a block, taken apart; undefined if it opens none. */
function linesAtOpening(line: string, fence: string, isPaired: boolean): string[] | undefined {
  const [before, after, mark] = partsAround(line, fence);
  const isFirst = before.slice(mark.length).trim() === '';
  if (!isPaired) return isFirst ? [line] : undefined;
  const opening = LANGUAGE.test(after.trim()) ? [fence + after] : [fence, mark + after];
  return isFirst
    ? [before + opening[0]!, ...opening.slice(1)]
    : [before.trimEnd(), mark + opening[0]!, ...opening.slice(1)];
}

interface Closing {
  fence: string;
  /** It is one of a pair. */
  isPaired: boolean;
  isLoose: boolean;
}

/** A line that closes a block, taken apart; undefined if it closes none. */
function linesAtClosing(line: string, { fence, isPaired, isLoose }: Closing): string[] | undefined {
  const [before, after, mark] = partsAround(line, fence);
  const isFirst = before.slice(mark.length).trim() === '';
  if (isFirst && after.trim() === '') return [line];
  if (!isPaired || (isFirst && !isLoose && /^\S/.test(after))) return undefined;
  const rest = after.trim() === '' ? [] : [mark + after.trimStart()];
  return [...(isFirst ? [] : [before]), mark + fence, ...rest];
}

/** The text before and after the last fence of a line, and the signs of a quotation at its start. */
function partsAround(line: string, fence: string): [before: string, after: string, mark: string] {
  const at = [...line.matchAll(RUN)].findLast(([run]) => run === fence)!.index;
  return [line.slice(0, at), line.slice(at + fence.length), QUOTE.exec(line)![0]];
}
