import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { closeOnBack } from '../routing/router.ts';
import { elements } from '../store/local/elements.ts';
import { type PopoverState, topLayer } from '../store/local/layers.ts';
import { closePopover, focusFirst, restoreFocus } from './layers.tsx';
import { addStyle } from './load-style.ts';
import { isScrolled } from './scrolled.ts';
import css from './sheet.css';

addStyle(css);

/**
 * A popover on a narrow screen. It rises from the bottom edge. Escape, the browser's back button, a tap outside, the
 * handle, and dragging it down close it.
 */
export function Sheet({ anchor, body }: PopoverState) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const box = element.current!;
    box.showModal();
    elements.sheet.current = box;
    const stopDragging = closeByDragging(box);
    const leaveHistory = closeOnBack(closePopover);
    anchor.setAttribute('aria-expanded', 'true');
    return () => {
      stopDragging();
      leaveHistory();
      // The page below an open sheet cannot receive the focus.
      box.close();
      anchor.setAttribute('aria-expanded', 'false');
      restoreFocus(box, anchor);
    };
  }, [anchor]);
  useLayoutEffect(() => {
    const content = element.current!.querySelector<HTMLElement>('.sheet-body')!;
    element.current!.ariaLabel = content.querySelector('[aria-label]')?.getAttribute('aria-label') ?? null;
    focusFirst(content);
  }, [body]);
  return (
    <dialog
      ref={element}
      class="sheet"
      onClose={() => element.current && closePopover()}
      onClick={({ target, currentTarget }) => target === currentTarget && closePopover()}
      onKeyDown={cycleFocus}
    >
      <button type="button" class="sheet-handle" aria-label={t('Close')} onClick={closePopover} />
      <div class="sheet-body">{body}</div>
      {topLayer.value}
    </dialog>
  );
}

/** Tab cycles within the sheet. A menu is one Tab stop. */
function cycleFocus(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const box = event.currentTarget as HTMLElement;
  const { activeElement: at } = document;
  const item = at?.matches('[role^=menuitem]') ? at : box.querySelector('[role^=menuitem]');
  const stops = [...box.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
    (one) => (one.tabIndex >= 0 || one === item) && one.checkVisibility(),
  );
  const place = stops.indexOf(at as HTMLElement);
  const next = event.shiftKey ? place - 1 : place + 1;
  stops.at(next % stops.length)!.focus();
  event.preventDefault();
}

/** The share of a sheet's height, and the speed in pixels per millisecond, from which a drag closes it. */
const CLOSING_SHARE = 0.35;
const CLOSING_SPEED = 0.5;
/** A finger moves by some pixels without dragging. */
const TOLERANCE = 8;

/** Lets a finger drag the sheet down, except where it scrolls the content. Returns a function that stops this. */
function closeByDragging(box: HTMLElement): () => void {
  const drag = { isPossible: false, from: 0, since: 0, by: 0 };
  const stop = new AbortController();
  const { signal } = stop;
  const begin = ({ touches: [touch], touches, target, timeStamp }: TouchEvent) =>
    Object.assign(drag, {
      isPossible: touches.length === 1 && !isScrolled(target as Element, box),
      from: touch!.clientY,
      since: timeStamp,
      by: 0,
    });
  const move = (event: TouchEvent) => {
    if (!drag.isPossible) return;
    const by = event.touches[0]!.clientY - drag.from;
    // The content scrolls.
    if (drag.by === 0 && by < -TOLERANCE) drag.isPossible = false;
    if (drag.by === 0 && by < TOLERANCE) return;
    event.preventDefault();
    drag.by = Math.max(by, 1);
    box.classList.add('is-dragged');
    box.style.translate = `0 ${drag.by}px`;
  };
  const end = ({ timeStamp }: TouchEvent) => {
    if (drag.by === 0) return;
    box.classList.remove('is-dragged');
    if (drag.by > box.offsetHeight * CLOSING_SHARE || drag.by / (timeStamp - drag.since) > CLOSING_SPEED)
      closePopover();
    else box.style.translate = '';
  };
  box.addEventListener('touchstart', begin, { passive: true, signal });
  box.addEventListener('touchmove', move, { passive: false, signal });
  for (const type of ['touchend', 'touchcancel'] as const) box.addEventListener(type, end, { signal });
  return () => stop.abort();
}
