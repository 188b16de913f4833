import { render } from 'preact';
import { RefreshCw } from '../design/icons.ts';
import { Icon } from '../design/primitives.tsx';
import { isScrolled } from '../design/scrolled.ts';
import { t } from '../i18n/text.ts';
import { refresh } from '../server/refresh.ts';

/** Pixels that a finger may move without pulling, and from which on letting go refreshes. */
const TOLERANCE = 12;
const REFRESHES_FROM = 64;
/** How much less the sign moves than the finger. */
const RESISTANCE = 0.5;
/** Lists, but not conversations: there the same gesture leads to older messages. */
const LISTS = '.view:not(:has(.feed)), .sidebar-scroll';

/** Pulling a list down at its beginning fetches everything again. */
export function followPulls(): void {
  const sign = Object.assign(document.createElement('div'), {
    className: 'pull-sign',
    role: 'status',
    translate: false,
  });
  const pull = { from: undefined as { x: number; y: number } | undefined, by: 0, isRefreshing: false };
  const show = (label = '') => render(<SignContent label={label} />, sign);
  const move = (by: number) => {
    pull.by = by;
    sign.classList.toggle('is-pulled', by > 0);
    sign.classList.toggle('is-armed', by >= REFRESHES_FROM);
    sign.style.translate = by > 0 ? `-50% ${by}px` : '';
    sign.style.rotate = by > 0 ? `${by * 3}deg` : '';
  };
  const letGo = async () => {
    pull.from = undefined;
    if (pull.isRefreshing || pull.by === 0) return;
    const isFarEnough = pull.by >= REFRESHES_FROM;
    move(0);
    if (!isFarEnough) return;
    pull.isRefreshing = true;
    sign.classList.add('is-refreshing');
    show(t('Refreshing…'));
    await refresh();
    pull.isRefreshing = false;
    sign.classList.remove('is-refreshing');
    show();
  };
  show();
  document.body.append(sign);
  addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const list = (target as Element).closest(LISTS);
      const isPossible = list && touches.length === 1 && !isScrolled(target as Element, list);
      const [{ clientX: x, clientY: y }] = touches as unknown as [Touch];
      pull.from = isPossible ? { x, y } : undefined;
    },
    { passive: true },
  );
  addEventListener(
    'touchmove',
    ({ touches: [touch] }) => {
      if (!pull.from || pull.isRefreshing) return;
      const [x, y] = [touch!.clientX - pull.from.x, touch!.clientY - pull.from.y - TOLERANCE];
      if (pull.by === 0 && (y < -TOLERANCE || Math.abs(x) > TOLERANCE + Math.max(0, y))) pull.from = undefined;
      else move(Math.max(0, Math.min(y * RESISTANCE, REFRESHES_FROM * 1.5)));
    },
    { passive: true },
  );
  for (const type of ['touchend', 'touchcancel']) addEventListener(type, () => void letGo(), { passive: true });
}

const SignContent = ({ label }: { label: string }) => (
  <>
    <Icon of={RefreshCw} size={20} />
    <span class="visually-hidden">{label}</span>
  </>
);
