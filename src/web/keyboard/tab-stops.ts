/** What Tab stops at by itself, and by what it was told. */
const NATIVE = 'a[href], button, input, select, textarea, summary, audio, video';
/** What may be too wide for where it stands, and is then moved by arrows. */
const WIDE = '.rendered :is(pre, table, .katex-display)';
const STOPS = `${NATIVE}, ${WIDE}, [tabindex]`;
/** Pictures that say what stands beside them; and where somebody writes, which stays within reach. */
const APART = '.message-side, [aria-hidden="true"], .message-edit';
const PARTS = '[data-id], .recipient-bar';

/**
 * Makes the feed one stop of Tab, however many links are in it: of the message one is at, and of the bar that says where it was written, Tab reaches
 * all, of the others nothing. Arrows go from message to message; who points or reads with a screen reader has everything all the same.
 */
export class TabStops {
  #open: readonly (Element | undefined)[] = [];

  /** What comes later (rows, reactions, new words) is as what it comes into. */
  attach(content: HTMLElement): () => void {
    const observer = new MutationObserver((changes) => {
      const parts = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const part = (target as Element).closest(PARTS);
        if (part) parts.add(part);
        else
          for (const node of addedNodes) if (node instanceof Element) for (const one of partsIn(node)) parts.add(one);
      }
      for (const part of parts) reach(part, this.#open.includes(part));
    });
    observer.observe(content, { childList: true, subtree: true });
    for (const part of content.querySelectorAll(PARTS)) reach(part, this.#open.includes(part));
    return () => observer.disconnect();
  }

  /** One is at this message, whose row may not be there yet. */
  at(id: number | undefined): void {
    const row = document.getElementById(`m${id}`) ?? undefined;
    let bar = row?.previousElementSibling;
    while (bar && !bar.matches('.recipient-bar')) bar = bar.previousElementSibling;
    const before = this.#open;
    this.#open = [row, bar ?? undefined];
    for (const part of before) if (part && !this.#open.includes(part)) reach(part, false);
    for (const part of this.#open) if (part && !before.includes(part)) reach(part, true);
  }
}

const partsIn = (node: Element): Iterable<Element> => (node.matches(PARTS) ? [node] : node.querySelectorAll(PARTS));

function reach(part: Element, within: boolean): void {
  if (part instanceof HTMLElement && part.dataset.id) part.tabIndex = within ? 0 : -1;
  for (const stop of part.querySelectorAll<HTMLElement>(STOPS)) {
    if (stop.closest(APART)) continue;
    if (!within) stop.tabIndex = -1;
    else if (stop.matches(NATIVE)) stop.removeAttribute('tabindex');
    else stop.tabIndex = !stop.matches(WIDE) || stop.scrollWidth > stop.clientWidth ? 0 : -1;
  }
}
