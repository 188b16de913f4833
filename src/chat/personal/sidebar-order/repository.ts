import type { Database } from '../../../kernel/db/database.ts';
import type { SidebarOrder } from './types.ts';

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
