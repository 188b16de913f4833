/** Line numbers beside code: those of GitHub, GitLab, Pygments, Prism, highlight.js and editors. */
const LINE_NUMBER =
  '[class*="linenum" i], [class*="lineno" i], [class*="line-num" i], [class*="line_num" i], [class*="blob-num" i], ' +
  '[class*="ln-num" i], [class*="line-numbers-rows" i], td[data-line-number], [data-linenumber]';
const CODE = 'pre, code, [class*="code" i], [class*="highlight" i], [class*="hljs" i], [style*="monospace" i]';
const LINE = /^(?:P|DIV|LI|TR|TABLE|OL|UL)$/;

/** The text of code: lines in elements of their own are lines, and the numbers beside them are left out. */
export function codeText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node instanceof HTMLElement && (node.tagName === 'BR' || isLineNumber(node)))
    return node.tagName === 'BR' ? '\n' : '';
  let text = '';
  for (const child of node.childNodes) {
    const part = codeText(child);
    const isLine = child instanceof HTMLElement && LINE.test(child.tagName) && !isLineNumber(child);
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
    text += isLine && !part.endsWith('\n') ? `${part}\n` : part;
  }
  return text;
}

/** A list of lines (`<ol class="linenums">`) and a box that shows code with numbers are named like the numbers. */
const isLineNumber = (node: HTMLElement): boolean => node.matches(LINE_NUMBER) && /^[\s\d]*$/.test(node.textContent);

/** Whether a table shows code, with a column of line numbers before it. Its cells are the rows that it shows. */
export function isCodeTable(node: HTMLElement, rows: readonly (readonly Element[])[]): boolean {
  const hasNumbers = node.querySelector(LINE_NUMBER) !== null;
  const isCode =
    hasNumbers || ((node.querySelector(CODE) ?? node.closest(CODE)) !== null && rows[0]?.[0]?.textContent !== '');
  return (
    isCode &&
    rows.every((cells) => cells.length > 1 && cells.slice(0, -1).every((cell) => /^[\s\d]*$/.test(cell.textContent))) &&
    areLineNumbers(rows.flatMap((cells) => numbersIn(cells[0]!)))
  );
}

/** The numbers in a cell; browsers leave out those that a style sheet shows. */
const numbersIn = (cell: Element): number[] =>
  (codeText(cell).match(/\d+/g) ?? cell.textContent.match(/\d+/g) ?? []).map(Number);
const areLineNumbers = (all: readonly number[]): boolean =>
  all.every((number, at) => at === 0 || number === all[at - 1]! + 1);

/** The lines of such a table. */
export const codeOfTable = (rows: readonly (readonly Element[])[]): string =>
  rows.map((cells) => codeText(cells.at(-1)!).replace(/\n$/, '')).join('\n');
