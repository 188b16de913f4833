import { render } from 'preact';
import { Reply } from '../design/more-icons.ts';
import { Icon } from '../design/primitives.tsx';
import { isSidewaysScroller } from '../design/scrolled.ts';
import { store } from '../store/store.ts';
import { quoteMessage } from '../views/message/quote.ts';

/** Pixels that a finger may move without swiping, from which letting go replies, and that a message moves at most. */
const TOLERANCE = 12;
const REPLIES_FROM = 56;
const FURTHEST = 88;
/** At the edges of the screen, swiping belongs to the system. */
const EDGE = 24;
/** What uses a finger that moves sideways itself. */
const OWN_GESTURES = 'input, textarea, video, audio, .message-tools, [draggable=true]';

/**
 * A swipe from the start to the end of a line quotes a message, as "Quote and reply" in its menu does. The style sheet
 * leaves only vertical scrolling to the browser (`touch-action`), which cancels the pointer when it scrolls.
 */
export function followSwipes(): void {
  addEventListener('pointerdown', (event) => {
    const { target, pointerType, isPrimary, clientX } = event;
    if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
    const row = target.closest<HTMLElement>('.message[data-id]');
    const message = row && store.messages.peek().all.get(Number(row.dataset.id));
    if (!message || target.closest(OWN_GESTURES) || isSidewaysScroller(target, row)) return;
    if (clientX < EDGE || clientX > innerWidth - EDGE) return;
    trackSwipe(row, event, () => void quoteMessage(message));
  });
}

function trackSwipe(row: HTMLElement, start: PointerEvent, reply: () => void): void {
  const forwards = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
  const sign = document.createElement('span');
  const stop = new AbortController();
  let isArmed = false;
  const isSwiping = () => sign.isConnected;
  const end = () => {
    stop.abort();
    sign.remove();
    row.classList.remove('is-swiped');
    row.style.translate = '';
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (pointerId !== start.pointerId) return end();
    const by = (clientX - start.clientX) * forwards;
    if (!isSwiping()) {
      const isSideways = Math.abs(by) > Math.abs(clientY - start.clientY);
      if (Math.abs(by) < TOLERANCE && Math.abs(clientY - start.clientY) < TOLERANCE) return;
      // The finger scrolls, selects text, or moves the other way.
      if (!isSideways || by < 0 || getSelection()?.isCollapsed === false) return end();
      begin();
    }
    const moved = Math.min(Math.max(0, by - TOLERANCE), FURTHEST);
    row.style.translate = `${moved * forwards}px`;
    if (isArmed !== moved >= REPLIES_FROM && !isArmed) navigator.vibrate?.(10);
    isArmed = moved >= REPLIES_FROM;
    sign.classList.toggle('is-armed', isArmed);
  };
  const begin = () => {
    sign.className = 'swipe-sign';
    render(<Icon of={Reply} />, sign);
    row.append(sign);
    row.classList.add('is-swiped');
    row.setPointerCapture(start.pointerId);
  };
  const { signal } = stop;
  addEventListener('pointermove', move, { signal });
  addEventListener(
    'pointerup',
    () => {
      end();
      if (isArmed) reply();
    },
    { signal },
  );
  for (const type of ['pointercancel', 'contextmenu']) addEventListener(type, end, { signal });
}
