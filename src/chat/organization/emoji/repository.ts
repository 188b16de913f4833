import type { Database } from '../../../kernel/db/database.ts';
import { emojiAddress, type Picture, stillAddress } from '../../files/images/types.ts';
import type { RealmEmoji } from './types.ts';

interface StoredEmoji {
  id: number;
  name: string;
  author_id: number;
  deactivated: number;
  picture_id: number;
  picture_name: string;
  /** JSON. */
  files: string;
}

function emoji({ id, name, author_id, deactivated, ...row }: StoredEmoji): RealmEmoji {
  const picture: Picture = { id: row.picture_id, name: row.picture_name, files: JSON.parse(row.files) };
  return {
    id: String(id),
    name,
    source_url: emojiAddress(picture),
    still_url: stillAddress(picture),
    deactivated: deactivated === 1,
    author_id,
  };
}

export const realmEmojiRepository = (db: Database) => {
  const stored = db.all<RealmEmoji, []>(
    `SELECT e.id, e.name, e.author_id, e.deactivated, p.id AS picture_id, p.name AS picture_name, p.files
     FROM realm_emoji e JOIN picture p ON p.slot = 'emoji/' || e.id ORDER BY e.id`,
    emoji,
  );
  const known = db.cached(['realm_emoji'], (_: 'all') => {
    const all = stored();
    const inUse = all.filter(({ deactivated }) => !deactivated);
    return { byId: new Map(all.map((one) => [one.id, one])), byName: new Map(inUse.map((one) => [one.name, one])) };
  });
  const add = db.run<[name: string, author: number]>('INSERT INTO realm_emoji (name, author_id) VALUES (?, ?)');
  const deactivate = db.run<[id: number]>('UPDATE realm_emoji SET deactivated = 1 WHERE id = ?');
  return {
    /** Active and deactivated ones, by id. */
    all: (): Record<string, RealmEmoji> => Object.fromEntries(known.get('all')!.byId),
    byId: (id: string): RealmEmoji | undefined => known.get('all')!.byId.get(id),
    /** The active one with this name. */
    named: (name: string): RealmEmoji | undefined => known.get('all')!.byName.get(name),
    /** The image is stored before anyone can request it. */
    add(name: string, author: number): number {
      const { id } = add(name, author);
      known.clear();
      return id;
    },
    deactivate(id: number): void {
      deactivate(id);
      known.clear();
    },
  };
};
