/** Elements with text in one line that may be cut off. */
const NAME_SELECTOR =
  '.row-name, .sender, .main-title h1, .main-note, .recipient-bar a, .line-name, .line-note, .completion-name, .pill-name';

/** Shows the full name as a tooltip when the pointer is over a name that is cut off. */
export function showFullNamesOnHover(): void {
  addEventListener('pointerover', ({ target }) => {
    const name = (target as Element).closest?.<HTMLElement>(NAME_SELECTOR);
    if (!name) return;
    const isCut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 2;
    if (isCut) name.title = name.textContent!.trim();
    else name.removeAttribute('title');
  });
}
