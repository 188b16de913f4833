import type { Database } from '../../../kernel/db/database.ts';
import { compilePattern, type Linkifier } from './types.ts';

export const linkifierRepository = (db: Database) => {
  const all = db.all<Linkifier, []>('SELECT id, pattern, url_template FROM linkifier ORDER BY position, id');
  const compiled = db.cached(['linkifier'], (_: 'all') =>
    all().map((linkifier) => ({ linkifier, compiled: compilePattern(linkifier.pattern) })),
  );
  return {
    all,
    /** The same, compiled. */
    compiled: () => compiled.get('all')!,
    add: changing(
      db.run<[pattern: string, template: string]>(
        'INSERT INTO linkifier (pattern, url_template, position) VALUES (?, ?, (SELECT coalesce(max(position), 0) + 1 FROM linkifier))',
      ),
    ),
    change: changing(
      db.run<[pattern: string, template: string, id: number]>(
        'UPDATE linkifier SET pattern = ?, url_template = ? WHERE id = ?',
      ),
    ),
    place: changing(db.run<[position: number, id: number]>('UPDATE linkifier SET position = ? WHERE id = ?')),
    remove: changing(db.run<[id: number]>('DELETE FROM linkifier WHERE id = ?')),
  };

  function changing<P extends (string | number)[], T>(run: (...parameters: P) => T): (...parameters: P) => T {
    return (...parameters) => {
      const changed = run(...parameters);
      compiled.clear();
      return changed;
    };
  }
};
