/** What stands in one line, and may be longer. */
const NAMES =
  '.row-name, .sender, .main-title h1, .main-note, .recipient-bar a, .line-name, .line-note, .completion-name, .pill-name';

/** A name of which a part is cut off is told whole to who points at it. */
export function tellWholeNames(): void {
  addEventListener('pointerover', ({ target }) => {
    const name = (target as Element).closest?.<HTMLElement>(NAMES);
    if (!name) return;
    const isCut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 2;
    if (isCut) name.title = name.textContent!.trim();
    else name.removeAttribute('title');
  });
}
