import { useSignal } from '@preact/signals';
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** An option that can be found by its name. */
export interface ComboboxOption {
  id: number;
  name: string;
  picture?: ComponentChildren;
}

interface ComboboxProps {
  label: string;
  /** Attributes of the text field. */
  field: Pick<InputHTMLAttributes, 'id' | 'class' | 'placeholder' | 'maxLength' | 'disabled' | 'autofocus'>;
  /** The typed text. */
  value: string;
  write: (value: string) => void;
  /** Any text is accepted: the list only suggests, so none of its options is chosen before an arrow key is pressed. */
  isFree?: boolean;
  /** The matching options, best first. */
  found: readonly ComboboxOption[];
  take: (id: number) => void;
  /** Handles keys that the field does not use itself. */
  onKey?: (event: KeyboardEvent) => void;
  onFocus?: (event: FocusEvent) => void;
  onBlur?: () => void;
}

/**
 * A combobox: a text field with the list of matching options. Arrow keys move through the list, Enter or a comma
 * accepts an option, Escape closes the list. The focus stays in the field.
 */
export function Combobox({ label, field, value, write, isFree, found, take, ...handlers }: ComboboxProps) {
  const id = useId();
  const first = isFree ? -1 : 0;
  const at = useSignal(first);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = found.length > 0;
  const current = Math.min(Math.max(at.value, first), found.length - 1);
  const { onFocus, onBlur } = handlers;
  useLayoutEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }));
  const takeAt = (place: number) => {
    at.value = first;
    take(found[place]!.id);
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const takes = (event.key === 'Enter' && !event.shiftKey) || (event.key === ',' && !isFree);
    if (step && isOpen)
      at.value = current < 0 && step < 0 ? found.length - 1 : (current + step + found.length) % found.length;
    else if (takes && current >= 0 && !event.isComposing) takeAt(current);
    else return handlers.onKey?.(event);
    event.preventDefault();
  };
  return (
    <>
      <input
        {...field}
        aria-label={label}
        dir="auto"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        autocomplete="off"
        value={value}
        onInput={(event) => {
          at.value = first;
          write(event.currentTarget.value);
        }}
        onKeyDown={key}
        {...(onFocus && { onFocus })}
        {...(onBlur && { onBlur })}
      />
      <div ref={list} id={id} role="listbox" aria-label={label} class="people-found" hidden={!isOpen}>
        {found.map((one, place) => (
          <Option
            key={one.id}
            {...one}
            element={`${id}-${place}`}
            isCurrent={place === current}
            take={() => takeAt(place)}
          />
        ))}
      </div>
    </>
  );
}

interface OptionProps extends Omit<ComboboxOption, 'id'> {
  /** The ID of its element. */
  element: string;
  isCurrent: boolean;
  take: () => void;
}

const Option = ({ element, name, picture, isCurrent, take }: OptionProps) => (
  <button
    type="button"
    id={element}
    role="option"
    tabIndex={-1}
    aria-selected={isCurrent}
    // Keeps the focus in the field.
    onPointerDown={(event) => event.preventDefault()}
    onClick={take}
  >
    {picture}
    <span class="row-name" dir="auto">
      {name}
    </span>
  </button>
);
