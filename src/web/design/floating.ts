import { autoUpdate, computePosition, flip, offset, type Placement, shift } from '@floating-ui/dom';

/** Positions a box next to its anchor and follows the anchor's movement. Returns a function that stops this. */
export const positionBeside = (anchor: Element, box: HTMLElement, placement: Placement): (() => void) =>
  autoUpdate(anchor, box, () =>
    computePosition(anchor, box, {
      strategy: 'fixed',
      placement,
      middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8, crossAxis: true })],
    }).then(({ x, y }) => Object.assign(box.style, { left: `${x}px`, top: `${y}px`, opacity: '', pointerEvents: '' })),
  );
