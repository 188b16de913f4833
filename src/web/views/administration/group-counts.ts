import { computed } from '@preact/signals';
import type { Group } from '../../server/types.ts';
import { isMember } from '../../store/permissions.ts';
import { store } from '../../store/store.ts';

/** The member counts of groups, cached until membership changes. */
const counts = computed(() => ({
  known: {
    people: store.users.value,
    groups: store.groups.value,
    waiting: store.realm.value.realm_waiting_period_threshold,
    now: Date.now(),
  },
  counted: new Map<number, number>(),
}));

/** The number of members of a group, including those of subgroups. */
export function getCount(id: number): number {
  const { known, counted } = counts.value;
  let count = counted.get(id);
  if (count !== undefined) return count;
  count = 0;
  for (const person of candidates(known.groups, id) ?? known.people.keys()) {
    const { is_active, is_bot } = known.people.get(person) ?? {};
    if (is_active && !is_bot && isMember(known, person, id)) count++;
  }
  counted.set(id, count);
  return count;
}

/**
 * Users who may be in a group: its direct members and those of its subgroups. Undefined if roles decide, since then it
 * may be anyone.
 */
function candidates(
  groups: ReadonlyMap<number, Group>,
  id: number,
  found = new Set<number>(),
  looked = new Set<number>(),
): Set<number> | undefined {
  const group = groups.get(id);
  if (!group || looked.has(id)) return found;
  if (group.is_system_group) return undefined;
  looked.add(id);
  for (const person of group.members) found.add(person);
  return group.direct_subgroup_ids.every((within) => candidates(groups, within, found, looked)) ? found : undefined;
}
