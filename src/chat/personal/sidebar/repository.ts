import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { NavigationView, SidebarOrder } from './types.ts';

const COLUMNS = 'fragment, is_pinned, name';
const view = (row: RowOf<NavigationView>): NavigationView => ({ ...row, is_pinned: row.is_pinned === 1 });

export const navigationViewRepository = (db: Database) => ({
  ofUser: db.all<NavigationView, [user: number]>(
    `SELECT ${COLUMNS} FROM navigation_view WHERE user_id = ? ORDER BY fragment`,
    view,
  ),
  at: db.get<NavigationView, [user: number, fragment: string]>(
    `SELECT ${COLUMNS} FROM navigation_view WHERE user_id = ? AND fragment = ?`,
    view,
  ),
  named: db.get<NavigationView, [user: number, name: string]>(
    `SELECT ${COLUMNS} FROM navigation_view WHERE user_id = ? AND name = ?`,
    view,
  ),
  add: db.run<[user: number, fragment: string, is_pinned: number, name: string | null]>(
    `INSERT INTO navigation_view (user_id, ${COLUMNS}) VALUES (?, ?, ?, ?)`,
  ),
  change: db.run<[is_pinned: number, name: string | null, user: number, fragment: string]>(
    'UPDATE navigation_view SET is_pinned = ?, name = ? WHERE user_id = ? AND fragment = ?',
  ),
  remove: db.run<[user: number, fragment: string]>('DELETE FROM navigation_view WHERE user_id = ? AND fragment = ?'),
});

const order = ({ channels, views }: { channels: string; views: string }): SidebarOrder => ({
  channels: JSON.parse(channels),
  views: JSON.parse(views),
});

export const sidebarOrderRepository = (db: Database) => {
  const ofUser = db.get<{ channels: string; views: string }, [user: number]>(
    'SELECT channels, views FROM sidebar_order WHERE user_id = ?',
  );
  const put = db.run<[user: number, channels: string, views: string]>(
    `INSERT INTO sidebar_order (user_id, channels, views) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET channels = excluded.channels, views = excluded.views`,
  );
  return {
    /** Empty lists if the user has changed nothing. */
    ofUser(user: number): SidebarOrder {
      const row = ofUser(user);
      return row ? order(row) : { channels: [], views: [] };
    },
    put: (user: number, { channels, views }: SidebarOrder) =>
      put(user, JSON.stringify(channels), JSON.stringify(views)),
  };
};
