import { useSignal } from '@preact/signals';
import { confirm } from '../../design/form-dialog.tsx';
import { Button } from '../../design/primitives.tsx';
import { SettingRow } from '../../design/settings.tsx';
import { type Saving, useSaving } from '../../design/use-saving.ts';
import { plural, t } from '../../i18n/text.ts';

interface Row {
  label: string;
  hint?: string;
  fixed?: string | undefined;
}

const OTHER = 'other';

interface DaysRowProps extends Row {
  usual: readonly number[];
  getName: (days: number) => string;
  saving: Saving<number>;
  choose: (days: number) => void;
}

/** A number of days: a preset or a custom value. `choose` saves it, possibly after a confirmation. */
export function DaysRow({ usual, getName: nameOf, saving, choose, ...row }: DaysRowProps) {
  const isOther = useSignal(false);
  const { shown } = saving;
  const presets = [...new Set([...usual, shown])].sort((a, b) => a - b);
  const take = (days: number) => {
    isOther.value = false;
    choose(days);
  };
  return (
    <SettingRow {...row} about={saving}>
      {(id, describedBy) => (
        <>
          <select
            id={id}
            aria-describedby={describedBy}
            disabled={row.fixed !== undefined}
            value={isOther.value ? OTHER : String(shown)}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.value;
              isOther.value = chosen === OTHER;
              if (chosen === OTHER) return;
              // Until it is confirmed, the old value stays selected.
              currentTarget.value = String(shown);
              choose(Number(chosen));
            }}
          >
            {presets.map((one) => (
              <option key={one} value={String(one)} selected={!isOther.value && one === shown}>
                {nameOf(one)}
              </option>
            ))}
            <option value={OTHER} selected={isOther.value}>
              {t('Custom…')}
            </option>
          </select>
          {isOther.value && <DaysForm label={row.label} take={take} />}
        </>
      )}
    </SettingRow>
  );
}

function DaysForm({ label, take }: { label: string; take: (days: number) => void }) {
  const text = useSignal('');
  const days = Number(text.value);
  const isNumber = Number.isInteger(days) && days > 0;
  return (
    <form
      class="setting-form duration"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) take(days);
      }}
    >
      <input
        type="number"
        min={1}
        aria-label={t('Days')}
        placeholder={t('Days')}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <Button kind="primary" type="submit" disabled={!isNumber}>
        {t('Save')}
      </Button>
    </form>
  );
}

/** The API's value for "forever". */
const FOR_EVER = -1;
/** For a channel: the organization's setting. */
const INHERITED = -2;
const USUAL = [30, 90, 180, 365, 730, 1825];

/**
 * The message retention setting. A shorter period, which deletes existing messages, asks for confirmation. For a
 * channel, `organizationDays` is the organization's period, and `null` means to use it. `consequence` says what is
 * deleted.
 */
export function RetentionRow({
  value,
  organizationDays,
  consequence,
  save,
  ...row
}: Row & {
  value: number | null;
  organizationDays?: number;
  consequence: string;
  save: (days: number | null) => Promise<unknown>;
}) {
  const saveShown = (days: number) => save(days === INHERITED ? null : days);
  const saving = useSaving(value ?? INHERITED, saveShown);
  const inDays = (days: number): number => {
    const effective = days === INHERITED ? (organizationDays ?? FOR_EVER) : days;
    return effective === FOR_EVER ? Number.POSITIVE_INFINITY : effective;
  };
  const choose = (days: number) => {
    if (inDays(days) >= inDays(saving.shown)) return saving.change(days);
    const n = inDays(days);
    confirm(
      {
        title: plural(n, 'Delete messages older than {n} day?', 'Delete messages older than {n} days?'),
        action: plural(n, 'Keep messages for {n} day', 'Keep messages for {n} days'),
        danger: true,
        act: () => saveShown(days),
      },
      <p>{consequence}</p>,
    );
  };
  return (
    <DaysRow
      {...row}
      usual={[...(organizationDays === undefined ? [] : [INHERITED]), FOR_EVER, ...USUAL]}
      getName={(days) =>
        days === INHERITED
          ? t('Organization default')
          : days === FOR_EVER
            ? t('Forever')
            : plural(days, '{n} day', '{n} days')
      }
      saving={saving}
      choose={choose}
    />
  );
}
