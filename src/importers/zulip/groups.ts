import type { ImportedPermission, ImportedPermissions } from '../../chat/organization/imports/organization-types.ts';
import { GROUP_PERMISSIONS } from '../../chat/people/groups/types.ts';
import { append, type Raw, readId, readNumber, readText } from '../records.ts';
import type { Sink } from '../sink.ts';
import { wholeSeconds } from './times.ts';

/** The id in a field that refers to another row: `stream`, or `stream_id`. */
export const referenceIn = (row: Raw, field: string): string | undefined =>
  readId(row[field]) ?? readId(row[`${field}_id`]);

/** Until version 9, permissions were numbers. */
const ROLES_OF_POLICIES: Readonly<Record<number, string>> = {
  1: 'role:members',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
  5: 'role:everyone',
  6: 'role:nobody',
  7: 'role:owners',
};
export const permissionOfPolicy = (policy: unknown): ImportedPermission | undefined => {
  const role = ROLES_OF_POLICIES[readNumber(policy) ?? 0];
  return role === undefined ? undefined : { users: [], groups: [role] };
};

/** The groups of an archive: named ones, those of the system, and anonymous ones, which are values of permissions. */
export class ZulipGroups {
  readonly #rows = new Map<string, Raw>();
  readonly #members = new Map<string, string[]>();
  readonly #subgroups = new Map<string, string[]>();

  /** Keeps a row of one of the tables of groups. Returns false for other tables. */
  take(table: string, row: Raw): boolean {
    if (/^zerver_(named)?usergroup$/.test(table)) {
      const id = referenceIn(row, 'usergroup_ptr') ?? readId(row.id);
      // The name is in the first table until version 7, and in the second one since.
      if (id !== undefined && readText(row.name)) this.#rows.set(id, row);
    } else if (table === 'zerver_usergroupmembership')
      append(this.#members, referenceIn(row, 'user_group') ?? '', referenceIn(row, 'user_profile') ?? '');
    else if (table === 'zerver_groupgroupmembership')
      append(this.#subgroups, referenceIn(row, 'supergroup') ?? '', referenceIn(row, 'subgroup') ?? '');
    else return false;
    return true;
  }

  /** Hands the groups to the sink, and then what refers to other groups. */
  addAll(sink: Sink): void {
    const own = [...this.#rows].filter(([, row]) => systemName(row) === undefined);
    for (const [origin, row] of own)
      sink.add({
        kind: 'group',
        origin,
        name: readText(row.name)!,
        description: readText(row.description) ?? '',
        members: this.#members.get(origin) ?? [],
        created: wholeSeconds(row.date_created),
        creator: referenceIn(row, 'creator'),
      });
    for (const [origin, row] of own)
      sink.add({
        kind: 'group-settings',
        origin,
        subgroups: this.#namesOf(this.#subgroups.get(origin) ?? []),
        permissions: this.readPermissions(row, GROUP_PERMISSIONS),
        is_deactivated: row.deactivated === true,
      });
  }

  /** The permissions of these names in a row. */
  readPermissions(row: Raw, names: readonly string[]): ImportedPermissions {
    return Object.fromEntries(
      names.flatMap((name) => {
        const id = referenceIn(row, name);
        return id === undefined ? [] : [[name, this.#permission(id)]];
      }),
    );
  }

  #permission(id: string): ImportedPermission {
    if (this.#rows.has(id)) return { users: [], groups: this.#namesOf([id]) };
    return { users: this.#members.get(id) ?? [], groups: this.#namesOf(this.#subgroups.get(id) ?? []) };
  }

  #namesOf(ids: readonly string[]): string[] {
    return ids.map((id) => systemName(this.#rows.get(id)) ?? id);
  }
}

/** The name of a group of the system, which is the same here. */
const systemName = (row: Raw | undefined): string | undefined =>
  row?.is_system_group === true ? readText(row.name)!.replace(/^@/, '') : undefined;
