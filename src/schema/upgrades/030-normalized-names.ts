import type { Upgrade } from '../../kernel/db/migrate.ts';

/**
 * Names that differ only by how Unicode writes an accent are the same. The server indexes all messages again, with the
 * letters that searches find now. Two channels of one name keep their keys.
 */
export const upgrade: Upgrade = (db) => {
  db.define('nfc', (text: string) => text.normalize('NFC'));
  db.script(`
    CREATE TEMP TABLE composed AS
      SELECT id, recipient_id, nfc(name_key) AS name_key FROM topic WHERE name_key != nfc(name_key);
    INSERT OR IGNORE INTO topic (recipient_id, name_key) SELECT recipient_id, name_key FROM composed;
    UPDATE message SET topic_id = t.id FROM composed c JOIN topic t USING (recipient_id, name_key)
      WHERE message.topic_id = c.id;
    DELETE FROM topic WHERE id IN (SELECT id FROM composed);
    DROP TABLE composed;
    UPDATE OR REPLACE user_topic SET topic_key = nfc(topic_key) WHERE topic_key != nfc(topic_key);
    UPDATE OR IGNORE channel SET name_key = nfc(name_key) WHERE name_key != nfc(name_key);
    INSERT INTO message_search (message_search) VALUES ('delete-all');
    UPDATE search_progress SET indexed_to = 0;`);
};
