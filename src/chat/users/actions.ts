import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import { DEFAULT_SETTINGS } from '../settings/settings.ts';
import { newApiKey } from './accounts.ts';
import type { Role, User } from './types.ts';

export interface UserDraft {
  email: string;
  full_name: string;
  role: Role;
  password_hash?: string | null;
  api_key?: string;
  bot_type?: number | null;
  bot_owner_id?: number | null;
  is_system?: boolean;
}

/** Makes an account. Refuses an address that is taken. */
export function createUser(app: App, draft: UserDraft): User {
  if (app.users.byEmail(draft.email)) throw badRequest(`Email '${draft.email}' already in use`);
  return app.db.write(() => {
    const { id } = app.users.add({
      email: draft.email,
      full_name: draft.full_name,
      role: draft.role,
      is_system: draft.is_system ? 1 : 0,
      bot_type: draft.bot_type ?? null,
      bot_owner_id: draft.bot_owner_id ?? null,
      api_key: draft.api_key ?? newApiKey(),
      password_hash: draft.password_hash ?? null,
      date_joined: seconds(app.clock),
      timezone: '',
      avatar_source: 'J',
      settings: JSON.stringify(DEFAULT_SETTINGS),
    });
    return app.users.byId(id)!;
  });
}
