import { t } from '../../i18n/text.ts';

export const BOT = { generic: 1, incoming: 2, outgoing: 3, embedded: 4 } as const;

export function botKind(type: number | null | undefined): string {
  const kinds: Record<number, string> = {
    1: t('Generic bot'),
    2: t('Incoming webhook'),
    3: t('Outgoing webhook'),
    4: t('Embedded bot'),
  };
  return kinds[type ?? 0] ?? t('Bot');
}
