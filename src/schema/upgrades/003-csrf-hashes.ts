import { createHash } from 'node:crypto';
import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Sessions store only the hashes of their CSRF tokens. */
export const upgrade: Upgrade = (db) => {
  db.define('sha256', (text: string) => createHash('sha256').update(text).digest('hex'));
  db.script('ALTER TABLE session RENAME COLUMN csrf TO csrf_hash; UPDATE session SET csrf_hash = sha256(csrf_hash)');
};
