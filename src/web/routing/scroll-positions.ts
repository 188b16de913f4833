/** Where one was in a list or feed: so many pixels down, or with a message so far from the top; without either at the end. */
export interface Position {
  id?: number;
  top?: number;
}

const STORED = 'klatch.positions';
const MOST = 100;
let known: Map<string, Position> | undefined;

/** They survive the page, in this tab alone: after a reload one is where one was. */
function positions(): Map<string, Position> {
  if (known) return known;
  try {
    known = new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]'));
  } catch {
    known = new Map();
  }
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...known!].slice(-MOST)));
    } catch {
      // Not allowed: it lasts as long as the page.
    }
  });
  return known;
}

export const positionAt = (entry: string): Position | undefined => positions().get(entry);

export function keepPosition(entry: string, position: Position): void {
  positions().delete(entry);
  positions().set(entry, position);
}
