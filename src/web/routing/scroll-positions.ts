import { once } from '../../shared/memo.ts';

/**
 * A scroll position in a list or feed: a number of pixels, or a message and its distance from the top of the window.
 * Without either it is the end.
 */
export interface Position {
  id?: number;
  top?: number;
}

const STORED = 'klatch.positions';
const MOST = 100;

/** Stored per tab, so that the position survives a reload. */
const positions = once(() => {
  const known = readPositions();
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...known].slice(-MOST)));
    } catch {
      // Storage is forbidden: the positions last only as long as the page.
    }
  });
  return known;
});

function readPositions(): Map<string, Position> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]'));
  } catch {
    return new Map();
  }
}

export const positionAt = (entry: string): Position | undefined => positions().get(entry);

export function savePosition(entry: string, position: Position): void {
  positions().delete(entry);
  positions().set(entry, position);
}
