import type { Database } from '../../../kernel/db/database.ts';
import type { RowCache } from '../../../kernel/db/row-cache.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import { GROUP_PERMISSIONS, type Group, type GroupPermission, type SystemGroup } from './types.ts';

const COLUMNS = `id, name, description, is_system, deactivated, creator_id, date_created, can_add_members_group, can_join_group,
  can_leave_group, can_manage_group, can_mention_group, can_remove_members_group`;

const toGroup = (row: RowOf<Group>): Group => ({
  ...row,
  is_system: row.is_system === 1,
  deactivated: row.deactivated === 1,
});

type NewGroup = Pick<Group, 'name' | 'description' | 'creator_id' | 'date_created'> & { is_system: number };

/** The groups of a user: named ones, and those of these roles. */
interface Within {
  people: ReadonlySet<number>;
  roles: readonly SystemGroup[];
}

/** Groups and their direct parts, kept in memory. */
interface GroupCache {
  byId: RowCache<number, Group>;
  members: RowCache<number, readonly number[]>;
  subgroups: RowCache<number, readonly number[]>;
  within: RowCache<number, Within>;
}

export const groupRepository = (db: Database) => {
  const cache = groupCache(db);
  return {
    ...lookups(db, cache),
    ...memberStatements(db, cache),
    ...changes(db, cache),
    ...permissionChanges(db, cache),
  };
};

/** Each channel has an anonymous group or two, and clients that register read those of all channels. */
const IN_MEMORY = 100_000;

function groupCache(db: Database): GroupCache {
  const row = db.get<Group>(`SELECT ${COLUMNS} FROM user_group WHERE id = ?`, toGroup);
  const listMembers = db.column<number>('SELECT user_id FROM user_group_member WHERE group_id = ? ORDER BY user_id');
  const listSubgroups = db.column<number>(
    'SELECT subgroup_id FROM user_group_subgroup WHERE group_id = ? ORDER BY subgroup_id',
  );
  const byId = db.cached(['user_group'], (id: number) => row(id), IN_MEMORY);
  const members = db.cached(['user_group_member'], (id: number): readonly number[] => listMembers(id), IN_MEMORY);
  const subgroups = db.cached(['user_group_subgroup'], (id: number): readonly number[] => listSubgroups(id), IN_MEMORY);
  const within = db.cached(['user_group', 'user_group_member', 'user_group_subgroup'], (id: number): Within => {
    const counts = (each: number) => each === id || !byId.get(each)!.deactivated;
    const groups = [...through(subgroups, id, counts)].filter(counts).map((each) => byId.get(each)!);
    return {
      roles: groups.filter(({ is_system }) => is_system).map(({ name }) => name as SystemGroup),
      people: new Set(groups.flatMap((each) => members.get(each.id)!)),
    };
  });
  return { byId, members, subgroups, within };
}

/**
 * Walks from group to subgroup, each once. Groups can share subgroups, so there can be far more paths than groups.
 */
function through(subgroups: GroupCache['subgroups'], id: number, goesOn: (id: number) => boolean): Set<number> {
  const found = new Set([id]);
  // Added groups are visited in turn.
  for (const each of found) if (goesOn(each)) for (const subgroup of subgroups.get(each)!) found.add(subgroup);
  return found;
}

const lookups = (db: Database, { byId }: GroupCache) => {
  const findId = db.value<number>('SELECT id FROM user_group WHERE name = ?');
  const system = db.cached(['user_group'], (name: SystemGroup) => findId(name));
  return {
    byId: (id: number): Group | undefined => byId.get(id),
    named: db.get<Group, [name: string]>(`SELECT ${COLUMNS} FROM user_group WHERE name = ?`, toGroup),
    /** Named groups that give one of their own permissions to one of these groups; ids as a JSON list. */
    givingTo: db.all<Group, [ids: string]>(
      `SELECT ${COLUMNS} FROM user_group g WHERE name IS NOT NULL AND EXISTS (
        SELECT 1 FROM json_each(?) WHERE value IN (${GROUP_PERMISSIONS.map((name) => `g.${name}`).join(', ')})) ORDER BY id`,
      toGroup,
    ),
    /** All named groups, system groups first. */
    allNamed: db.all<Group>(`SELECT ${COLUMNS} FROM user_group WHERE name IS NOT NULL ORDER BY id`, toGroup),
    system: (name: SystemGroup): number => system.get(name)!,
  };
};

