import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { plural, t } from '../../i18n/text.ts';
import { formatShortTime } from '../../text/format.ts';

const MINUTE = 60;
const LONGEST = 86_400;

/** The end of a time limit (UNIX time in seconds, local clock), with a countdown in the last minute. */
export function TimeLimit({ end }: { end: number }) {
  const now = useSignal(Date.now() / 1000);
  const left = Math.max(0, Math.ceil(end - now.value));
  useEffect(() => {
    if (!Number.isFinite(end) || left === 0) return;
    const timer = setTimeout(
      () => (now.value = Date.now() / 1000),
      1000 * (left > MINUTE ? Math.min(left - MINUTE, LONGEST) : 1),
    );
    return () => clearTimeout(timer);
  }, [end, now.value]);
  if (!Number.isFinite(end)) return null;
  return (
    <p class="field-hint" role="timer">
      {left === 0
        ? t('This can no longer be edited.')
        : left > MINUTE
          ? t('You can edit this until {time}.', { time: formatShortTime(end) })
          : plural(left, 'You can edit this for {n} more second.', 'You can edit this for {n} more seconds.')}
    </p>
  );
}
