import type { Position } from '../../routing/scroll-positions.ts';

interface ScrollCallbacks {
  /** The message to start at; undefined for the end. */
  begin: number | undefined;
  /** A link led to the message. */
  pointed: boolean;
  /** The scroll position of an earlier visit. */
  back: Position | undefined;
  reachedStart(): unknown;
  reachedEnd(): unknown;
  /** `first` and `last` are the first and the last message on screen. */
  moved(atEnd: boolean, shown: { first: number; last: number }, position: Position): void;
  /** These messages were completely visible in a focused window. */
  seen(ids: readonly number[]): void;
  /** Whether all loaded messages are rendered. */
  complete(): boolean;
  /** Whether no newer messages are known to be missing, so that the last row is the end of the conversation. */
  newest(): boolean;
}

/** Pixels from an end at which more messages are fetched. */
const NEAR = 900;
const AT_END = 24;
/**
 * The position of the first message, as a share of the height below the top edge. The messages above it give context.
 */
const BEGIN = 0.3;

/** Whether the user may be looking. A window in the background can be visible, but it is not being read. */
export const isWindowActive = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Keeps the visible messages in place when content above them changes. The row at the top edge is the anchor and
 * returns to its position after every size change. At the end, the list follows new messages only until the first
 * unseen one would leave the view. So messages that arrive in bulk or in a window without focus never scroll past
 * unseen.
 */
export class FeedScroll {
  #box: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  #manners: ScrollCallbacks | undefined;
  /** `top`: in the window, because a bar above the list may come and go. */
  #anchor: { id: number; top: number } | undefined;
  #atEnd = false;
  /** The last message when the position was recorded, and the pixels below the screen then. */
  #end = { id: 0, left: 0 };
  /** The newest message that was visible in a focused window, or that was the last one when the list opened. */
  #watchedTo = 0;
  /** The last known scroll position. */
  #top = 0;
  #begun = false;

