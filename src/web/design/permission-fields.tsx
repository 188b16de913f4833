import type { Signal } from '@preact/signals';
import { findRule } from '../permissions/rules.ts';
import type { GroupValue } from '../server/types.ts';
import { store } from '../store/store.ts';
import { Field } from './field.tsx';
import { GroupPicker } from './pickers.tsx';

interface PermissionQuestion<Name extends string> {
  name: Name;
  label: string;
  hint?: string;
}

/**
 * The permissions of something that is being created. `value` contains the changed ones; the server uses its defaults
 * for the others.
 */
export const PermissionFields = <Name extends string>({
  kind,
  questions,
  value,
}: {
  kind: 'stream' | 'group';
  questions: readonly PermissionQuestion<Name>[];
  value: Signal<Partial<Record<Name, GroupValue>>>;
}) => (
  <>
    {questions.map(({ name, label, hint }) => (
      <Field key={name} label={label} {...(hint !== undefined && { hint })}>
        {(id, describedBy) => (
          <GroupPicker
            id={id}
            label={label}
            describedBy={describedBy}
            rule={findRule(kind, name)}
            value={value.value[name] ?? getDefault(kind, name)}
            onChange={(chosen) => (value.value = { ...value.peek(), [name]: chosen })}
          />
        )}
      </Field>
    ))}
  </>
);

/** The default of a permission: a role's group, or the creator. */
function getDefault(kind: 'stream' | 'group', permission: string): GroupValue {
  const usual = findRule(kind, permission)?.default_group_name;
  const role = [...store.groups.value.values()].find(({ name, is_system_group }) => is_system_group && name === usual);
  return role?.id ?? { direct_members: [store.me.value.id], direct_subgroups: [] };
}
