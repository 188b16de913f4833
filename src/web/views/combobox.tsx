import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** An option that can be found by its name. */
export interface ComboboxOption {
  id: number;
  name: string;
  picture?: ComponentChildren;
}

interface ComboboxProps {
  label: string;
  placeholder: string;
  /** The typed text. */
  text: Signal<string>;
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
export function Combobox({ label, placeholder, text, found, take, onKey, onFocus, onBlur }: ComboboxProps) {
  const id = useId();
  const at = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = found.length > 0;
  const current = Math.min(at.value, found.length - 1);
  useLayoutEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }));
  const takeAt = (place: number) => {
    at.value = 0;
    take(found[place]!.id);
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && isOpen) at.value = (current + step + found.length) % found.length;
    else if ((event.key === 'Enter' || event.key === ',') && isOpen && !event.isComposing) takeAt(current);
    else return onKey?.(event);
    event.preventDefault();
  };
  return (
    <>
      <input
        aria-label={label}
        placeholder={placeholder}
        dir="auto"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${current}` : undefined}
        autocomplete="off"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={key}
        {...(onFocus && { onFocus })}
        {...(onBlur && { onBlur })}
      />
      <div ref={list} id={id} role="listbox" aria-label={label} class="people-found" hidden={!isOpen}>
        {found.map((one, place) => (
          <button
            type="button"
            key={one.id}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === current}
            // Keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => takeAt(place)}
          >
            {one.picture}
            <span class="row-name" dir="auto">
              {one.name}
            </span>
          </button>
        ))}
      </div>
    </>
  );
}
