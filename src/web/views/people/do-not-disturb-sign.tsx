import { Moon } from '../../design/icons.ts';
import { Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { doNotDisturbEnd } from '../../notifications/do-not-disturb.ts';
import { formatTimeOrDay } from '../../text/format.ts';

/** A moon beside the name of a user who wants no notifications now. */
export function DoNotDisturbSign({ id }: { id: number }) {
  const end = doNotDisturbEnd(id);
  if (!end) return null;
  const words = t('Do not disturb until {time}', { time: formatTimeOrDay(end) });
  return (
    <span class="status-sign" title={words}>
      <Icon of={Moon} size={14} />
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
