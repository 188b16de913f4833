import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { renderDescription } from '../../channels/channels/names.ts';
import { invalidProfileField } from '../../errors.ts';
import { userUpdated } from '../users/events.ts';
import { usersWithAccessTo } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { isText, requireCanFillField, requireValue } from './rules.ts';
import type { ProfileField, ProfileValue } from './types.ts';

/** Sets values in a user's profile, all or none; null deletes a value. Each field decides who may change it. */
export function setProfileValues(app: App, actor: User, user: User, data: readonly ProfileValue[]): void {
  if (user.is_bot && data.length > 0) throw badRequest('Bots have no profile.');
  const answers = data.map(({ id, value }) => {
    const field = requireFieldToFill(app, actor, id);
    return { field, value: requireValue(app, actor, field, value) };
  });
  app.db.write(() => {
    for (const { field, value } of answers) {
      if (value === null) removeProfileValue(app, user.id, field.id);
      else writeProfileValue(app, user, field, value);
    }
  });
}

/** Deletes the caller's own values of these fields. */
export function removeOwnProfileValues(app: App, user: User, ids: readonly number[]): void {
  const fields = ids.map((id) => requireFieldToFill(app, user, id));
  app.db.write(() => {
    for (const { id } of fields) removeProfileValue(app, user.id, id);
  });
}

function requireFieldToFill(app: App, actor: User, id: number): ProfileField {
  const field = app.profileFields.byId(id);
  if (!field) throw invalidProfileField(id);
  requireCanFillField(actor, field);
  return field;
}

/** Stores a value, which is valid, and publishes it. Call it inside `db.write`. */
export function writeProfileValue(app: App, user: User, { id, type }: ProfileField, value: string): void {
  if (app.profileFields.value(user.id, id)?.value === value) return;
  const rendered = isText(type) ? { rendered_value: renderDescription(app, user, value) } : {};
  app.profileFields.setValue({ user_id: user.id, field_id: id, value, rendered_value: null, ...rendered });
  app.events.publish(
    userUpdated({ person: { user_id: user.id, custom_profile_field: { id, value, ...rendered } } }),
    usersWithAccessTo(app, user),
  );
}

/** Deletes a value, if there is one. Call it inside `db.write`. */
export function removeProfileValue(app: App, userId: number, id: number): void {
  if (!app.profileFields.value(userId, id)) return;
  app.profileFields.removeValue(userId, id);
  app.events.publish(
    userUpdated({ person: { user_id: userId, custom_profile_field: { id, value: null } } }),
    usersWithAccessTo(app, app.users.byId(userId)!),
  );
}
