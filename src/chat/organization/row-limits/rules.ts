import type { App } from '../../../app.ts';
import { type ApiError, badRequest } from '../../../kernel/errors.ts';
import { LIMITS, type LimitName } from '../../../limits.ts';
import type { User } from '../../people/users/types.ts';
import { type LimitedTable, ROW_LIMITS, type RowLimit } from './types.ts';

/** Rows to write: the texts of each that its limit counts. Replaced rows make room. */
interface RowChange {
  added: readonly Texts[];
  replaced?: readonly Texts[];
}
type Texts = readonly (string | null | undefined)[];

/** A row without counted texts. */
export const ONE_ROW: RowChange = { added: [[]] };

/**
 * Throws if a table would have more rows or bytes than its limit allows. `owner`: the person whose rows these are,
 * unless the limit is that of the organization. A change that needs no more room than before is always allowed.
 */
export function requireRoom(app: App, table: LimitedTable, { added, replaced = [] }: RowChange, owner?: number): void {
  const rows = added.length - replaced.length;
  const bytes = countBytes(added) - countBytes(replaced);
  if (rows <= 0 && bytes <= 0) return;
  const limit: RowLimit = ROW_LIMITS[table];
  if (rows > 0) requireTotalRoom(app, table, rows);
  const stored = app.rowLimits.readStored(table, owner);
  if (rows > 0 && stored.rows + rows > LIMITS[limit.rows]) throw limitReached(limit.rows, limit);
  if (bytes > 0 && limit.bytes && stored.bytes + bytes > LIMITS[limit.bytes]) throw limitReached(limit.bytes, limit);
}

/** Throws if the organization would have more rows of all owners than the limit allows. */
export function requireTotalRoom(app: App, table: LimitedTable, rows: number): void {
  const { total }: RowLimit = ROW_LIMITS[table];
  if (total && app.rowLimits.total(table) + rows > LIMITS[total.rows]) throw limitReached(total.rows, {});
}

/** The ID of a user, or of the owner of a bot. */
export const personBehind = ({ id, bot_owner_id }: User): number => bot_owner_id ?? id;

/** Whether there is room for one more row. */
export const hasRoom = (app: App, table: LimitedTable, owner?: number): boolean =>
  app.rowLimits.readStored(table, owner).rows < LIMITS[ROW_LIMITS[table].rows];

const countBytes = (rows: readonly Texts[]): number =>
  rows.flat().reduce((sum, text) => sum + (text ? Buffer.byteLength(text) : 0), 0);

/** The error of a limit. Its owner can make room, unless the rows are permanent. */
export function limitReached(limit: LimitName, { owner, isPermanent }: Partial<RowLimit>): ApiError {
  const maximum = LIMITS[limit];
  const extra = { limit, maximum };
  if (!owner)
    return badRequest(
      `The organization has reached the limit '${limit}' (${maximum}). Delete some of them first.`,
      extra,
    );
  if (isPermanent)
    return badRequest(`You have reached the limit '${limit}' (${maximum}). Ask somebody else to add more.`, extra);
  return badRequest(`You have reached the limit '${limit}' (${maximum}). Delete some of them first.`, extra);
}
