import { autoUpdate, computePosition, flip, offset, size } from '@floating-ui/dom';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { ChevronDown, X } from './icons.ts';
import { addStyle } from './load-style.ts';
import { Button, Icon } from './primitives.tsx';
import css from './settings.css';

addStyle(css);

/** An option that can be picked. */
export interface Choice {
  key: string;
  name: string;
  /** Shown next to the name in smaller type. */
  note?: string;
  picture?: ComponentChildren;
  /** The option cannot be removed. */
  fixed?: boolean;
}

interface PillPickerProps {
  id?: string;
  label: string;
  describedBy?: string;
  chosen: readonly Choice[];
  find: (query: string) => readonly Choice[];
  add: (key: string) => void;
  remove: (key: string) => void;
  /** Picks every entry of a pasted list. Returns the unknown entries, which stay in the field. */
  addList?: ((list: string) => string) | undefined;
  placeholder?: string;
  disabled?: boolean;
}

/**
 * A field of pills: the picked options, and an input that searches for more. Arrow keys move through the results, Enter
 * picks one, Backspace in the empty input removes the last pill.
 */
export function PillPicker(props: PillPickerProps) {
  const { label, chosen, disabled = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const field = useSearchField(props);
  return (
    <div
      ref={frame}
      class={disabled ? 'pills pills-fixed' : 'pills'}
      onPointerDown={(event) => {
        if (event.target !== frame.current || disabled) return;
        event.preventDefault();
        field.input.current?.focus();
        field.isOpen.value = true;
      }}
    >
      {chosen.map((choice) => (
        <Pill
          key={choice.key}
          choice={choice}
          {...(!choice.fixed && !disabled && { remove: () => field.remove(choice.key) })}
        />
      ))}
      {!disabled && <SearchInput {...props} field={field} />}
      {!disabled && (
        <span class="pills-open">
          <Icon of={ChevronDown} size={16} />
        </span>
      )}
      {disabled && chosen.length === 0 && <span class="pills-none">{t('Nobody')}</span>}
      {field.results.length > 0 && (
        <Results anchor={frame.current!} id={`${field.id}-found`} label={label}>
          {field.results.map((choice, index) => (
            <Result
              key={choice.key}
              id={`${field.id}-${index}`}
              choice={choice}
              isActive={index === field.active}
              pick={() => field.pick(choice)}
            />
          ))}
        </Results>
      )}
    </div>
  );
}

/** The query in the field, its results while the list is open, and which of them Enter picks. */
function useSearchField({ find, add, remove, disabled = false }: PillPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const query = useSignal('');
  const isOpen = useSignal(false);
  const position = useSignal(0);
  const results = isOpen.value && !disabled ? find(query.value.trim()) : [];
  return {
    id,
    input,
    query,
    isOpen,
    position,
    results,
    /** The position of the result that Enter picks, or -1 without results. */
    active: Math.min(position.value, results.length - 1),
    pick(choice: Choice | undefined): void {
      if (!choice) return;
      query.value = '';
      position.value = 0;
      isOpen.value = false;
      add(choice.key);
      input.current?.focus();
    },
    remove(key: string): void {
      remove(key);
      input.current?.focus();
    },
  };
}

type SearchField = ReturnType<typeof useSearchField>;

function SearchInput(props: PillPickerProps & { field: SearchField }) {
  const { id, label, describedBy, chosen, addList, placeholder = '', field } = props;
  const { query, isOpen, results, active } = field;
  return (
    <input
      ref={field.input}
      id={id ?? field.id}
      aria-label={label}
      aria-describedby={describedBy}
      role="combobox"
      aria-expanded={results.length > 0}
      aria-controls={`${field.id}-found`}
      aria-autocomplete="list"
      aria-activedescendant={active < 0 ? undefined : `${field.id}-${active}`}
      autocomplete="off"
      placeholder={chosen.length === 0 ? placeholder : ''}
      value={query.value}
      onInput={(event) => {
        query.value = event.currentTarget.value;
        isOpen.value = true;
        field.position.value = 0;
      }}
      onClick={() => (isOpen.value = true)}
      onPaste={(event) => {
        const list = event.clipboardData?.getData('text/plain').trim() ?? '';
        if (!addList || !/[,;\t\n]/.test(list)) return;
        event.preventDefault();
        query.value = addList(list);
        isOpen.value = query.value !== '';
      }}
      onKeyDown={(event) => handleKey(event, field, chosen)}
      onBlur={() => (isOpen.value = false)}
    />
  );
}

function handleKey(event: KeyboardEvent, field: SearchField, chosen: readonly Choice[]): void {
  const { query, isOpen, results, active } = field;
  const moves: Record<string, number> = { ArrowDown: isOpen.peek() ? active + 1 : 0, ArrowUp: active - 1 };
  if (event.key in moves) {
    event.preventDefault();
    isOpen.value = true;
    field.position.value = results.length === 0 ? 0 : (moves[event.key]! + results.length) % results.length;
  } else if (event.key === 'Enter') {
    // Enter picks the typed option instead of submitting the form.
    if (isOpen.peek() || query.peek() !== '') event.preventDefault();
    if (!event.shiftKey) field.pick(results[active]);
  } else if (event.key === 'Escape' && isOpen.peek()) {
    event.preventDefault();
    event.stopPropagation();
    isOpen.value = false;
  } else if (event.key === 'Backspace' && query.peek() === '') {
    const last = chosen.at(-1);
    if (last && !last.fixed) field.remove(last.key);
  }
}

/** A picked option. Without `remove` it stays. */
const Pill = ({ choice, remove }: { choice: Choice; remove?: () => void }) => (
  <span class={remove ? 'pill' : 'pill pill-fixed'}>
    {choice.picture}
    <span class="pill-name" dir="auto">
      {choice.name}
    </span>
    {remove && <Button kind="quiet" icon={X} label={t('Remove {name}', { name: choice.name })} onClick={remove} />}
  </span>
);

const Result = ({
  id,
  choice,
  isActive,
  pick,
}: {
  id: string;
  choice: Choice;
  isActive: boolean;
  pick: () => void;
}) => (
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    class="pill-choice"
    // Keeps the focus in the field.
    onPointerDown={(event) => event.preventDefault()}
    onClick={pick}
  >
    {choice.picture}
    <span class="pill-name" dir="auto">
      {choice.name}
    </span>
    {choice.note && (
      <span class="pill-note" dir="auto">
        {choice.note}
      </span>
    )}
  </div>
);

/** The search results, displayed above everything else, below their field. */
function Results({
  anchor,
  id,
  label,
  children,
}: {
  anchor: Element;
  id: string;
  label: string;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current!;
    element.showPopover();
    return autoUpdate(anchor, element, () =>
      computePosition(anchor, element, {
        strategy: 'fixed',
        placement: 'bottom-start',
        middleware: [
          offset(4),
          flip({ padding: 8 }),
          size({
            padding: 8,
            apply({ rects, availableHeight }) {
              Object.assign(element.style, {
                width: `${rects.reference.width}px`,
                maxHeight: `${Math.min(320, availableHeight)}px`,
              });
            },
          }),
        ],
      }).then(({ x, y }) => Object.assign(element.style, { left: `${x}px`, top: `${y}px` })),
    );
  }, []);
  useLayoutEffect(() => {
    box.current!.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div ref={box} id={id} class="popover pill-choices" popover="manual" role="listbox" aria-label={label}>
      {children}
    </div>
  );
}
