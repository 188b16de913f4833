import { t } from '../i18n/text.ts';
import { store } from '../store/store.ts';
import { channelName } from '../text/names.ts';

/** One channel of those in use, or (-1) none. */
export function ChannelSelect({
  id,
  label,
  describedBy,
  value,
  none,
  disabled = false,
  fits = () => true,
  onChange,
}: {
  id?: string;
  label?: string;
  describedBy?: string;
  value: number;
  /** What no channel is called. */
  none: string;
  disabled?: boolean;
  fits?: (id: number) => boolean;
  onChange: (id: number) => void;
}) {
  const channels = [...store.channels.value.values()]
    .filter(({ stream_id, is_archived }) => stream_id === value || (!is_archived && fits(stream_id)))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      <option value="-1" selected={value === -1}>
        {none}
      </option>
      {value !== -1 && !store.channels.value.has(value) && (
        <option value={String(value)} selected>
          {t('A channel you cannot see')}
        </option>
      )}
      {channels.map(({ stream_id }) => (
        <option key={stream_id} value={String(stream_id)} selected={stream_id === value}>
          {/* Without a sign before it: lists are searched by the first letters that are typed. */}
          {channelName(stream_id)}
        </option>
      ))}
    </select>
  );
}
