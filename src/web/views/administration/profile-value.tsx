import { Field } from '../../design/field.tsx';
import { PersonPicker } from '../../design/pickers.tsx';
import { t } from '../../i18n/text.ts';
import type { ProfileField } from '../../server/types.ts';
import { FIELD, readOptions } from '../../text/profile-values.ts';

/** The API value of a field's text: users are sent as IDs, an empty field as null. */
export function readAnswer({ type }: ProfileField, text: string): string | number[] | null {
  if (text.trim() === '' || text === '[]') return null;
  return type === FIELD.people ? (JSON.parse(text) as number[]) : text;
}

/** The input for one profile field of a user. */
export function ProfileValueField({
  field,
  value,
  onChange,
}: {
  field: ProfileField;
  value: string;
  onChange: (value: string) => void;
}) {
  const { type, name, hint } = field;
  const take = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  return (
    <Field label={name} hint={hint}>
      {(id, describedBy) => {
        const about = { id, 'aria-describedby': describedBy, value };
        if (type === FIELD.long) return <textarea {...about} rows={3} maxLength={500} dir="auto" onInput={take} />;
        if (type === FIELD.date) return <input {...about} type="date" onInput={take} />;
        if (type === FIELD.link) return <input {...about} type="url" onInput={take} />;
        if (type === FIELD.people)
          return (
            <PersonPicker
              id={id}
              label={name}
              describedBy={describedBy}
              value={value === '' ? [] : (JSON.parse(value) as number[])}
              onChange={(ids) => onChange(JSON.stringify(ids))}
            />
          );
        if (type === FIELD.choice)
          return (
            <select {...about} onChange={take}>
              <option value="" selected={value === ''}>
                {t('Not set')}
              </option>
              {readOptions(field).map(({ key, text }) => (
                <option key={key} value={key} selected={key === value}>
                  {text}
                </option>
              ))}
            </select>
          );
        return <input {...about} dir="auto" maxLength={50} onInput={take} />;
      }}
    </Field>
  );
}
