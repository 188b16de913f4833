import type { ComponentChildren } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { FieldError } from './field-errors.ts';
import { CircleAlert } from './icons.ts';
import { Icon } from './primitives.tsx';

/** A labeled form field with its error, which is either given here or set by the form for the field's `name`. */
export function Field({
  label,
  hint,
  name,
  wrong,
  children,
}: {
  label: string;
  hint?: string;
  name?: string;
  wrong?: string;
  children: (id: string, describedBy: string, isWrong: boolean) => ComponentChildren;
}) {
  const id = useId();
  const fieldError = useContext(FieldError);
  const text = wrong || (name !== undefined && fieldError?.name === name ? fieldError.text : '');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, `${id}-about`, text !== '')}
      <p id={`${id}-about`} class={text ? 'field-wrong' : 'field-hint'} role={text ? 'alert' : undefined}>
        {text && <Icon of={CircleAlert} size={15} />}
        {text || hint}
      </p>
    </div>
  );
}

export function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label class="switch">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
