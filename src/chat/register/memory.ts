import type { App } from '../../app.ts';
import type { Remembered } from '../../kernel/db/table-versions.ts';
import type { SharedState, StateDeclaration } from '../../kernel/events/state.ts';
import { type SharedPart, sharedFields, sharedParts, TextPool } from '../../kernel/http/shared-text.ts';
import { lruCache } from '../../kernel/lru-cache.ts';

interface Kept extends Remembered<SharedPart[]> {
  /** When it was read, in ms. */
  at: number;
}

/** How many kinds of viewers there may be, times the parts of /register that are shared. */
const MOST = 100;
/** What nobody requested for this long is forgotten, in ms. */
const UNUSED = 30 * 60_000;

/** The parts of /register that many receive alike, by their kind. Each is read again when a table changed. */
export class SharedStates {
  readonly #kept = lruCache<string, Kept>(MOST, { ttl: UNUSED });
  readonly #pool = new TextPool();

  /** Fields of one viewer's state as parts, of which others may have some, too. */
  makeParts({ lists, others }: { lists: object; others: object }): SharedPart[] {
    return [...sharedParts(lists, this.#pool), ...sharedFields(others, this.#pool)];
  }

  read(app: App, { types, shape, read }: StateDeclaration, { key, as, late }: SharedState): SharedPart[] {
    const name = `${types} ${Object.keys(shape)[0]} ${key}`;
    const now = app.clock.now();
    const kept = this.#kept.get(name);
    const isLate = late && kept && now - kept.at >= late.by;
    if (kept && !isLate && kept.isCurrent()) return kept.value;
    const { value, isCurrent } = app.db.remember(() => sharedParts(read(as), this.#pool), late?.tables);
    this.#kept.set(name, { value, isCurrent, at: now });
    return value;
  }
}
