import { t } from '../i18n/text.ts';

/** The labels of keys without a printable character. */
const NAMES: Record<string, () => string> = {
  ArrowDown: () => '↓',
  ArrowUp: () => '↑',
  ArrowLeft: () => '←',
  PageDown: () => t('PgDn'),
  PageUp: () => t('PgUp'),
  Home: () => t('Home'),
  End: () => t('End'),
  Escape: () => t('Esc'),
  ' ': () => t('Space'),
  'Shift+ ': () => t('Shift Space'),
};

/** The name of a key, or of keys pressed together, as on a keyboard. */
export const keyName = (key: string): string =>
  key.startsWith('Ctrl+') ? `${t('Ctrl')} ${key.slice(5).toUpperCase()}` : (NAMES[key]?.() ?? key);
