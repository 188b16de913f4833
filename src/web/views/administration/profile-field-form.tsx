import { type Signal, useSignal } from '@preact/signals';
import { Switch } from '../../design/field.tsx';
import { SelectField, TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { ChevronDown, Plus, X } from '../../design/icons.ts';
import { ChevronUp } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ProfileField } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { FIELD, readOptions } from '../../text/profile-values.ts';
import { makeFieldData, type Option } from './field-options.ts';

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
const MAX_ON_CARD = 2;
const CUSTOM = 'custom';

const readAccount = (field: ProfileField | undefined): { subtype: string; url_pattern?: string } =>
  field?.type === FIELD.account && field.field_data !== '' ? JSON.parse(field.field_data) : { subtype: '' };

/** The external accounts that the server knows, with their names. */
const knownAccounts = (): (readonly [subtype: string, name: string])[] =>
  Object.entries(store.realm.value.realm_default_external_accounts).map(([subtype, { text }]) => [subtype, text]);

/** Creates a profile field, or edits everything but its type. */
export function FieldForm({ field }: { field?: ProfileField }) {
  const draft = useFieldDraft(field);
  const { type, options, required, editable } = draft;
  const save = () =>
    field
      ? request('PATCH /realm/profile_fields/{field_id}', { field_id: field.id, ...makeParams(draft) })
      : request('POST /realm/profile_fields', { field_type: type.peek(), ...makeParams(draft) });
  return (
    <FormDialog
      title={field ? t('Edit {name}', { name: field.name }) : t('Add field')}
      action={field ? t('Save') : t('Add')}
      ready={isComplete(draft)}
      act={save}
    >
      <SelectField
        label={t('Type')}
        value={type}
        disabled={field !== undefined}
        options={Object.values(FIELD).map((one) => [one, typeName(one)])}
      />
      {type.value === FIELD.account && <AccountFields draft={draft} />}
      {!isKnownAccount(draft) && <LabelFields draft={draft} />}
      {type.value === FIELD.choice && <Options options={options} />}
      <Switch label={t('Require this field')} on={required.value} onChange={(on) => (required.value = on)} />
      <Switch
        label={t('People can edit this field for their own account')}
        on={editable.value}
        onChange={(on) => (editable.value = on)}
      />
      {!isLong(type.value) && <CardSwitch id={field?.id} onCard={draft.onCard} />}
    </FormDialog>
  );
}

/** The values that the form edits. */
const useFieldDraft = (field: ProfileField | undefined) => ({
  type: useSignal(field?.type ?? FIELD.short),
  name: useSignal(field?.name ?? ''),
  hint: useSignal(field?.hint ?? ''),
  options: useSignal<Option[]>(field?.type === FIELD.choice ? readOptions(field) : [{ key: '', text: '' }]),
  account: useSignal(readAccount(field).subtype || (knownAccounts()[0]?.[0] ?? CUSTOM)),
  pattern: useSignal(readAccount(field).url_pattern ?? ''),
  required: useSignal(field?.required ?? false),
  editable: useSignal(field?.editable_by_user ?? true),
  onCard: useSignal(field?.display_in_profile_summary ?? false),
});

type FieldDraft = ReturnType<typeof useFieldDraft>;

/** Whether the server chooses the label and the hint, because it knows the external account. */
const isKnownAccount = ({ type, account }: FieldDraft): boolean =>
  type.value === FIELD.account && account.value !== CUSTOM;
const isCustomAccount = ({ type, account }: FieldDraft): boolean =>
  type.value === FIELD.account && account.value === CUSTOM;

const isComplete = (draft: FieldDraft): boolean =>
  (isKnownAccount(draft) || draft.name.value.trim() !== '') &&
  (draft.type.value !== FIELD.choice || draft.options.value.some(({ text }) => text.trim() !== '')) &&
  (!isCustomAccount(draft) || draft.pattern.value.includes('%(username)s'));

