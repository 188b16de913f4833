import type { Database } from '../../../kernel/db/database.ts';
import { formsOfAddress } from '../../../kernel/mail/address-forms.ts';
import type { UserCache } from './cache.ts';
import { USER_COLUMNS, type userMapper } from './row.ts';
import { ROLES, type User } from './types.ts';

/** Statements that find users. */
export const userLookups = (
  db: Database,
  { byId, idByEmail, active }: UserCache,
  toUser: ReturnType<typeof userMapper>,
) => {
  const idOfKey = db.value<number>('SELECT id FROM user WHERE api_key = ?');
  const allIds = db.column<number>('SELECT id FROM user WHERE is_system = 0 ORDER BY id');
  const one = (id: number | undefined): User | undefined => (id === undefined ? undefined : byId.get(id));

  return {
    byId: (id: number): User | undefined => byId.get(id),
    /**
     * Finds an account by its real address in any spelling, regardless of visibility. Only for sign-in and
     * administration.
     */
    byEmail(email: string): User | undefined {
      for (const form of formsOfAddress(email)) {
        const id = idByEmail.get(form);
        if (id !== undefined) return one(id);
      }
      return undefined;
    },
    byApiKey: (key: string): User | undefined => one(idOfKey(key)),
    /** All accounts except the server's own bots, by id. */
    all: (): User[] => allIds().map((id) => byId.get(id)!),
    systemBots: db.all<User>(`SELECT ${USER_COLUMNS} FROM user WHERE is_system = 1 ORDER BY id`, toUser),
    /** All users with this name, active ones first. */
    named: db.all<User, [name: string]>(
      `SELECT ${USER_COLUMNS} FROM user WHERE full_name = ? COLLATE NOCASE ORDER BY is_active DESC, id`,
      toUser,
    ),
    activeIds: (): ReadonlySet<number> => active.get('ids')!,
    active: (): User[] => [...active.get('ids')!].map((id) => byId.get(id)!),
    activeOwners: db.value<number, []>(
      `SELECT count(*) FROM user WHERE role = ${ROLES.owner} AND is_active = 1 AND bot_type IS NULL`,
    ),
    activePeople: db.value<number, []>(
      'SELECT count(*) FROM user WHERE is_active = 1 AND bot_type IS NULL AND is_system = 0',
    ),
    ...botLookups(db),
  };
};

const botLookups = (db: Database) => {
  const administrators = db.column<number, []>(
    `SELECT id FROM user WHERE role <= ${ROLES.administrator} AND is_active = 1 AND is_system = 0`,
  );
  return {
    botsOf: db.column<number, [owner: number]>('SELECT id FROM user WHERE bot_owner_id = ? ORDER BY id'),
    allBots: db.column<number, []>('SELECT id FROM user WHERE bot_type IS NOT NULL AND is_system = 0 ORDER BY id'),
    /** The users who receive events about a bot's settings: its owner and the active administrators. */
    keepersOf: ({ bot_owner_id }: User): number[] => [
      ...new Set([...(bot_owner_id === null ? [] : [bot_owner_id]), ...administrators()]),
    ],
  };
};
