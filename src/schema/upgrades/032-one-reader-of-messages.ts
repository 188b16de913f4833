import type { Upgrade } from '../../kernel/db/migrate.ts';

/** One job reads new messages for mails, phones and browsers. It begins with what one of the three had not read. */
export const upgrade: Upgrade = `
  UPDATE realm_setting SET value = CAST((SELECT min(CAST(value AS INTEGER)) FROM realm_setting
      WHERE name IN ('missed_messages_noticed_to', 'pushes_noticed_to', 'web_pushes_noticed_to')) AS TEXT)
    WHERE name = 'missed_messages_noticed_to';
  DELETE FROM realm_setting WHERE name IN ('pushes_noticed_to', 'web_pushes_noticed_to');`;
