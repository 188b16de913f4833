import type { ComponentChildren } from 'preact';
import { findRule } from '../permissions/rules.ts';
import type { GroupValue } from '../server/types.ts';
import { GroupPicker } from './pickers.tsx';
import { SettingRow } from './settings.tsx';
import { useSaving } from './use-saving.ts';

/** A permission as a setting: `<GroupRow kind="stream" name="can_send_message_group" value={…} save={…} />`. */
export function GroupRow({
  kind,
  name,
  value,
  save,
  ...about
}: {
  kind: 'realm' | 'stream' | 'group';
  name: string;
  label: string;
  hint?: ComponentChildren;
  fixed?: string | undefined;
  value: GroupValue;
  /** The server rejects this if somebody else has changed the value meanwhile; `old` is the previous value. */
  save: (value: GroupValue, old: GroupValue) => Promise<unknown>;
}) {
  const saving = useSaving(value, save);
  return (
    <SettingRow {...about} about={saving} wide>
      {(id, describedBy) => (
        <GroupPicker
          id={id}
          label={about.label}
          describedBy={describedBy}
          rule={findRule(kind, name)}
          disabled={about.fixed !== undefined}
          value={saving.shown}
          onChange={saving.change}
        />
      )}
    </SettingRow>
  );
}
