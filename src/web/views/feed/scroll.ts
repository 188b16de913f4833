import type { Position } from '../../routing/scroll-positions.ts';

interface Manners {
  /** The message to begin at; undefined: the end. */
  begin: number | undefined;
  /** It is pointed at: somebody followed a link to it. */
  pointed: boolean;
  /** Where one was when one left. */
  back: Position | undefined;
  reachedStart(): unknown;
  reachedEnd(): unknown;
  /** `last`: the last message on the screen. */
  moved(atEnd: boolean, last: number, position: Position): void;
  /** These messages were on the screen to their last line, in a window that had the focus. */
  seen(ids: readonly number[]): void;
  /** Whether everything that has arrived is drawn. */
  complete(): boolean;
  /** Whether nothing newer is known to be missing, so that the end of the rows is the end of the conversation. */
  newest(): boolean;
}

/** So near to an end, more is fetched. */
const NEAR = 900;
const AT_END = 24;
/** A row the reader begins at stands this far below the top edge, as a share of the height: what came before it gives the context. */
const BEGIN = 0.3;

/** Whether somebody can be looking: a window in the background may be visible, but nobody reads in it. */
export const isWatched = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Keeps what one looks at where it is, whatever grows or goes above: the row at the top edge is the anchor, and is put back there
 * whenever the content changes its size. At the end, the list follows new messages only as far as the first one nobody has seen stays in
 * view: messages that arrive many at once (after a reconnect) or in an unwatched window never pass by unseen.
 */
export class FeedScroll {
  #box: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  #manners: Manners | undefined;
  #anchor: { id: number; top: number } | undefined;
  #atEnd = false;
  /** The newest message that was in view while somebody watched, or that was at the end when the list opened. */
  #watchedTo = 0;
  /** Where it was scrolled to when that was last looked at. */
  #top = 0;
  #begun = false;

  attach(box: HTMLElement, content: HTMLElement, manners: Manners): () => void {
    this.#box = box;
    this.#content = content;
    this.#manners = manners;
    this.#begun = false;
    this.#begin();
    // A scroll that #hold made is no reason to forget what is held: the content may have grown since.
    const scrolled = () => (box.scrollTop === this.#top ? this.changed() : this.#look());
    const resized = new ResizeObserver(() => this.changed());
    resized.observe(content);
    resized.observe(box);
    box.addEventListener('scroll', scrolled, { passive: true });
    document.addEventListener('visibilitychange', scrolled);
    window.addEventListener('focus', scrolled);
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', scrolled);
      document.removeEventListener('visibilitychange', scrolled);
      window.removeEventListener('focus', scrolled);
    };
  }

  /** Before the content changes: somebody may have scrolled since, which the browser has not told yet. */
  before(): void {
    if (this.#box && this.#begun && this.#box.scrollTop !== this.#top) this.#mark();
  }

  /** After the content changed, before it is painted. */
  changed(): void {
    if (!this.#box || !this.#begun) return;
    this.#hold();
    this.#look();
  }

  toEnd(): void {
    this.#atEnd = true;
    this.#watchedTo = Number.POSITIVE_INFINITY;
    this.#hold();
    this.#look();
  }

  /** Puts back what is to stay where it was. */
  #hold(): void {
    const box = this.#box!;
    if (this.#atEnd) box.scrollTop = this.#furthest();
    else if (this.#anchor) {
      const row = this.#row(this.#anchor.id);
      const moved = row ? row.getBoundingClientRect().top - box.getBoundingClientRect().top - this.#anchor.top : 0;
      if (Math.abs(moved) >= 1) box.scrollTop += moved;
    }
    this.#top = box.scrollTop;
  }

  /** How far down the end may be followed. */
  #furthest(): number {
    const box = this.#box!;
    const rows = this.#rows();
    const last = rows.at(-1);
    if (!last || Number(last.dataset.id) <= this.#watchedTo) return box.scrollHeight;
    const first = rows.find((row) => Number(row.dataset.id) > this.#watchedTo)!;
    const top = first.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    return Math.max(box.scrollTop, top - box.clientHeight * BEGIN);
  }

  #begin(): void {
    const box = this.#box!;
    const { begin, back, pointed } = this.#manners!;
    const row = begin === undefined ? undefined : this.#row(begin);
    this.#atEnd = false;
    this.#anchor = undefined;
    if (back?.id !== undefined && this.#row(back.id)) this.#anchor = { id: back.id, top: back.top ?? 0 };
    else if (row) {
      this.#anchor = { id: begin!, top: Math.round(box.clientHeight * BEGIN) };
      this.#content!.querySelector('.begun-at')?.classList.remove('begun-at');
      row.classList.toggle('begun-at', pointed);
    } else this.#atEnd = true;
    this.#watchedTo = Number(this.#rows().at(-1)?.dataset.id ?? 0);
    this.#begun = true;
    this.#hold();
    this.#look();
  }

  #rows = (): HTMLElement[] => [...this.#content!.querySelectorAll<HTMLElement>('[data-id]')];

  #row = (id: number): HTMLElement | null => this.#content!.querySelector(`[data-id="${id}"]`);

  /** Remembers where one is; tells the rows, and which is the first in sight. */
  #mark(): { rows: HTMLElement[]; at: number } {
    const box = this.#box!;
    const edge = box.getBoundingClientRect();
    this.#top = box.scrollTop;
    this.#atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END && this.#manners!.newest();
    const rows = this.#rows();
    const at = firstBelow(rows, edge.top);
    const row = rows[at];
    this.#anchor = row && { id: Number(row.dataset.id), top: row.getBoundingClientRect().top - edge.top };
    return { rows, at };
  }

  #look(): void {
    const box = this.#box!;
    const edge = box.getBoundingClientRect();
    // Out of sight, behind another page.
    if (edge.height === 0) return;
    const left = box.scrollHeight - box.scrollTop - box.clientHeight;
    const { rows, at } = this.#mark();
    const seen: number[] = [];
    for (const one of rows.slice(at)) {
      if (one.getBoundingClientRect().bottom > edge.bottom + 1) break;
      seen.push(Number(one.dataset.id));
    }
    this.#manners!.moved(
      left < 240,
      seen.at(-1) ?? this.#anchor?.id ?? 0,
      this.#atEnd || !this.#anchor ? {} : this.#anchor,
    );
    if (box.scrollTop < NEAR) this.#manners!.reachedStart();
    if (left < NEAR) this.#manners!.reachedEnd();
    if (!isWatched()) return;
    this.#manners!.seen(seen);
    if (this.#atEnd && this.#manners!.complete()) this.#watchedTo = Number(rows.at(-1)?.dataset.id ?? 0);
  }
}

/** The first row that is not all above an edge; rows lie in their order. */
function firstBelow(rows: readonly HTMLElement[], edge: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.getBoundingClientRect().bottom > edge) high = middle;
    else low = middle + 1;
  }
  return low;
}
