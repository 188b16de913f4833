import { type Raw, readId, readText } from '../records.ts';

/** The table of fields that Zulip does not have. Only archives of this server have it. */
export const OWN_FIELDS = 'klatch_fields';

/** What rows have besides the fields of Zulip's tables. */
export class OwnFields {
  readonly #fields = new Map<string, Raw>();

  add({ table, id, ...fields }: Raw): void {
    this.#fields.set(`${readText(table)} ${readId(id)}`, fields);
  }

  /** Returns a row of a table with these fields. */
  complete(table: string, row: Raw): Raw {
    const fields = this.#fields.get(`${table} ${readId(row.id)}`);
    return fields ? { ...row, ...fields } : row;
  }
}
