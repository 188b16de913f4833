/**
 * One value of a payload. What other programs send differs by version and set-up, so reading never fails: a field that
 * is missing, null or of another type reads as absent. Only `required` rejects a payload, for what a notice cannot do
 * without.
 */
export class Reading {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  get value(): unknown {
    return this.#value;
  }

  /** The field at this path of names. */
  at(...names: readonly string[]): Reading {
    let value = this.#value;
    for (const name of names) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return new Reading(value);
  }

  /** The text, or a number or Boolean as text; undefined if there is none, or only blanks. */
  get text(): string | undefined {
    const value = this.#value;
    if (typeof value === 'string') return value.trim() === '' ? undefined : value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  }

  /** The elements; none if it is not a list. */
  get list(): readonly Reading[] {
    return Array.isArray(this.#value) ? this.#value.map((one) => new Reading(one)) : [];
  }

  /** The names of the fields; none if it is not an object. */
  get names(): readonly string[] {
    return isObject(this.#value) ? Object.keys(this.#value) : [];
  }

  /** Whether it is an object or a list. */
  get isStructure(): boolean {
    return typeof this.#value === 'object' && this.#value !== null;
  }

  get isTrue(): boolean {
    return this.#value === true;
  }

  get isNull(): boolean {
    return this.#value === null;
  }

  /** The text of the first of these fields that has one. */
  first(...names: readonly string[]): string | undefined {
    return names.map((name) => this.at(name).text).find((text) => text !== undefined);
  }

  /** The text of a field that the notice needs. */
  required(...names: readonly string[]): string {
    const { text } = this.at(...names);
    if (text === undefined) throw new TypeError(`${names.join('.')} is missing`);
    return text;
  }

  /** An object or a list that the notice needs. */
  requiredAt(...names: readonly string[]): Reading {
    const found = this.at(...names);
    if (!found.isStructure) throw new TypeError(`${names.join('.')} is missing`);
    return found;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
