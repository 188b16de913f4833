/** A keyboard covers at least this many pixels. A browser's own bars that come and go are lower. */
const LOWEST_KEYBOARD = 120;
const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color])';

/**
 * Follows the keyboard on the screen. While the user writes, `data-writing` is set on the page's root, and the bottom
 * bar makes room. `--keyboard` is the height that the keyboard covers, in browsers that do not resize the page for it.
 */
export function followKeyboard(): void {
  const { visualViewport: view } = window;
  if (!view) return;
  const root = document.documentElement;
  const seen = { width: 0, tallest: 0, isOpen: false, isPressed: false };
  const setWriting = (isWriting: boolean) => root.toggleAttribute('data-writing', isWriting);
  const isInField = () => document.activeElement?.matches(TEXT_FIELD) ?? false;
  const measure = () => {
    // A page that is enlarged by two fingers has a smaller view too.
    if (view.scale !== 1) return;
    if (view.width !== seen.width) Object.assign(seen, { width: view.width, tallest: 0 });
    seen.tallest = Math.max(seen.tallest, view.height);
    const isOpen = isInField() && seen.tallest - view.height > LOWEST_KEYBOARD;
    // The user may close the keyboard without leaving the field.
    if (isOpen !== seen.isOpen) setWriting(isOpen);
    seen.isOpen = isOpen;
    const covered = Math.max(0, root.clientHeight - view.height);
    if (covered > LOWEST_KEYBOARD) {
      root.style.setProperty('--keyboard', `${covered}px`);
      // iOS scrolls the whole page up to show the field, although it is already visible.
      scrollTo(0, 0);
    } else root.style.removeProperty('--keyboard');
  };
  measure();
  view.addEventListener('resize', measure);
  view.addEventListener('scroll', measure);
  addEventListener('focusin', () => isInField() && setWriting(true));
  // A press on a button takes the focus. Nothing may move under it before it is a click.
  const leave = () => setTimeout(() => !seen.isPressed && !isInField() && setWriting(false));
  addEventListener('focusout', leave);
  addEventListener('pointerdown', () => (seen.isPressed = true), { capture: true });
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(
      type,
      () => {
        seen.isPressed = false;
        leave();
      },
      { capture: true },
    );
}
