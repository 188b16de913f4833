import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Who came by an invitation. */
export const upgrade: Upgrade = `
  CREATE TABLE accepted_invitation (
    user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
    invited_by INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
    link_id INTEGER,
    accepted INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX accepted_invitation_of_inviter ON accepted_invitation (invited_by);
  CREATE INDEX accepted_invitation_time ON accepted_invitation (accepted);`;
