import { ask } from '../api.ts';
import { Check, Keyboard, LogIn, LogOut, Moon, Settings, Sun, SunMoon, Users } from '../design/icons.ts';
import { Menu, pop } from '../design/layers.tsx';
import { Avatar, Button } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { presence } from '../names.ts';
import { store } from '../store/store.ts';
import { showHelp } from './help.tsx';

const THEMES = { system: 1, dark: 2, light: 3 } as const;

/** Oneself: settings, the theme, the way out. */
export function UserMenuButton({ spectator }: { spectator: boolean }) {
  const { id } = store.me.value;
  if (spectator)
    return (
      <a class="button button-primary" href="/login">
        {t('Sign in')}
      </a>
    );
  const me = store.people.value.get(id);
  return (
    <button
      type="button"
      class="me"
      aria-haspopup="menu"
      aria-label={t('You: settings and more')}
      onClick={(event) => pop(event.currentTarget, <UserMenu />)}
    >
      <Avatar name={me?.full_name ?? ''} url={me?.avatar_url} size={30} presence={presence(id)} />
    </button>
  );
}

function UserMenu() {
  const me = store.people.value.get(store.me.value.id);
  const theme = store.settings.value.color_scheme;
  const choose = (color_scheme: 1 | 2 | 3) => void ask('PATCH /settings', { color_scheme });
  return (
    <Menu
      label={t('You')}
      items={[
        { name: t('Settings'), icon: Settings, act: () => (location.hash = '#settings/profile') },
        { name: t('Organization'), icon: Users, act: () => (location.hash = '#organization') },
        { name: t('Keyboard shortcuts'), icon: Keyboard, act: showHelp },
        { name: t('Light'), icon: theme === THEMES.light ? Check : Sun, chosen: theme === THEMES.light, act: () => choose(THEMES.light) },
        { name: t('Dark'), icon: theme === THEMES.dark ? Check : Moon, chosen: theme === THEMES.dark, act: () => choose(THEMES.dark) },
        {
          name: t('As the system'),
          icon: theme === THEMES.system ? Check : SunMoon,
          chosen: theme === THEMES.system,
          act: () => choose(THEMES.system),
        },
        { name: t('Sign out'), icon: LogOut, act: () => void signOut() },
      ]}
    >
      <p class="menu-title">{me?.full_name}</p>
    </Menu>
  );
}

async function signOut(): Promise<void> {
  await ask('POST /accounts/logout/');
  location.assign('/login');
}

/** In place of the message box for those who only look around. */
export function SignInBar() {
  return (
    <section class="compose sign-in-bar" id="compose" aria-label={t('Sign in')}>
      <p>{t('You are looking around without an account.')}</p>
      <Button kind="primary" icon={LogIn} onClick={() => location.assign('/login')}>
        {t('Sign in to take part')}
      </Button>
    </section>
  );
}
