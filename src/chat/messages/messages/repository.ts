import type { Database } from '../../../kernel/db/database.ts';
import { clientStatements } from './client-repository.ts';
import { conversationStatements } from './conversation-repository.ts';
import { flagStatements } from './flag-repository.ts';
import { messageLookups } from './lookup-repository.ts';
import { readStateStatements } from './read-state-repository.ts';
import { sentOnceStatements } from './sent-once-repository.ts';
import { messageWrites } from './write-repository.ts';

export const messageRepository = (db: Database) => {
  const lookups = messageLookups(db);
  return {
    ...lookups,
    ...messageWrites(db, lookups.newestId),
    ...conversationStatements(db),
    ...clientStatements(db),
    ...sentOnceStatements(db),
    ...flagStatements(db),
    ...readStateStatements(db),
  };
};
