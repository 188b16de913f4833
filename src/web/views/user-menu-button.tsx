import { ChevronDown, Moon } from '../design/icons.ts';
import { Avatar, Icon } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { doNotDisturbUntil } from '../store/local/do-not-disturb.ts';
import { elements } from '../store/local/elements.ts';
import { store } from '../store/store.ts';
import { presence } from '../text/names.ts';
import { openOrganizationMenu, openUserMenu } from './menus.tsx';

/** The organization's name, which opens its menu; for visitors a link to the home view. */
export function OrganizationButton({ spectator }: { spectator: boolean }) {
  const { realm_name, realm_icon_url } = store.realm.value;
  const content = (
    <>
      <img src={realm_icon_url} alt="" width={28} height={28} />
      <span>{realm_name}</span>
    </>
  );
  return spectator ? (
    <a class="realm" href="/#">
      {content}
    </a>
  ) : (
    <button
      type="button"
      class="realm"
      aria-haspopup="menu"
      onClick={(event) => openOrganizationMenu(event.currentTarget)}
    >
      {content}
      <Icon of={ChevronDown} size={16} />
    </button>
  );
}

/** The user's avatar, which opens their menu; for visitors a link to sign in. */
export function UserMenuButton({ spectator }: { spectator: boolean }) {
  const { id } = store.me.value;
  if (spectator)
    return (
      <a class="button button-primary" href="/login">
        {t('Sign in')}
      </a>
    );
  const me = store.users.value.get(id);
  return (
    <button
      ref={elements.userMenu}
      type="button"
      class="me"
      aria-haspopup="menu"
      aria-label={t('User menu')}
      onClick={(event) => openUserMenu(event.currentTarget)}
    >
      <Avatar
        name={me?.full_name ?? ''}
        url={me?.avatar_url}
        size={30}
        presence={store.settings.value.presence_enabled ? presence(id) : 'offline'}
      />
      {doNotDisturbUntil.value > 0 && (
        <span class="me-do-not-disturb">
          <Icon of={Moon} size={12} />
          <span class="visually-hidden">{t('Do not disturb')}</span>
        </span>
      )}
    </button>
  );
}
