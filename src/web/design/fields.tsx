import type { Signal } from '@preact/signals';
import { Field } from './field.tsx';

// Form fields, each bound to a signal. `name` is the API's parameter name, so that the field can show the server's
// error.

interface NamedProps {
  label: string;
  hint?: string;
  name?: string;
}

/** A text field. `lines` makes it multi-line; `code` is for URLs and patterns instead of words. */
export const TextField = ({
  label,
  hint,
  name,
  value,
  lines = 1,
  code = false,
  type = 'text',
  ...more
}: NamedProps & {
  value: Signal<string>;
  lines?: number;
  code?: boolean;
  type?: 'text' | 'email' | 'url' | 'password';
  maxLength?: number;
  placeholder?: string;
  autocomplete?: 'off' | 'email' | 'current-password' | 'new-password' | 'one-time-code';
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

/** Selects one of several values. */
export const SelectField = <T extends string | number | null>({
  label,
  hint,
  name,
  value,
  options,
  disabled = false,
}: NamedProps & { value: Signal<T>; options: readonly (readonly [value: T, name: string])[]; disabled?: boolean }) => (
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
        {options.map(([one, text]) => (
          <option key={String(one)} value={String(one)} selected={one === value.value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);
