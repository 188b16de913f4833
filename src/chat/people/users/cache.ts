import type { RowCache } from '../../../kernel/db/row-cache.ts';
import type { User } from './types.ts';

/** What is read with every request and therefore stays in memory. */
export interface UserCache {
  byId: RowCache<number, User>;
  idByEmail: RowCache<string, number>;
  /** The ids of all active users. */
  active: RowCache<'ids', ReadonlySet<number>>;
}