const makeParams = (draft: FieldDraft) => ({
  ...(!isKnownAccount(draft) && { name: draft.name.value.trim(), hint: draft.hint.value.trim() }),
  ...(draft.type.value === FIELD.choice && { field_data: makeFieldData(draft.options.value) }),
  ...(draft.type.value === FIELD.account && {
    field_data: {
      subtype: draft.account.value,
      ...(isCustomAccount(draft) && { url_pattern: draft.pattern.value.trim() }),
    },
  }),
  required: draft.required.value,
  editable_by_user: draft.editable.value,
  ...(!isLong(draft.type.value) && { display_in_profile_summary: draft.onCard.value }),
});

const AccountFields = ({ draft }: { draft: FieldDraft }) => (
  <>
    <SelectField
      label={t('Service')}
      value={draft.account}
      options={[...knownAccounts(), [CUSTOM, t('Custom')] as const]}
    />
    {isCustomAccount(draft) && (
      <TextField
        name="url_pattern"
        label={t('URL pattern')}
        hint={t('Use %(username)s as a placeholder for the username')}
        placeholder="https://example.com/%(username)s"
        value={draft.pattern}
        code
      />
    )}
  </>
);

const LabelFields = ({ draft }: { draft: FieldDraft }) => (
  <>
    <TextField name="name" label={t('Label')} value={draft.name} maxLength={40} />
    <TextField
      label={t('Hint')}
      hint={t('Shown to people when they fill in the field')}
      value={draft.hint}
      maxLength={80}
    />
  </>
);

/** Switches whether the profile card shows the field, unless other fields fill the card. */
function CardSwitch({ id, onCard }: { id: number | undefined; onCard: Signal<boolean> }) {
  const others = store.profileFields.value.filter((one) => one.display_in_profile_summary && one.id !== id);
  if (others.length >= MAX_ON_CARD && !onCard.value)
    return <p class="settings-note">{t('Two fields are already shown on the profile card.')}</p>;
  return <Switch label={t('Show on the profile card')} on={onCard.value} onChange={(on) => (onCard.value = on)} />;
}

/** The options of a list, in their order. Enter in an option adds another below it. */
function Options({ options }: { options: Signal<Option[]> }) {
  const all = options.value;
  const insert = (position: number) => (options.value = all.toSpliced(position, 0, { key: '', text: '' }));
  const swap = (from: number, to: number) => {
    const next = [...all];
    [next[from], next[to]] = [next[to]!, next[from]!];
    options.value = next;
  };
  return (
    <fieldset class="options">
      <legend>{t('Options')}</legend>
      {all.map((option, index) => (
        <OptionRow
          key={index}
          text={option.text}
          index={index}
          count={all.length}
          setText={(text) => (options.value = all.with(index, { ...option, text }))}
          insertBelow={() => insert(index + 1)}
          move={(step) => swap(index, index + step)}
          remove={() => (options.value = all.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button icon={Plus} onClick={() => insert(all.length)}>
          {t('Add option')}
        </Button>
      </div>
    </fieldset>
  );
}

interface OptionRowProps {
  text: string;
  index: number;
  /** The number of options. */
  count: number;
  setText: (text: string) => void;
  insertBelow: () => void;
  move: (step: number) => void;
  remove: () => void;
}

function OptionRow({ text, index, count, setText, insertBelow, move, remove }: OptionRowProps) {
  const name = text || t('option {n}', { n: index + 1 });
  return (
    <div class="option-line">
      <input
        aria-label={t('Option {n}', { n: index + 1 })}
        dir="auto"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          insertBelow();
        }}
      />
      <Button
        kind="quiet"
        icon={ChevronUp}
        label={t('Move {name} up', { name })}
        disabled={index === 0}
        onClick={() => move(-1)}
      />
      <Button
        kind="quiet"
        icon={ChevronDown}
        label={t('Move {name} down', { name })}
        disabled={index === count - 1}
        onClick={() => move(1)}
      />
      <Button kind="quiet" icon={X} label={t('Remove {name}', { name })} disabled={count === 1} onClick={remove} />
    </div>
  );
}
