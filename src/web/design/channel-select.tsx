import { t } from '../i18n/text.ts';
import { store } from '../store/store.ts';
import { compareNames } from '../text/compare-names.ts';
import { channelName } from '../text/names.ts';

/** Selects one active channel, or -1 for none. */
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
  /** The label of the choice without a channel. */
  none: string;
  disabled?: boolean;
  fits?: (id: number) => boolean;
  onChange: (id: number) => void;
}) {
  const channels = [...store.channels.value.values()]
    .filter(({ stream_id, is_archived }) => stream_id === value || (!is_archived && fits(stream_id)))
    .sort((a, b) => compareNames(a.name, b.name));
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
          {t('A channel you don’t have access to')}
        </option>
      )}
      {channels.map(({ stream_id }) => (
        <option key={stream_id} value={String(stream_id)} selected={stream_id === value}>
          {/* Without a leading icon, because browsers search a select by the first letters typed. */}
          {channelName(stream_id)}
        </option>
      ))}
    </select>
  );
}
