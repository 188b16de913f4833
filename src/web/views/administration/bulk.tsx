import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ALL_ROLES, ROLES, type Role } from '../../../shared/roles.ts';
import { subscribeUsers } from '../../actions/channels.ts';
import { ChannelSelect } from '../../design/channel-select.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Hash, Users } from '../../design/icons.ts';
import { Shield, UserX } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { canManageGroup } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { groupName, roleName } from '../../text/group-names.ts';
import { displayName } from '../../text/names.ts';
import { canDeactivate } from './person-menu.tsx';

/** The IDs of the people who are selected for an action on all of them. */
export type Selection = Signal<ReadonlySet<number>>;

/** Whether a person can be selected. Nobody changes their own account by accident. */
export const isSelectable = (person: Person): boolean =>
  store.me.value.is_admin && person.is_active && person.user_id !== store.me.value.id && canDeactivate(person);

/** The box that selects a person. */
export const SelectPerson = ({
  person: { user_id, full_name },
  selection,
}: {
  person: Person;
  selection: Selection;
}) => (
  <input
    type="checkbox"
    aria-label={t('Select {name}', { name: full_name })}
    checked={selection.value.has(user_id)}
    onChange={({ currentTarget }) => {
      const next = new Set(selection.peek());
      if (currentTarget.checked) next.add(user_id);
      else next.delete(user_id);
      selection.value = next;
    }}
  />
);

/** The box that selects everybody who is listed. */
export const SelectAll = ({ people, selection }: { people: readonly Person[]; selection: Selection }) => (
  <label class="line-check">
    <input
      type="checkbox"
      checked={people.length > 0 && people.every(({ user_id }) => selection.value.has(user_id))}
      onChange={({ currentTarget }) =>
        (selection.value = new Set(currentTarget.checked ? people.map(({ user_id }) => user_id) : []))
      }
    />
    {t('Select all')}
  </label>
);

/** The actions on the selected people. */
export function BulkActions({ selection }: { selection: Selection }) {
  const { size } = selection.value;
  if (size === 0) return null;
  const open = (form: ComponentChildren) => () => (dialog.value = form);
  return (
    <div class="bulk-actions" role="toolbar" aria-label={t('Actions for the selected people')}>
      <span>{plural(size, '{n} person', '{n} people')}</span>
      <Button icon={Shield} onClick={open(<ChangeRoles selection={selection} />)}>
        {t('Change role')}
      </Button>
      <Button icon={Users} onClick={open(<AddToGroup selection={selection} />)}>
        {t('Add to group')}
      </Button>
      <Button icon={Hash} onClick={open(<AddToChannel selection={selection} />)}>
        {t('Add to channel')}
      </Button>
      <Button icon={UserX} kind="danger" onClick={open(<DeactivatePeople selection={selection} />)}>
        {t('Deactivate')}
      </Button>
    </div>
  );
}

/** Does something for one person after another. Those who are left stay selected if it fails. */
async function forEachPerson(selection: Selection, act: (user_id: number) => Promise<unknown>): Promise<void> {
  for (const id of selection.peek()) {
    await act(id);
    selection.value = new Set([...selection.peek()].filter((one) => one !== id));
  }
}

const Names = ({ selection }: { selection: Selection }) => (
  <p class="settings-note">{[...selection.value].map(displayName).join(', ')}</p>
);

function ChangeRoles({ selection }: { selection: Selection }) {
  const chosen = useSignal<Role>(ROLES.member);
  const roles = ALL_ROLES.filter((role) => role !== ROLES.owner || store.me.value.is_owner);
  const act = () =>
    forEachPerson(selection, (user_id) => request('PATCH /users/{user_id}', { user_id, role: chosen.peek() }));
  return (
    <FormDialog title={t('Change role')} action={t('Change to {role}', { role: roleName(chosen.value) })} act={act}>
      <Names selection={selection} />
      <fieldset class="radios">
        <legend class="visually-hidden">{t('Role')}</legend>
        {roles.map((role) => (
          <label key={role} class="radio">
            <input type="radio" name="role" checked={chosen.value === role} onChange={() => (chosen.value = role)} />
            <span class="radio-name">{roleName(role)}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

function AddToGroup({ selection }: { selection: Selection }) {
  const groups = [...store.groups.value.values()]
    .filter(({ id, is_system_group, deactivated }) => !is_system_group && !deactivated && canManageGroup(id))
    .sort((a, b) => a.name.localeCompare(b.name));
  const chosen = useSignal(groups[0]?.id ?? 0);
  const act = async () => {
    const members: ReadonlySet<number> = new Set(store.groups.peek().get(chosen.peek())?.members);
    // A request with somebody who is a member already fails.
    const add = [...selection.peek()].filter((id) => !members.has(id));
    if (add.length > 0)
      await request('POST /user_groups/{user_group_id}/members', { user_group_id: chosen.peek(), add });
    selection.value = new Set();
  };
  return (
    <FormDialog title={t('Add to group')} action={t('Add')} ready={chosen.value > 0} act={act}>
      <Names selection={selection} />
      <select aria-label={t('Group')} onChange={({ currentTarget }) => (chosen.value = Number(currentTarget.value))}>
        {groups.map(({ id }) => (
          <option key={id} value={String(id)}>
            {groupName(id)}
          </option>
        ))}
      </select>
    </FormDialog>
  );
}

function AddToChannel({ selection }: { selection: Selection }) {
  const chosen = useSignal(-1);
  const act = async () => {
    await subscribeUsers(store.channels.peek().get(chosen.peek())!, [...selection.peek()]);
    selection.value = new Set();
  };
  return (
    <FormDialog title={t('Add to channel')} action={t('Add')} ready={chosen.value > 0} act={act}>
      <Names selection={selection} />
      <ChannelSelect
        label={t('Channel')}
        value={chosen.value}
        none={t('Choose a channel')}
        onChange={(id) => (chosen.value = id)}
      />
    </FormDialog>
  );
}

function DeactivatePeople({ selection }: { selection: Selection }) {
  const act = () => forEachPerson(selection, (user_id) => request('DELETE /users/{user_id}', { user_id }));
  return (
    <FormDialog title={t('Deactivate the selected accounts?')} action={t('Deactivate')} danger act={act}>
      <Names selection={selection} />
      <p>{t('They’ll be signed out everywhere until the account is reactivated. Their messages are kept.')}</p>
    </FormDialog>
  );
}