  attach(box: HTMLElement, content: HTMLElement, manners: ScrollCallbacks): () => void {
    this.#box = box;
    this.#content = content;
    this.#manners = manners;
    this.#begun = false;
    this.#begin();
    // Scroll events caused by #hold must not change the anchor: the content may have grown since.
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

  /** Call before the content changes. The user may have scrolled without an event yet. */
  before(): void {
    if (this.#box && this.#begun && this.#box.scrollTop !== this.#top) this.#mark();
  }

  /** Call after the content has changed and before the paint. */
  changed(): void {
    if (!this.#box || !this.#begun) return;
    this.#hold();
    this.#look();
  }

  toEnd(): void {
    // A message that is the first one of a conversation is sent before the list exists.
    if (!this.#box) return;
    this.#atEnd = true;
    this.#end.left = 0;
    this.#watchedTo = Number.POSITIVE_INFINITY;
    this.#hold();
    this.#look();
  }

  /** Scrolls to a message, as if the list began there. Returns false if the message is not rendered. */
  toMessage(id: number): boolean {
    if (!this.#box || !this.#row(id)) return false;
    this.#atEnd = false;
    this.#anchor = { id, top: this.#beginning() };
    this.#hold();
    this.#look();
    return true;
  }

  /** Restores the anchor's position. */
  #hold(): void {
    const box = this.#box!;
    if (this.#atEnd) box.scrollTop = this.#furthest();
    else {
      const moved = this.#deviation();
      if (Math.abs(moved) >= 0.5) box.scrollTop += moved;
    }
    this.#top = box.scrollTop;
  }

  /** How many pixels the anchor is below its position. */
  #deviation(): number {
    const row = this.#anchor && this.#row(this.#anchor.id);
    return row ? row.getBoundingClientRect().top - this.#anchor!.top : 0;
  }

  /** The largest scroll position that following the end may reach. */
  #furthest(): number {
    const box = this.#box!;
    const last = this.#lastId();
    // A user who scrolled by a few pixels stays there until a message arrives.
    if (last === this.#end.id) return box.scrollHeight - box.clientHeight - this.#end.left;
    if (last <= this.#watchedTo) return box.scrollHeight;
    const rows = [...this.#content!.querySelectorAll<HTMLElement>('[data-id]')];
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
    if (back?.id !== undefined && this.#row(back.id))
      this.#anchor = { id: back.id, top: back.top ?? box.getBoundingClientRect().top };
    else if (row) {
      this.#anchor = { id: begin!, top: this.#beginning() };
      this.#content!.querySelector('.target-message')?.classList.remove('target-message');
      row.classList.toggle('target-message', pointed);
    } else this.#atEnd = true;
    this.#end.left = 0;
    this.#watchedTo = this.#lastId();
    this.#begun = true;
    this.#hold();
    this.#look();
  }

  /** Where the first message to read is shown, in the window. */
  #beginning = (): number => Math.round(this.#box!.getBoundingClientRect().top + this.#box!.clientHeight * BEGIN);

  #boxes = (): HTMLElement[] => [...this.#content!.querySelectorAll<HTMLElement>('.row-box')];

  /** The last rendered message, or 0. */
  #lastId = (): number => Number((this.#boxes().at(-1)?.lastElementChild as HTMLElement | undefined)?.dataset.id ?? 0);

  #row = (id: number): HTMLElement | null => this.#content!.querySelector(`[data-id="${id}"]`);

  /** Records the anchor. Returns the first visible row and those after it in its box, and the boxes after that. */
  #mark(): { rows: HTMLElement[]; after: HTMLElement[] } {
    const box = this.#box!;
    const edge = box.getBoundingClientRect();
    // Browsers round scroll positions. The next anchor returns to where it was without that, so that nothing adds up.
    const deviation = box.scrollTop === this.#top ? this.#deviation() : 0;
    const rounding = Math.abs(deviation) < 1 ? deviation : 0;
    this.#top = box.scrollTop;
    this.#end = { id: this.#lastId(), left: box.scrollHeight - box.scrollTop - box.clientHeight };
    this.#atEnd = this.#end.left < AT_END && this.#manners!.newest();
    // Not all rows are compared, because the browser would lay out boxes that it skips.
    const boxes = this.#boxes();
    const at = firstBelow(boxes, edge.top);
    const inside = boxes[at] ? rowsIn(boxes[at]) : [];
    const rows = inside.slice(firstBelow(inside, edge.top));
    const [row] = rows;
    this.#anchor = row && { id: Number(row.dataset.id), top: row.getBoundingClientRect().top - rounding };
    return { rows, after: boxes.slice(at + 1) };
  }

  #look(): void {
    const box = this.#box!;
    const edge = box.getBoundingClientRect();
    // The feed is hidden behind another page.
    if (edge.height === 0) return;
    const { rows, after } = this.#mark();
    const { left } = this.#end;
    const seen: number[] = [];
    for (const row of rowsAfter(rows, after)) {
      if (row.getBoundingClientRect().bottom > edge.bottom + 1) break;
      seen.push(Number(row.dataset.id));
    }
    this.#manners!.moved(
      left < 240 && this.#manners!.newest(),
      { first: Number(rows[0]?.dataset.id ?? 0), last: seen.at(-1) ?? this.#anchor?.id ?? 0 },
      this.#atEnd || !this.#anchor ? {} : this.#anchor,
    );
    if (box.scrollTop < NEAR) this.#manners!.reachedStart();
    if (left < NEAR) this.#manners!.reachedEnd();
    if (!isWindowActive()) return;
    this.#manners!.seen(seen);
    if (this.#atEnd && this.#manners!.complete()) this.#watchedTo = this.#lastId();
  }
}

const rowsIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>(':scope > [data-id]')];

/** These rows, then those of the boxes that follow. */
function* rowsAfter(rows: readonly HTMLElement[], boxes: readonly HTMLElement[]): Iterable<HTMLElement> {
  yield* rows;
  for (const box of boxes) yield* rowsIn(box);
}

/** The index of the first element that is not completely above the edge. They are in order. */
function firstBelow(all: readonly HTMLElement[], edge: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.getBoundingClientRect().bottom > edge) high = middle;
    else low = middle + 1;
  }
  return low;
}
