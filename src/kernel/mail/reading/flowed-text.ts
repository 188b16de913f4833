/** Mail programs write a space at the end of a line that continues in the next one (RFC 3676, `format=flowed`). */
const FLOWED = /;\s*format\s*=\s*"?flowed\b/i;
const WITHOUT_SPACE = /;\s*delsp\s*=\s*"?yes\b/i;
const SIGNATURE = '-- ';

/** Whether the paragraphs of a text with this Content-Type are wrapped for transport. */
export const isFlowed = (type: string): boolean => FLOWED.test(type);

/**
 * Joins the lines of such a text. Only lines of the same depth of quotes belong together: below a quote whose last line
 * ends with a space, its reader's words follow.
 */
export function joinFlowedLines(text: string, type: string): string {
  const removesSpace = WITHOUT_SPACE.test(type);
  const lines: string[] = [];
  /** The depth of the line that continues; undefined: none does. */
  let open: number | undefined;
  for (const source of text.split(/\r?\n/)) {
    const [{ length: depth }] = /^>*/.exec(source)!;
    // A space was added before lines that begin with one, with ">" or with "From ".
    const content = source.slice(depth + Number(source[depth] === ' '));
    const isJoined = depth === open && content !== SIGNATURE;
    const continues = content.endsWith(' ') && content !== SIGNATURE;
    const kept = continues && removesSpace ? content.slice(0, -1) : content;
    if (isJoined) lines[lines.length - 1] += kept;
    else lines.push(depth > 0 ? `${'>'.repeat(depth)} ${kept}` : kept.replace(/^>/, '\\>'));
    open = continues ? depth : undefined;
  }
  return lines.join('\n');
}
