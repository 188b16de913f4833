import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes a JSON object whose fields are lists, row by row. Each list is written as a whole. */
export class JsonTables {
  readonly path: string;
  readonly #file: number;
  #list: string | undefined;
  #rows = 0;
  readonly #isEmpty: boolean;

  /** `fields` come before the lists. */
  constructor(path: string, fields: Readonly<Record<string, string>> = {}) {
    this.path = path;
    this.#file = openSync(path, 'w', 0o600);
    const written = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    writeSync(this.#file, `{${written.join(',')}`);
    this.#isEmpty = written.length === 0;
  }

  add(table: string, rows: readonly object[]): void {
    if (this.#list !== table) {
      writeSync(
        this.#file,
        `${this.#list === undefined ? (this.#isEmpty ? '' : ',') : '],'}\n${JSON.stringify(table)}:[`,
      );
      this.#list = table;
      this.#rows = 0;
    }
    for (const row of rows) writeSync(this.#file, `${this.#rows++ === 0 ? '' : ','}\n${JSON.stringify(row)}`);
  }

  close(): void {
    writeSync(this.#file, `${this.#list === undefined ? '' : ']'}\n}\n`);
    closeSync(this.#file);
  }
}

/** Writes one JSON object per line. */
export class JsonLines {
  readonly path: string;
  readonly #file: number;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'w', 0o600);
  }

  /** `type` is that of the lines. A row's own field `type` gets another name, such as `recipient_type`. */
  add(type: string, rows: readonly object[]): void {
    const lines = rows
      .map((row: { type?: unknown }) => ({ type, ...row, ...('type' in row && { type, [`${type}_type`]: row.type }) }))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    if (lines !== '') writeSync(this.#file, lines);
  }

  close(): void {
    closeSync(this.#file);
  }
}
