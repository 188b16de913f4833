/** A row of a CSV file, and the line it begins at. */
export interface CsvRow {
  line: number;
  cells: string[];
}

const QUOTE = '"';

/**
 * Reads CSV (RFC 4180). Cells are separated by the first comma, semicolon or tab of the text; spreadsheets of some
 * languages write semicolons. A first line such as `sep=;` names another one. Empty lines are left out. Returns the
 * line of a quote that is never closed as `unclosed`.
 */
export function parseCsv(text: string): { rows: CsvRow[]; unclosed?: number } {
  const input = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [named = '', chosen] = /^"?sep=([^"\n])"?[,;\t]*(?=\n|$)/i.exec(input) ?? [];
  const separator = chosen ?? /[,;\t]/.exec(input)?.[0] ?? ',';
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [''] };
  let line = 1;
  let quotedSince = 0;
  const endRow = () => {
    row.cells = row.cells.map((cell) => cell.trim());
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    row = { line, cells: [''] };
  };
  const append = (character: string) => {
    row.cells[row.cells.length - 1] += character;
  };
  for (let at = named.length; at < input.length; at++) {
    const character = input[at]!;
    if (character === '\n') line += 1;
    if (quotedSince > 0) {
      if (character !== QUOTE) append(character);
      else if (input[at + 1] !== QUOTE) quotedSince = 0;
      else append(input[++at]!);
    } else if (character === QUOTE && row.cells.at(-1)!.trim() === '') quotedSince = line;
    else if (character === separator) row.cells.push('');
    else if (character === '\n') endRow();
    else append(character);
  }
  endRow();
  return { rows, ...(quotedSince > 0 && { unclosed: quotedSince }) };
}
