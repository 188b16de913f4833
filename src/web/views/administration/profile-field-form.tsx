import { type Signal, useSignal } from '@preact/signals';
import { SelectField, TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { ChevronDown, Plus, X } from '../../design/icons.ts';
import { ChevronUp } from '../../design/more-icons.ts';
import { Button, Switch } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ProfileField } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { FIELD, optionsOf } from '../../text/profile-values.ts';
import { dataOf, type Option } from './field-options.ts';

export function typeName(type: number): string {
  const names: Record<number, string> = {
    [FIELD.short]: t('Short text'),
    [FIELD.long]: t('Long text'),
    [FIELD.choice]: t('List of options'),
    [FIELD.date]: t('Date'),
    [FIELD.link]: t('Link'),
    [FIELD.people]: t('People'),
    [FIELD.account]: t('External account'),
    [FIELD.pronouns]: t('Pronouns'),
  };
  return names[type] ?? '';
}

/** Fields too long for the user card. */
const isLong = (type: number): boolean => type === FIELD.long || type === FIELD.people;
const MOST_ON_CARD = 2;
const CUSTOM = 'custom';

const accountOf = (field: ProfileField | undefined): { subtype: string; url_pattern?: string } =>
  field?.type === FIELD.account && field.field_data !== '' ? JSON.parse(field.field_data) : { subtype: '' };

/** Creates a profile field, or edits everything but its type. */
export function FieldForm({ field }: { field?: ProfileField }) {
  const known = Object.entries(store.realm.value.realm_default_external_accounts);
  const type = useSignal(field?.type ?? FIELD.short);
  const name = useSignal(field?.name ?? '');
  const hint = useSignal(field?.hint ?? '');
  const options = useSignal<Option[]>(field?.type === FIELD.choice ? optionsOf(field) : [{ key: '', text: '' }]);
  const account = useSignal(accountOf(field).subtype || (known[0]?.[0] ?? CUSTOM));
  const pattern = useSignal(accountOf(field).url_pattern ?? '');
  const required = useSignal(field?.required ?? false);
  const editable = useSignal(field?.editable_by_user ?? true);
  const onCard = useSignal(field?.display_in_profile_summary ?? false);
  const isAccount = type.value === FIELD.account;
  const isKnownAccount = isAccount && account.value !== CUSTOM;
  const isFull =
    store.profileFields.value.filter((one) => one.display_in_profile_summary && one.id !== field?.id).length >=
    MOST_ON_CARD;

  const save = () => {
    const given = {
      ...(isKnownAccount ? {} : { name: name.peek().trim(), hint: hint.peek().trim() }),
      ...(type.peek() === FIELD.choice && { field_data: dataOf(options.peek()) }),
      ...(isAccount && {
        field_data: {
          subtype: account.peek(),
          ...(account.peek() === CUSTOM && { url_pattern: pattern.peek().trim() }),
        },
      }),
      required: required.peek(),
      editable_by_user: editable.peek(),
      ...(!isLong(type.peek()) && { display_in_profile_summary: onCard.peek() }),
    };
    return field
      ? request('PATCH /realm/profile_fields/{field_id}', { field_id: field.id, ...given })
      : request('POST /realm/profile_fields', { field_type: type.peek(), ...given });
  };
  const filled = options.value.filter(({ text }) => text.trim() !== '');
  const isReady =
    (isKnownAccount || name.value.trim() !== '') &&
    (type.value !== FIELD.choice || filled.length > 0) &&
    (!isAccount || account.value !== CUSTOM || pattern.value.includes('%(username)s'));
  return (
    <FormDialog
      title={field ? t('Edit {name}', { name: field.name }) : t('Add field')}
      action={field ? t('Save') : t('Add')}
      ready={isReady}
      act={save}
    >
      <SelectField
        label={t('Type')}
        value={type}
        disabled={field !== undefined}
        options={Object.values(FIELD).map((one) => [one, typeName(one)])}
      />
      {isAccount && (
        <SelectField
          label={t('Service')}
          value={account}
          options={[...known.map(([key, { text }]) => [key, text] as const), [CUSTOM, t('Custom')]]}
        />
      )}
      {isAccount && account.value === CUSTOM && (
        <TextField
          name="url_pattern"
          label={t('URL pattern')}
          hint={t('Use %(username)s as a placeholder for the username')}
          placeholder="https://example.com/%(username)s"
          value={pattern}
          code
        />
      )}
      {!isKnownAccount && (
        <>
          <TextField name="name" label={t('Label')} value={name} maxLength={40} />
          <TextField
            label={t('Hint')}
            hint={t('Shown to people when they fill in the field')}
            value={hint}
            maxLength={80}
          />
        </>
      )}
      {type.value === FIELD.choice && <Options options={options} />}
      <Switch label={t('Require this field')} on={required.value} onChange={(on) => (required.value = on)} />
      <Switch
        label={t('People can edit this field for their own account')}
        on={editable.value}
        onChange={(on) => (editable.value = on)}
      />
      {!isLong(type.value) &&
        (isFull && !onCard.value ? (
          <p class="settings-note">{t('Two fields are already shown on the profile card.')}</p>
        ) : (
          <Switch label={t('Show on the profile card')} on={onCard.value} onChange={(on) => (onCard.value = on)} />
        ))}
    </FormDialog>
  );
}

function Options({ options }: { options: Signal<Option[]> }) {
  const put = (next: Option[]) => (options.value = next);
  const all = options.value;
  const swap = (at: number, to: number) => {
    const next = [...all];
    [next[at], next[to]] = [next[to]!, next[at]!];
    put(next);
  };
  return (
    <fieldset class="options">
      <legend>{t('Options')}</legend>
      {all.map(({ text }, at) => {
        const named = text || t('option {n}', { n: at + 1 });
        return (
          <div class="option-line" key={at}>
            <input
              aria-label={t('Option {n}', { n: at + 1 })}
              dir="auto"
              value={text}
              onInput={(event) =>
                put(all.map((one, index) => (index === at ? { ...one, text: event.currentTarget.value } : one)))
              }
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                put([...all.slice(0, at + 1), { key: '', text: '' }, ...all.slice(at + 1)]);
              }}
            />
            <Button
              kind="quiet"
              icon={ChevronUp}
              label={t('Move {name} up', { name: named })}
              disabled={at === 0}
              onClick={() => swap(at, at - 1)}
            />
            <Button
              kind="quiet"
              icon={ChevronDown}
              label={t('Move {name} down', { name: named })}
              disabled={at === all.length - 1}
              onClick={() => swap(at, at + 1)}
            />
            <Button
              kind="quiet"
              icon={X}
              label={t('Remove {name}', { name: named })}
              disabled={all.length === 1}
              onClick={() => put(all.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <div>
        <Button icon={Plus} onClick={() => put([...all, { key: '', text: '' }])}>
          {t('Add option')}
        </Button>
      </div>
    </fieldset>
  );
}
