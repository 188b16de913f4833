import { type ComponentChildren, Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { closeOnBack } from '../routing/router.ts';
import { addToast, dialog, dismissToast, type PopoverState, popover, toasts, topLayer } from '../store/local/layers.ts';
import { X } from './icons.ts';
import { lazyView } from './lazy.tsx';
import { Button } from './primitives.tsx';

const Sheet = lazyView(() => loadSheet().then(({ Sheet }) => Sheet));

export const openPopover = (
  anchor: Element,
  body: ComponentChildren,
  placement?: 'top-start' | 'bottom-start',
): void => {
  const isOpen = popover.peek()?.anchor === anchor;
  popover.value = isOpen ? undefined : { anchor, body, isSheet: isNarrow(), ...(placement && { placement }) };
};
export const closePopover = (): void => {
  popover.value = undefined;
};

/** Returns the focus to its previous element, unless it has moved elsewhere meanwhile. */
export function restoreFocus(from: Element, to: Element | null): void {
  const { activeElement: at } = document;
  if (at === null || at === document.body || from.contains(at)) (to as HTMLElement | null)?.focus?.();
}

interface DialogProps {
  title: string;
  close: string;
  /** The ID of the element that screen readers announce after the title. */
  about?: string;
  children: ComponentChildren;
  wide?: boolean;
  /** Asked before the user closes the dialog by Escape, a click outside, or the browser's back button. */
  mayLeave?: () => boolean;
}

export function Dialog({ title, close, about, children, wide = false, mayLeave = () => true }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // Moves the focus before the next key press, since users type ahead.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const box = element.current!;
    box.showModal();
    const leaveHistory = isNarrow() ? closeOnBack(leave) : undefined;
    return () => {
      leaveHistory?.();
      // The page below an open dialog cannot receive the focus.
      box.close();
      restoreFocus(box, before);
    };
  }, []);
  // The browser reports the end a moment later. Until then another dialog may have replaced this one.
  const shut = () => {
    if (element.current) dialog.value = undefined;
  };
  // Returns whether the dialog closes.
  const leave = (): boolean => {
    const closes = mayLeave();
    if (closes) element.current!.close();
    return closes;
  };
  return (
    <dialog
      translate={false}
      ref={element}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby="dialog-title"
      aria-describedby={about}
      onClose={shut}
      // Escape. A canceled choice of files is not meant.
      onCancel={(event) => event.target === event.currentTarget && !mayLeave() && event.preventDefault()}
      onClick={({ target, currentTarget }) => target === currentTarget && leave()}
    >
      <section class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <Button kind="quiet" icon={X} label={close} onClick={leave} />
        </header>
        {children}
      </section>
      {!popover.value?.isSheet && topLayer.value}
    </dialog>
  );
}

/** True on screens as narrow as a phone's, where the style sheets show one column. */
export const isNarrow = (): boolean => matchMedia('(width < 43.75em)').matches;

/** True on touch screens, where focusing a field opens a keyboard over half of the view. */
export const isTouchScreen = (): boolean => matchMedia('(hover: none)').matches;

/** Loads the module that positions boxes. */
export const loadPositioning = () => import('./floating.ts');

/** Loads the popovers of narrow screens. */
export const loadSheet = () => import('./sheet.tsx');

/** Moves the focus into an opened popover: to its menu's first item, or to its first field or button. */
export function focusFirst(box: HTMLElement): void {
  const first = box.querySelector<HTMLElement>(
    isTouchScreen() ? '[role^=menuitem]' : '[role^=menuitem], button, input, a[href]',
  );
  (first ?? box.querySelector<HTMLElement>('[role=dialog]'))?.focus();
}

/** Tab cycles within the open layer. A menu has no Tab stops, so Tab closes it. */
function cycleFocus(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const box = event.currentTarget as HTMLElement;
  const stops = [...box.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility(),
  );
  if (stops.length === 0) closePopover();
  else if (document.activeElement === stops.at(event.shiftKey ? 0 : -1)) stops.at(event.shiftKey ? -1 : 0)!.focus();
  else return;
  event.preventDefault();
}

function Popover({ anchor, body, placement }: PopoverState) {
  const element = useRef<HTMLDivElement>(null);
  // Moves the focus before the next key press, since users type ahead.
  useLayoutEffect(() => {
    const box = element.current!;
    // A shortcut opens it for the focused message.
    const origin = anchor.closest('article:focus') ?? anchor;
    box.showPopover();
    box.addEventListener('keydown', cycleFocus);
    let stop: (() => void) | undefined = () => {};
    // The box receives keys at once. Until it is positioned it is invisible and ignores clicks.
    Object.assign(box.style, { opacity: '0', pointerEvents: 'none' });
    loadPositioning().then(
      ({ positionBeside: beside }) => {
        if (stop) stop = beside(anchor, box, placement ?? 'bottom-end');
      },
      () => Object.assign(box.style, { opacity: '', pointerEvents: '' }),
    );
    anchor.setAttribute('aria-expanded', 'true');
    return () => {
      stop?.();
      stop = undefined;
      anchor.setAttribute('aria-expanded', 'false');
      restoreFocus(box, origin);
    };
  }, [anchor]);
  // A menu may open in the place of another one.
  useLayoutEffect(() => focusFirst(element.current!), [body]);
  // The browser reports the end a moment later. Until then another popover may have replaced this one.
  const shut = ({ newState }: { newState: string }) => newState === 'closed' && element.current && closePopover();
  return (
    <div ref={element} class="popover" popover="auto" translate={false} onToggle={shut}>
      {body}
    </div>
  );
}

/** A labeled dialog in a popover. It receives keys at once, even if its content loads later. */
export const Panel = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div role="dialog" aria-label={label} tabIndex={-1} class="popover-panel">
    {children}
  </div>
);

const TOAST_TIME = 5000;
const UNDO_TIME = 10_000;

/** Shows a short message for a while, with an undo button if `undo` is given. */
export function toast(text: string, wrong = false, undo?: () => void): void {
  const id = addToast({ text, wrong, undo });
  setTimeout(() => dismissToast(id), undo ? UNDO_TIME : TOAST_TIME);
}

/** Renders the open dialog, popover and toast. */
export function Layers() {
  const { value: at } = popover;
  const shown = useRef({ dialog: dialog.value, count: 0 }).current;
  if (shown.dialog !== dialog.value) Object.assign(shown, { dialog: dialog.value, count: shown.count + 1 });
  return (
    <>
      {/* A new key: a dialog that replaces another one is a new element, which opens and takes the focus. */}
      <Fragment key={shown.count}>{dialog.value}</Fragment>
      {/* Nothing outside of an open dialog or sheet can be clicked, so it is in there then. */}
      {!dialog.value && !at?.isSheet && topLayer.value}
      {at && (at.isSheet ? <Sheet key={at.anchor} {...at} /> : <Popover key={at.anchor} {...at} />)}
      <div class="toasts" role="status" translate={false}>
        {toasts.value.map(({ id, text, wrong, undo }) => (
          <p key={id} class={wrong ? 'toast toast-wrong' : 'toast'}>
            {text}
            {undo && (
              <button
                type="button"
                class="toast-undo"
                onClick={() => {
                  dismissToast(id);
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