const memberStatements = (db: Database, cache: GroupCache) => {
  const { members, subgroups, within } = cache;
  return {
    /** The direct members with rows. System groups have none: their members follow from roles. */
    members: (id: number): readonly number[] => members.get(id)!,
    subgroups: (id: number): readonly number[] => subgroups.get(id)!,
    listDirectGroups: db.column<number>('SELECT group_id FROM user_group_member WHERE user_id = ?'),
    /** The group and its subgroups at any depth, active or not. */
    below: (id: number): ReadonlySet<number> => through(subgroups, id, () => true),
    /** The members of a group (active or not), direct and through its active subgroups. */
    within: (id: number): Within => within.get(id)!,
    /** The groups that have this one as a direct subgroup. */
    above: db.column<number>('SELECT group_id FROM user_group_subgroup WHERE subgroup_id = ?'),
    addMember: changing(db.run<[group: number, user: number]>('INSERT OR IGNORE INTO user_group_member VALUES (?, ?)')),
    removeMember: changing(
      db.run<[group: number, user: number]>('DELETE FROM user_group_member WHERE group_id = ? AND user_id = ?'),
    ),
    addSubgroup: changing(
      db.run<[group: number, subgroup: number]>('INSERT OR IGNORE INTO user_group_subgroup VALUES (?, ?)'),
    ),
    removeSubgroup: changing(
      db.run<[group: number, subgroup: number]>(
        'DELETE FROM user_group_subgroup WHERE group_id = ? AND subgroup_id = ?',
      ),
    ),
  };

  function changing(run: (group: number, part: number) => unknown): (group: number, part: number) => void {
    return (group, part) => {
      run(group, part);
      forget(cache, group);
    };
  }
};

const changes = (db: Database, cache: GroupCache) => {
  const remove = db.run<[id: number]>('DELETE FROM user_group WHERE id = ? AND name IS NULL');
  return {
    add: db.run<[NewGroup & Record<string, unknown>]>(
      `INSERT INTO user_group (name, description, is_system, creator_id, date_created)
       VALUES (@name, @description, @is_system, @creator_id, @date_created)`,
    ),
    setName: changed(db.run<[name: string, id: number]>('UPDATE user_group SET name = ? WHERE id = ?')),
    setDescription: changed(
      db.run<[description: string, id: number]>('UPDATE user_group SET description = ? WHERE id = ?'),
    ),
    setDeactivated: changed(
      db.run<[deactivated: number, id: number]>('UPDATE user_group SET deactivated = ? WHERE id = ?'),
    ),
    /** An anonymous group is deleted with the setting whose value it was. */
    remove(id: number): void {
      remove(id);
      forget(cache, id);
    },
  };

  function changed<V>(run: (value: V, id: number) => unknown): (value: V, id: number) => void {
    return (value, id) => {
      run(value, id);
      cache.byId.forget(id);
      cache.within.clear();
    };
  }
};

const permissionChanges = (db: Database, { byId }: GroupCache) => {
  const set = (name: GroupPermission) =>
    db.run<[value: number, id: number]>(`UPDATE user_group SET ${name} = ? WHERE id = ?`);
  const statements = Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, set(name)])) as Record<
    GroupPermission,
    ReturnType<typeof set>
  >;
  return {
    setPermission(id: number, name: GroupPermission, value: number): void {
      statements[name](value, id);
      byId.forget(id);
    },
  };
};

/** Forgets a group whose members or subgroups changed. */
function forget({ byId, members, subgroups, within }: GroupCache, id: number): void {
  byId.forget(id);
  members.forget(id);
  subgroups.forget(id);
  within.clear();
}
