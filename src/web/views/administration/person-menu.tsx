import { ROLES } from '../../../shared/roles.ts';
import { confirm } from '../../design/form-dialog.tsx';
import { Mail, Pencil, RefreshCw } from '../../design/icons.ts';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import { Shield, Smile, Trash2, UserX } from '../../design/more-icons.ts';
import { t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { ErasePerson } from './erase-person.tsx';
import { InviteToAccount } from './invite-to-account.tsx';
import { ChangeAddress, ChangeRole, Deactivate, EditPerson } from './person-dialogs.tsx';

/** Whether the current user can edit this account. */
export const canEditUser = (person: Person): boolean =>
  store.me.value.is_admin && (person.is_active || canDeactivate(person));

/** Whether the current user can deactivate this account or change its role. Only owners can do this to an owner. */
export const canDeactivate = ({ role }: Person): boolean => role !== ROLES.owner || store.me.value.is_owner;

/** Whether this is the organization's only owner. */
const isLastOwner = ({ user_id }: Person): boolean =>
  ![...store.users.value.values()].some(
    (other) => other.role === ROLES.owner && other.is_active && !other.is_bot && other.user_id !== user_id,
  );

/** Whether this account was imported without an address, and belongs to nobody yet. Only administrators can know. */
export const isStub = ({ delivery_email, is_bot }: Person): boolean =>
  !is_bot && delivery_email?.endsWith('@import.invalid') === true;

/** The actions on a user's account. */
export function PersonMenu({ person }: { person: Person }) {
  const { full_name: name, is_active, user_id } = person;
  const items: MenuItem[] = isStub(person)
    ? [...inviteItems(person), ...eraseItems(person)]
    : is_active
      ? [
          {
            name: t('Edit name and profile'),
            icon: Pencil,
            act: () => (dialog.value = <EditPerson person={person} />),
          },
          ...(store.me.value.is_owner
            ? [
                {
                  name: t('Change e-mail address'),
                  icon: Mail,
                  act: () => (dialog.value = <ChangeAddress person={person} />),
                },
              ]
            : []),
          {
            name: t('Change status'),
            icon: Smile,
            act: () => void import('../people/status.tsx').then(({ openStatus }) => openStatus(user_id)),
          },
          ...(isLastOwner(person) || !canDeactivate(person)
            ? []
            : [
                { name: t('Change role'), icon: Shield, act: () => (dialog.value = <ChangeRole person={person} />) },
                {
                  name: t('Deactivate'),
                  icon: UserX,
                  danger: true,
                  act: () => (dialog.value = <Deactivate person={person} />),
                },
              ]),
          ...eraseItems(person),
        ]
      : [{ name: t('Reactivate'), icon: RefreshCw, act: () => reactivate(user_id, name) }, ...eraseItems(person)];
  return <Menu label={name} items={items} />;
}

function inviteItems(person: Person): MenuItem[] {
  if (!hasRealmPermission('can_invite_users_group')) return [];
  return [{ name: t('Invite'), icon: Mail, act: () => (dialog.value = <InviteToAccount person={person} />) }];
}

function eraseItems(person: Person): MenuItem[] {
  const isOneself = person.user_id === store.me.value.id;
  if (isOneself || isLastOwner(person) || !canDeactivate(person)) return [];
  const act = () => (dialog.value = <ErasePerson person={person} />);
  return [{ name: t('Erase personal data'), icon: Trash2, danger: true, act }];
}

function reactivate(user_id: number, name: string): void {
  confirm(
    {
      title: t('Reactivate {name}?', { name }),
      action: t('Reactivate'),
      act: () => request('POST /users/{user_id}/reactivate', { user_id }),
    },
    <p>{t('They can sign in again with the same role. They’ll have to join channels again.')}</p>,
  );
}
