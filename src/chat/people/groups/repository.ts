import type { Database } from '../../../kernel/db/database.ts';
import { GROUP_PERMISSIONS, type Group, type GroupPermission, type SystemGroup } from './types.ts';

const COLUMNS = `id, name, description, is_system, deactivated, creator_id, date_created, can_add_members_group, can_join_group,
  can_leave_group, can_manage_group, can_mention_group, can_remove_members_group`;

const group = (row: any): Group => ({ ...row, is_system: row.is_system === 1, deactivated: row.deactivated === 1 });

export type NewGroup = Pick<Group, 'name' | 'description' | 'creator_id' | 'date_created'> & { is_system: number };

/** The groups of a user: named ones, and those of these roles. */
export interface Within {
  people: ReadonlySet<number>;
  roles: readonly SystemGroup[];
}

export const groupRepository = (db: Database) => {
  const membersOf = db.column<number>('SELECT user_id FROM user_group_member WHERE group_id = ? ORDER BY user_id');
  const subgroupsOf = db.column<number>(
    'SELECT subgroup_id FROM user_group_subgroup WHERE group_id = ? ORDER BY subgroup_id',
  );
  const row = db.get<Group>(`SELECT ${COLUMNS} FROM user_group WHERE id = ?`, group);
  const idOf = db.value<number>('SELECT id FROM user_group WHERE name = ?');
  const directGroupsOf = db.column<number>('SELECT group_id FROM user_group_member WHERE user_id = ?');
  const above = db.column<number>('SELECT group_id FROM user_group_subgroup WHERE subgroup_id = ?');

  const byId = db.cached((id: number) => row(id));
  const members = db.cached((id: number): readonly number[] => membersOf(id));
  const subgroups = db.cached((id: number): readonly number[] => subgroupsOf(id));
  const system = db.cached((name: SystemGroup) => idOf(name));
  const within = db.cached((id: number): Within => {
    const counts = (each: number) => each === id || !byId.get(each)!.deactivated;
    const groups = [...through(id, counts)].filter(counts).map((each) => byId.get(each)!);
    return {
      roles: groups.filter(({ is_system }) => is_system).map(({ name }) => name as SystemGroup),
      people: new Set(groups.flatMap((each) => members.get(each.id)!)),
    };
  });

  return {
    byId: (id: number): Group | undefined => byId.get(id),
    named: db.get<Group, [name: string]>(`SELECT ${COLUMNS} FROM user_group WHERE name = ?`, group),
    /** Named groups that give one of their own permissions to one of these groups; ids as a JSON list. */
    givingTo: db.all<Group, [ids: string]>(
      `SELECT ${COLUMNS} FROM user_group g WHERE name IS NOT NULL AND EXISTS (
        SELECT 1 FROM json_each(?) WHERE value IN (${GROUP_PERMISSIONS.map((name) => `g.${name}`).join(', ')})) ORDER BY id`,
      group,
    ),
    /** All named groups, system groups first. */
    allNamed: db.all<Group>(`SELECT ${COLUMNS} FROM user_group WHERE name IS NOT NULL ORDER BY id`, group),
    /** The direct members with rows. System groups have none: their members follow from roles. */
    members: (id: number): readonly number[] => members.get(id)!,
    subgroups: (id: number): readonly number[] => subgroups.get(id)!,
    directGroupsOf,
    /** The group and its subgroups at any depth, active or not. */
    below: (id: number): ReadonlySet<number> => through(id, () => true),
    /** The members of a group (active or not), direct and through its active subgroups. */
    within: (id: number): Within => within.get(id)!,
    /** The groups that have this one as a direct subgroup. */
    above,
    system: (name: SystemGroup): number => system.get(name)!,

    add: db.run<[NewGroup & Record<string, unknown>]>(
      `INSERT INTO user_group (name, description, is_system, creator_id, date_created)
       VALUES (@name, @description, @is_system, @creator_id, @date_created)`,
    ),
    setPermission: (() => {
      const set = (name: GroupPermission) =>
        db.run<[value: number, id: number]>(`UPDATE user_group SET ${name} = ? WHERE id = ?`);
      const statements: Record<GroupPermission, ReturnType<typeof set>> = {
        can_add_members_group: set('can_add_members_group'),
        can_join_group: set('can_join_group'),
        can_leave_group: set('can_leave_group'),
        can_manage_group: set('can_manage_group'),
        can_mention_group: set('can_mention_group'),
        can_remove_members_group: set('can_remove_members_group'),
      };
      return (id: number, name: GroupPermission, value: number): void => {
        statements[name](value, id);
        byId.forget(id);
      };
    })(),
    setName: changed(db.run<[name: string, id: number]>('UPDATE user_group SET name = ? WHERE id = ?')),
    setDescription: changed(
      db.run<[description: string, id: number]>('UPDATE user_group SET description = ? WHERE id = ?'),
    ),
    setDeactivated: changed(
      db.run<[deactivated: number, id: number]>('UPDATE user_group SET deactivated = ? WHERE id = ?'),
    ),
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
    /** An anonymous group is deleted with the setting whose value it was. */
    remove: changing(db.run<[id: number]>('DELETE FROM user_group WHERE id = ? AND name IS NULL')),
  };

  function changed<V>(run: (value: V, id: number) => unknown): (value: V, id: number) => void {
    return (value, id) => {
      run(value, id);
      byId.forget(id);
      within.clear();
    };
  }

  function changing<P extends [group: number, ...rest: number[]]>(
    run: (...given: P) => unknown,
  ): (...given: P) => void {
    return (...given) => {
      run(...given);
      byId.forget(given[0]);
      members.forget(given[0]);
      subgroups.forget(given[0]);
      within.clear();
    };
  }

  /**
   * Walks from group to subgroup, each once. Groups can share subgroups, so there can be far more paths than groups.
   */
  function through(id: number, goesOn: (id: number) => boolean): Set<number> {
    const found = new Set([id]);
    // Added groups are visited in turn.
    for (const each of found) if (goesOn(each)) for (const subgroup of subgroups.get(each)!) found.add(subgroup);
    return found;
  }
};
