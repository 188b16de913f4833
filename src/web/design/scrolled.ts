/** Whether the content under a finger is scrolled, within `box`, so that dragging down scrolls it back. */
export function isScrolled(from: Element, box: Element): boolean {
  for (let at: Element | null = from; at && at !== box.parentElement; at = at.parentElement)
    if (at.scrollTop > 0) return true;
  return false;
}

/** Whether something under a finger can be scrolled sideways, within `box`: code, tables, formulas. */
export function isSidewaysScroller(from: Element, box: Element): boolean {
  for (let at: Element | null = from; at && at !== box; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  return false;
}
