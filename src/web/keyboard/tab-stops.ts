/** Elements that are Tab stops natively or by a tabindex. */
const NATIVE = 'a[href], button, input, select, textarea, summary, audio, video';
/** Elements that may be wider than their container and scroll with the arrow keys. */
const SCROLLABLE = '.rendered :is(pre, table, .katex-display)';
const STOPS = `${NATIVE}, ${SCROLLABLE}, [tabindex]`;
/**
 * Avatars, which duplicate the adjacent name; edit fields, which stay reachable; and buttons that keys and the menu
 * replace.
 */
const EXCLUDED = '.message-side, .pointer-only, [aria-hidden="true"], .message-edit';
const PARTS = '[data-id], .recipient-bar';

/**
 * Makes the feed a single Tab stop, however many links it contains. Tab reaches the controls of the selected message
 * and its recipient bar, and skips all others. Arrow keys move between messages. Pointers and screen readers still
 * reach everything.
 */
export class TabStops {
  #selected: number | undefined;
  #open: readonly (Element | undefined)[] = [];
  #content: HTMLElement | undefined;

  /** Applies to content that is added later: rows, reactions, rerendered text. */
  attach(content: HTMLElement): () => void {
    this.#content = content;
    const observer = new MutationObserver((changes) => {
      const parts = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const part = (target as Element).closest(PARTS);
        if (part) parts.add(part);
        else
          for (const node of addedNodes) if (node instanceof Element) for (const one of partsIn(node)) parts.add(one);
      }
      for (const part of parts) setReachable(part, this.#open.includes(part));
      this.#apply();
    });
    observer.observe(content, { childList: true, subtree: true });
    for (const part of content.querySelectorAll(PARTS)) setReachable(part, this.#open.includes(part));
    return () => observer.disconnect();
  }

  /** Selects a message. Until its row is rendered, the last rendered one is the Tab stop. */
  at(id: number | undefined): void {
    this.#selected = id;
    this.#apply();
  }

  #apply(): void {
    const row =
      this.#content?.querySelector(`[data-id="${this.#selected}"]`) ??
      [...(this.#content?.querySelectorAll('[data-id]') ?? [])].at(-1);
    let bar = row?.previousElementSibling;
    while (bar && !bar.matches('.recipient-bar')) bar = bar.previousElementSibling;
    const before = this.#open;
    this.#open = [row, bar ?? undefined];
    for (const part of before) if (part && !this.#open.includes(part)) setReachable(part, false);
    for (const part of this.#open) if (part && !before.includes(part)) setReachable(part, true);
  }
}

const partsIn = (node: Element): Iterable<Element> => (node.matches(PARTS) ? [node] : node.querySelectorAll(PARTS));

function setReachable(part: Element, within: boolean): void {
  if (part instanceof HTMLElement && part.dataset.id) part.tabIndex = within ? 0 : -1;
  for (const stop of part.querySelectorAll<HTMLElement>(STOPS)) {
    if (stop.closest(EXCLUDED)) continue;
    if (!within) stop.tabIndex = -1;
    else if (stop.matches(NATIVE)) stop.removeAttribute('tabindex');
    else stop.tabIndex = !stop.matches(SCROLLABLE) || stop.scrollWidth > stop.clientWidth ? 0 : -1;
  }
}
