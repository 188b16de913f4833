import { Database } from '../kernel/db/database.ts';
import { runStep, type Upgrade } from '../kernel/db/migrate.ts';
import type { ReadConnection } from '../kernel/db/read-connection.ts';
import {
  compareStructures,
  type Difference,
  readStructure,
  SCHEMA_ENTRIES,
  type SchemaEntry,
  type Structure,
  toStructure,
} from '../kernel/db/structure.ts';
import { numberedSchema, upgrade as to2 } from './upgrades/002-numbered-structure.ts';
import { upgrade as to3 } from './upgrades/003-csrf-hashes.ts';
import { upgrade as to4 } from './upgrades/004-identities.ts';
import { upgrade as to5 } from './upgrades/005-imports.ts';
import { upgrade as to6 } from './upgrades/006-second-factors.ts';
import { upgrade as to7 } from './upgrades/007-deleted-messages.ts';
import { upgrade as to8 } from './upgrades/008-erasure.ts';
import { upgrade as to9 } from './upgrades/009-audit-log.ts';
import { upgrade as to10 } from './upgrades/010-status-end.ts';
import { upgrade as to11 } from './upgrades/011-statistics.ts';
import { upgrade as to12 } from './upgrades/012-audited-groups.ts';
import { upgrade as to13 } from './upgrades/013-own-exports.ts';
import { upgrade as to14 } from './upgrades/014-imported-invitations.ts';
import { upgrade as to15 } from './upgrades/015-export-formats.ts';
import { upgrade as to16 } from './upgrades/016-pins.ts';
import { upgrade as to17 } from './upgrades/017-sidebar-order.ts';
import { upgrade as to18 } from './upgrades/018-do-not-disturb.ts';
import { upgrade as to19 } from './upgrades/019-announcements.ts';
import { upgrade as to20 } from './upgrades/020-archived-channels.ts';
import { upgrade as to21 } from './upgrades/021-import-ranges.ts';
import { upgrade as to22 } from './upgrades/022-quiet-until.ts';
import { upgrade as to23 } from './upgrades/023-linked-identities.ts';
import { upgrade as to24 } from './upgrades/024-import-members.ts';
import { upgrade as to25 } from './upgrades/025-processes.ts';
import { upgrade as to26 } from './upgrades/026-cluster.ts';
import { upgrade as to27 } from './upgrades/027-search-merging.ts';
import { upgrade as to28 } from './upgrades/028-rendered-reminders.ts';
import { upgrade as to29 } from './upgrades/029-unproven-addresses.ts';
import { upgrade as to30 } from './upgrades/030-normalized-names.ts';
import { upgrade as to31 } from './upgrades/031-queue-options.ts';
import { upgrade as to32 } from './upgrades/032-one-reader-of-messages.ts';
import { upgrade as to33 } from './upgrades/033-webhook-addresses.ts';
import { upgrade as to34 } from './upgrades/034-ntfy-addresses.ts';
import { upgrade as to35 } from './upgrades/035-received-deliveries.ts';
import { upgrade as to36 } from './upgrades/036-mail-in.ts';
import { upgrade as to37 } from './upgrades/037-sealed-addresses.ts';
import { upgrade as to38 } from './upgrades/038-key-limits.ts';
import { upgrade as to39 } from './upgrades/039-webhook-templates.ts';
import { upgrade as to40 } from './upgrades/040-delivery-results.ts';
import { upgrade as to41 } from './upgrades/041-feeds.ts';
import { upgrade as to42 } from './upgrades/042-sent-deliveries.ts';
import { upgrade as to43 } from './upgrades/043-accepted-invitations.ts';
import { upgrade as to44 } from './upgrades/044-slash-commands.ts';
import { upgrade as to45 } from './upgrades/045-invisible-characters.ts';

/**
 * The steps to the current schema.sql: the first leads from schema 1 to 2, and so on. To change the schema:
 *
 * 1. Change schema.sql. A new column goes last in its table, or the step rebuilds the table.
 * 2. Add a file with the step that makes the same change in an older database. A comment says what it does.
 * 3. Append the step here.
 * 4. Run test/system/upgrades/, which compares both results, and describes the difference.
 *
 * A published step is never changed: there are databases that it has upgraded.
 */
export const UPGRADES: readonly Upgrade[] = [
  to2,
  to3,
  to4,
  to5,
  to6,
  to7,
  to8,
  to9,
  to10,
  to11,
  to12,
  to13,
  to14,
  to15,
  to16,
  to17,
  to18,
  to19,
  to20,
  to21,
  to22,
  to23,
  to24,
  to25,
  to26,
  to27,
  to28,
  to29,
  to30,
  to31,
  to32,
  to33,
  to34,
  to35,
  to36,
  to37,
  to38,
  to39,
  to40,
  to41,
  to42,
  to43,
  to44,
  to45,
];

/** The schema of new databases: one more than the upgrades that lead to it. */
export const SCHEMA_VERSION = UPGRADES.length + 1;

/** The first schema whose number defines its structure. */
const FIRST_NUMBERED = 2;

/** The structure of a database of an earlier or the current schema; undefined for schema 1, which had many forms. */
export function structureOfVersion(version: number): Structure | undefined {
  if (version < FIRST_NUMBERED || version > SCHEMA_VERSION) return undefined;
  const db = new Database(':memory:');
  try {
    db.script(numberedSchema());
    for (const step of UPGRADES.slice(FIRST_NUMBERED - 1, version - 1)) runStep(db, step);
    return readStructure(db);
  } finally {
    db.close();
  }
}

/** The differences from the structure that the schema number defines; none for schema 1, which had many forms. */
export function schemaDifferences(look: ReadConnection): Difference[] {
  const expected = structureOfVersion(look.value<number>('PRAGMA user_version'));
  return expected ? compareStructures(toStructure(look.all<SchemaEntry>(SCHEMA_ENTRIES)), expected) : [];
}
