import { signal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { X } from './icons.ts';
import { Button, Icon } from './primitives.tsx';

/** What lies above the page, one at a time each: a dialog, a popover. Both give the focus back to where it was. */
export const dialog = signal<ComponentChildren>(undefined);
interface Popped {
  anchor: Element;
  body: ComponentChildren;
  placement?: 'top-start' | 'bottom-start';
}
const popped = signal<Popped | undefined>(undefined);

export const pop = (anchor: Element, body: ComponentChildren, placement?: 'top-start' | 'bottom-start'): void => {
  popped.value = popped.peek()?.anchor === anchor ? undefined : { anchor, body, ...(placement && { placement }) };
};
export const unpop = (): void => {
  popped.value = undefined;
};

/** Gives the focus back to where it was, unless somebody has taken it elsewhere meanwhile. */
export function giveBack(from: Element, to: Element | null): void {
  const { activeElement: at } = document;
  if (at === null || at === document.body || from.contains(at)) (to as HTMLElement | null)?.focus?.();
}

export function Dialog({
  title,
  close,
  about,
  children,
  wide = false,
}: {
  title: string;
  close: string;
  /** The id of what is read out after the title. */
  about?: string;
  children: ComponentChildren;
  wide?: boolean;
}) {
  const element = useRef<HTMLDialogElement>(null);
  // Before the next key: who types ahead must be in it by then.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const box = element.current!;
    box.showModal();
    return () => giveBack(box, before);
  }, []);
  const shut = () => {
    dialog.value = undefined;
  };
  // As Escape does it: a form in which something was begun may have a word to say.
  const leave = () =>
    element.current!.dispatchEvent(new Event('cancel', { cancelable: true })) && element.current!.close();
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby="dialog-title"
      aria-describedby={about}
      onClose={shut}
      onClick={({ target, currentTarget }) => target === currentTarget && leave()}
    >
      <section class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <Button kind="quiet" icon={X} label={close} onClick={leave} />
        </header>
        {children}
      </section>
    </dialog>
  );
}

/** Where a field that has the focus brings up a keyboard over the half of what is seen. */
export const byTouch = (): boolean => matchMedia('(hover: none)').matches;

/** Has at hand what puts boxes beside others. */
export const placing = () => import('./floating.ts');

/** Tab goes round within what lies above the page; a menu, which has nothing for it, it closes. */
function round(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const box = event.currentTarget as HTMLElement;
  const stops = [...box.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility(),
  );
  if (stops.length === 0) unpop();
  else if (document.activeElement === stops.at(event.shiftKey ? 0 : -1)) stops.at(event.shiftKey ? -1 : 0)!.focus();
  else return;
  event.preventDefault();
}

function Popover({ anchor, body, placement }: Popped) {
  const element = useRef<HTMLDivElement>(null);
  // Before the next key: who types ahead must be in it by then.
  useLayoutEffect(() => {
    const box = element.current!;
    box.showPopover();
    box.addEventListener('keydown', round);
    let stop: (() => void) | undefined = () => {};
    // It takes keys at once. Until it is in its place it is not seen, and takes no clicks where it happens to be.
    Object.assign(box.style, { opacity: '0', pointerEvents: 'none' });
    placing().then(
      ({ beside }) => {
        if (stop) stop = beside(anchor, box, placement ?? 'bottom-end');
      },
      () => Object.assign(box.style, { opacity: '', pointerEvents: '' }),
    );
    anchor.setAttribute('aria-expanded', 'true');
    const first = box.querySelector<HTMLElement>(
      byTouch() ? '[role^=menuitem]' : '[role^=menuitem], button, input, a[href]',
    );
    (first ?? box.querySelector<HTMLElement>('[role=dialog]'))?.focus();
    return () => {
      stop?.();
      stop = undefined;
      anchor.setAttribute('aria-expanded', 'false');
      giveBack(box, anchor);
    };
  }, [anchor]);
  return (
    <div ref={element} class="popover" popover="auto" onToggle={(event) => event.newState === 'closed' && unpop()}>
      {body}
    </div>
  );
}

/** A dialog in a popover, with its name. What fills it may come later: keys are its own from the beginning. */
export const Panel = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div role="dialog" aria-label={label} tabIndex={-1} class="popped">
    {children}
  </div>
);

export interface MenuItem {
  name: string;
  icon: IconNode;
  danger?: boolean;
  /** Begins another kind of things to do. */
  apart?: boolean;
  /** One of several: whether it is the one. */
  chosen?: boolean;
  act: () => void;
}

/** Choices in a popover: arrows go through them, Enter takes one. */
export function Menu({
  label,
  items,
  children,
}: {
  label: string;
  items: readonly MenuItem[];
  children?: ComponentChildren;
}) {
  const step = (event: KeyboardEvent) => {
    const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role^=menuitem]')];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <div class="menu" role="menu" aria-label={label} onKeyDown={step}>
      {children}
      {items.map(({ name, icon, danger, apart, chosen, act }) => (
        <button
          type="button"
          key={name}
          role={chosen === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={chosen}
          tabIndex={-1}
          class={['menu-item', danger && 'menu-danger', apart && 'menu-apart'].filter(Boolean).join(' ')}
          onClick={() => {
            unpop();
            act();
          }}
        >
          <Icon of={icon} size={16} />
          {name}
        </button>
      ))}
    </div>
  );
}

interface Toasted {
  id: number;
  text: string;
  wrong: boolean;
  undo?: (() => void) | undefined;
}
const toasts = signal<readonly Toasted[]>([]);
let toastId = 0;
const READ = 5000;
const DECIDED = 10_000;
const untoast = (id: number): void => {
  toasts.value = toasts.peek().filter((one) => one.id !== id);
};

/** Says something in passing; for a while it can be undone, if it can. */
export function toast(text: string, wrong = false, undo?: () => void): void {
  const id = ++toastId;
  toasts.value = [...toasts.peek(), { id, text, wrong, undo }];
  setTimeout(() => untoast(id), undo ? DECIDED : READ);
}

/** Where all of that is drawn. */
export function Layers() {
  const { value: at } = popped;
  return (
    <>
      {dialog.value}
      {at && <Popover key={at.anchor} {...at} />}
      <div class="toasts" role="status">
        {toasts.value.map(({ id, text, wrong, undo }) => (
          <p key={id} class={wrong ? 'toast toast-wrong' : 'toast'}>
            {text}
            {undo && (
              <button
                type="button"
                class="toast-undo"
                onClick={() => {
                  untoast(id);
                  undo();
                }}
              >
                {t('Undo')}
              </button>
            )}
          </p>
        ))}
      </div>
    </>
  );
}
