import type { Database } from '../../../kernel/db/database.ts';
import type { DeliveryFailure } from '../targets/types.ts';
import type { StoredAddress } from './types.ts';

const COLUMNS = 'id, user_id, sealed, server_hash, shows_text, last_success, last_failure, failure, failures';

type NewAddress = Pick<StoredAddress, 'user_id' | 'sealed' | 'server_hash' | 'shows_text'> & { created: number };

export const ntfyRepository = (db: Database) => ({
  add: db.run<[NewAddress & Record<string, unknown>]>(
    `INSERT INTO ntfy_address (user_id, sealed, server_hash, shows_text, created)
     VALUES (@user_id, @sealed, @server_hash, @shows_text, @created)`,
  ),
  byId: db.get<StoredAddress, [id: number]>(`SELECT ${COLUMNS} FROM ntfy_address WHERE id = ?`),
  ofUser: db.all<StoredAddress, [user: number]>(`SELECT ${COLUMNS} FROM ntfy_address WHERE user_id = ? ORDER BY id`),
  owners: db.column<number, []>('SELECT DISTINCT user_id FROM ntfy_address'),
  setShowsText: db.run<[showsText: 0 | 1, id: number]>('UPDATE ntfy_address SET shows_text = ? WHERE id = ?'),
  setSuccess: db.run<[time: number, id: number]>(
    'UPDATE ntfy_address SET last_success = ?, failure = NULL, failures = 0 WHERE id = ?',
  ),
  setFailure: db.run<[time: number, failure: DeliveryFailure, id: number]>(
    'UPDATE ntfy_address SET last_failure = ?, failure = ?, failures = failures + 1 WHERE id = ?',
  ),
  remove: db.run<[id: number]>('DELETE FROM ntfy_address WHERE id = ?'),
  removeOf: db.run<[user: number]>('DELETE FROM ntfy_address WHERE user_id = ?'),

  addNotice: db.run<[address: number, message: number, due: number]>(
    'INSERT OR IGNORE INTO ntfy_notice (address_id, message_id, due) VALUES (?, ?, ?)',
  ),
  /** The addresses to which something is to be sent, longest waiting first. */
  due: db.column<number, [now: number]>(
    'SELECT address_id FROM ntfy_notice WHERE due <= ? GROUP BY address_id ORDER BY min(due) LIMIT 5000',
  ),
  nextDue: db.value<number | null, []>('SELECT min(due) FROM ntfy_notice'),
  waiting: db.column<number, [address: number, now: number]>(
    'SELECT message_id FROM ntfy_notice WHERE address_id = ? AND due <= ? ORDER BY message_id',
  ),
  postpone: db.run<[due: number, address: number]>(
    'UPDATE ntfy_notice SET due = max(due, ?) WHERE address_id = ? AND due IS NOT NULL',
  ),
  /** Lets all that waits for the addresses of a server wait until then. */
  postponeServer: db.run<[due: number, serverHash: string]>(
    `UPDATE ntfy_notice SET due = max(due, ?)
     WHERE due IS NOT NULL AND address_id IN (SELECT id FROM ntfy_address WHERE server_hash = ?)`,
  ),
  /** `sequence`: the ID of the notification that shows the message. */
  setShown: db.run<[sequence: string, address: number, message: number]>(
    'UPDATE ntfy_notice SET due = NULL, sequence = ? WHERE address_id = ? AND message_id = ?',
  ),
  /** The messages that notifications show, by notification. */
  shown: db.all<{ message_id: number; sequence: string }, [address: number]>(
    'SELECT message_id, sequence FROM ntfy_notice WHERE address_id = ? AND due IS NULL ORDER BY message_id',
  ),
  shownOwners: db.column<number, []>(
    `SELECT DISTINCT user_id FROM ntfy_address a
     WHERE EXISTS (SELECT 1 FROM ntfy_notice n WHERE n.address_id = a.id AND n.due IS NULL)`,
  ),
  removeNotice: db.run<[address: number, message: number]>(
    'DELETE FROM ntfy_notice WHERE address_id = ? AND message_id = ?',
  ),
});
