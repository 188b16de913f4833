import { autoUpdate, computePosition, flip, offset, type Placement, shift } from '@floating-ui/dom';

/** Puts a box beside what it belongs to, and keeps it there wherever that goes; gives the way to let it be. */
export const beside = (anchor: Element, box: HTMLElement, placement: Placement): (() => void) =>
  autoUpdate(anchor, box, () =>
    computePosition(anchor, box, {
      strategy: 'fixed',
      placement,
      middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8, crossAxis: true })],
    }).then(({ x, y }) => Object.assign(box.style, { left: `${x}px`, top: `${y}px`, opacity: '', pointerEvents: '' })),
  );
