import type { Upgrade } from '../../kernel/db/migrate.ts';

/** What the API key of a bot may be used for. */
export const upgrade: Upgrade = 'ALTER TABLE user ADD COLUMN key_limit TEXT;';
