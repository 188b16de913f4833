import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ROLES } from '../../../shared/roles.ts';
import { removeImage } from '../../files/images/actions.ts';
import { forgetOrigins } from '../../organization/audit-log/actions.ts';
import { removeFile as removeDataExport } from '../../personal/data-exports/actions.ts';
import { DEFAULT_SETTINGS } from '../../personal/settings/settings.ts';
import { newApiKey } from '../sign-in/rules.ts';
import { deactivateUser } from '../users/management-actions.ts';
import type { User } from '../users/types.ts';
import { placeholderEmail } from '../users/views.ts';
import { requireErasable } from './rules.ts';
import { ERASED_NAME, type ErasedMessages, type Redaction } from './types.ts';

/**
 * Begins to erase a user: the account is deactivated, its name and address are replaced, and everything that belongs to
 * it alone is deleted. `continueErasures` in batches.ts does the rest. Throws what `requireErasable` throws.
 */
export function beginErasure(app: App, actor: User | undefined, user: User, messages: ErasedMessages): void {
  requireErasable(app, actor, user);
  const placeholder = placeholderEmail(app, user);
  const redaction: Redaction = {
    id: user.id,
    name: user.full_name,
    email: user.email,
    placeholder,
    isShared: app.users.named(user.full_name).length > 1,
  };
  app.db.write(() => {
    deactivateUser(app, actor, user);
    app.erasures.add(user.id, messages, JSON.stringify(redaction), seconds(app.clock));
    removeDataExport(app, user.id);
    app.erasures.removeOwnRows(user.id, user.email);
    app.receivedDeliveries.removeOfOwner(user.id);
    forgetOrigins(app, user);
    removeImage(app, `avatar/${user.id}`);
    app.erasures.clearAccount({
      id: user.id,
      email: placeholder,
      full_name: ERASED_NAME,
      role: Math.max(user.role, ROLES.member),
      api_key: newApiKey(),
      settings: JSON.stringify(DEFAULT_SETTINGS),
    });
    app.db.clearCaches();
  });
}
