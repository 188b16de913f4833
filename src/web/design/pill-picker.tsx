import { autoUpdate, computePosition, flip, offset, size } from '@floating-ui/dom';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { X } from './icons.ts';
import { addStyle } from './load-style.ts';
import { Button } from './primitives.tsx';
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

/**
 * A field of pills: the picked options, and an input that searches for more. Arrow keys move through the results, Enter
 * picks one, Backspace in the empty input removes the last pill. With `one`, a new choice replaces the previous one.
 */
export function PillPicker({
  id,
  label,
  describedBy,
  chosen,
  find,
  add,
  remove,
  several,
  placeholder,
  disabled = false,
}: {
  id?: string;
  label: string;
  describedBy?: string;
  chosen: readonly Choice[];
  find: (query: string) => readonly Choice[];
  add: (key: string) => void;
  remove: (key: string) => void;
  /** Picks every entry of a pasted list. Returns the unknown entries, which stay in the field. */
  several?: ((list: string) => string) | undefined;
  placeholder?: string;
  disabled?: boolean;
}) {
  const own = useId();
  const text = useSignal('');
  const open = useSignal(false);
  const at = useSignal(0);
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const found = open.value && !disabled ? find(text.value.trim()) : [];
  const current = found.length === 0 ? -1 : Math.min(at.value, found.length - 1);
  const take = (choice: Choice | undefined) => {
    if (!choice) return;
    text.value = '';
    at.value = 0;
    open.value = false;
    add(choice.key);
    input.current?.focus();
  };
  const drop = (key: string) => {
    remove(key);
    input.current?.focus();
  };
  const key = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: open.value ? current + 1 : 0, ArrowUp: current - 1 };
    if (event.key in moves) {
      event.preventDefault();
      open.value = true;
      at.value = found.length === 0 ? 0 : (moves[event.key]! + found.length) % found.length;
    } else if (event.key === 'Enter') {
      // Enter picks the typed option instead of submitting the form.
      if (open.value || text.value !== '') event.preventDefault();
      take(found[current]);
    } else if (event.key === 'Escape' && open.value) {
      event.preventDefault();
      event.stopPropagation();
      open.value = false;
    } else if (event.key === 'Backspace' && text.value === '') {
      const last = chosen.at(-1);
      if (last && !last.fixed) drop(last.key);
    }
  };
  return (
    <div
      ref={frame}
      class={disabled ? 'pills pills-still' : 'pills'}
      onPointerDown={(event) => {
        if (event.target !== frame.current || disabled) return;
        event.preventDefault();
        input.current?.focus();
        open.value = true;
      }}
    >
      {chosen.map((choice) => (
        <span class={choice.fixed || disabled ? 'pill pill-still' : 'pill'} key={choice.key}>
          {choice.picture}
          <span class="pill-name" dir="auto">
            {choice.name}
          </span>
          {!choice.fixed && !disabled && (
            <Button
              kind="quiet"
              icon={X}
              label={t('Remove {name}', { name: choice.name })}
              onClick={() => drop(choice.key)}
            />
          )}
        </span>
      ))}
      {disabled ? (
        chosen.length === 0 && <span class="pills-none">{t('Nobody')}</span>
      ) : (
        <input
          ref={input}
          id={id ?? own}
          aria-label={label}
          aria-describedby={describedBy}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${own}-found`}
          aria-autocomplete="list"
          aria-activedescendant={current < 0 ? undefined : `${own}-${current}`}
          autocomplete="off"
          placeholder={chosen.length === 0 ? (placeholder ?? '') : ''}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            open.value = true;
            at.value = 0;
          }}
          onClick={() => (open.value = true)}
          onPaste={(event) => {
            const list = event.clipboardData?.getData('text/plain').trim() ?? '';
            if (!several || !/[,;\t\n]/.test(list)) return;
            event.preventDefault();
            text.value = several(list);
            open.value = text.value !== '';
          }}
          onKeyDown={key}
          onBlur={() => (open.value = false)}
        />
      )}
      {found.length > 0 && (
        <Results anchor={frame.current!} id={`${own}-found`} label={label}>
          {found.map((choice, index) => (
            <div
              key={choice.key}
              id={`${own}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              class="pill-choice"
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(choice)}
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
          ))}
        </Results>
      )}
    </div>
  );
}

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
