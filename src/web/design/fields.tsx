import type { Signal } from '@preact/signals';
import { Field } from './primitives.tsx';

// Fields of forms, each kept in a signal. `name`: what the API calls it, so that what the server finds wrong with it stands there.

interface Named {
  label: string;
  hint?: string;
  name?: string;
}

/** What people write in. `lines`: more than one; `code`: not words but an address or a pattern. */
export const TextField = ({
  label,
  hint,
  name,
  value,
  lines = 1,
  code = false,
  type = 'text',
  ...more
}: Named & {
  value: Signal<string>;
  lines?: number;
  code?: boolean;
  type?: 'text' | 'email' | 'url' | 'password';
  maxLength?: number;
  placeholder?: string;
  autocomplete?: 'off' | 'email' | 'current-password' | 'new-password';
  required?: boolean;
}) => (
  <Field label={label} {...(hint !== undefined && { hint })} {...(name !== undefined && { name })}>
    {(id, describedBy, isWrong) => {
      const common = {
        id,
        name,
        'aria-describedby': describedBy,
        'aria-invalid': isWrong,
        dir: code ? ('ltr' as const) : ('auto' as const),
        value: value.value,
        onInput: (event: { currentTarget: { value: string } }) => (value.value = event.currentTarget.value),
        ...(code && { class: 'code-input', spellcheck: false }),
        ...more,
      };
      return lines > 1 ? <textarea {...common} rows={lines} /> : <input {...common} type={type as 'text'} />;
    }}
  </Field>
);

/** One of several. */
export const SelectField = <T extends string | number | null>({
  label,
  hint,
  name,
  value,
  options,
  disabled = false,
}: Named & { value: Signal<T>; options: readonly (readonly [value: T, name: string])[]; disabled?: boolean }) => (
  <Field label={label} {...(hint !== undefined && { hint })} {...(name !== undefined && { name })}>
    {(id, describedBy) => (
      <select
        id={id}
        name={name}
        aria-describedby={describedBy}
        disabled={disabled}
        value={String(value.value)}
        onChange={({ currentTarget }) => (value.value = options[currentTarget.selectedIndex]![0])}
      >
        {options.map(([one, called]) => (
          <option key={String(one)} value={String(one)} selected={one === value.value}>
            {called}
          </option>
        ))}
      </select>
    )}
  </Field>
);
