/**
 * What brings an older database to the present schema.sql: the first entry leads from schema 1 to 2, and so on.
 * Entries are only ever added, together with the same change in schema.sql.
 */
export const UPGRADES: readonly string[] = [];
