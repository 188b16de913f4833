import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { renderDescription } from '../../channels/channels/rules.ts';
import { invalidOrder, invalidProfileField } from '../../errors.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import { userUpdated } from '../users/events.ts';
import { usersWithAccessTo } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { profileFieldsChanged } from './events.ts';
import {
  isText,
  readChoices,
  requireCanFillField,
  requireField,
  requireFieldData,
  requireFreeLabel,
  requireRoomInSummary,
  requireType,
  requireValue,
} from './rules.ts';
import { EXTERNAL_ACCOUNTS, FIELD_TYPES, type FieldData, type ProfileField, type ProfileValue } from './types.ts';

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
function removeProfileValue(app: App, userId: number, id: number): void {
  if (!app.profileFields.value(userId, id)) return;
  app.profileFields.removeValue(userId, id);
  app.events.publish(
    userUpdated({ person: { user_id: userId, custom_profile_field: { id, value: null } } }),
    usersWithAccessTo(app, app.users.byId(userId)!),
  );
}

export interface FieldChanges {
  name?: string | undefined;
  hint?: string | undefined;
  field_data?: FieldData | undefined;
  display_in_profile_summary?: boolean | undefined;
  required?: boolean | undefined;
  editable_by_user?: boolean | undefined;
}

/** Creates a field at the end of the list. A known external account type sets label and hint. */
export function createField(app: App, type: number, changes: FieldChanges): number {
  requireType(type);
  const field_data = requireFieldData(type, changes.field_data ?? {});
  const known =
    type === FIELD_TYPES.EXTERNAL_ACCOUNT.id ? EXTERNAL_ACCOUNTS[JSON.parse(field_data).subtype] : undefined;
  const name = requireFreeLabel(app, known?.name ?? changes.name ?? '');
  if (changes.display_in_profile_summary) requireRoomInSummary(app, type);
  const hint = known?.hint ?? changes.hint?.trim() ?? '';
  requireRoom(app, 'custom_profile_field', { added: [[name, hint, field_data]] });
  return app.db.write(() => {
    const { id } = app.profileFields.add({
      type,
      order: (app.profileFields.all().at(-1)?.order ?? 0) + 1,
      name,
      hint,
      field_data,
      display_in_profile_summary: changes.display_in_profile_summary ? 1 : 0,
      required: changes.required ? 1 : 0,
      editable_by_user: (changes.editable_by_user ?? true) ? 1 : 0,
    });
    tellFields(app);
    return id;
  });
}

/** Changes a field. Values of removed options are deleted. */
export function changeField(app: App, id: number, changes: FieldChanges): void {
  const field = requireField(app, id);
  const shown = changes.display_in_profile_summary ?? field.display_in_profile_summary;
  if (shown && !field.display_in_profile_summary) requireRoomInSummary(app, field.type, id);
  const changed: ProfileField = {
    ...field,
    name: changes.name === undefined ? field.name : requireFreeLabel(app, changes.name, id),
    hint: changes.hint?.trim() ?? field.hint,
    field_data: changes.field_data === undefined ? field.field_data : requireFieldData(field.type, changes.field_data),
    display_in_profile_summary: shown,
    required: changes.required ?? field.required,
    editable_by_user: changes.editable_by_user ?? field.editable_by_user,
  };
  if (JSON.stringify(changed) === JSON.stringify(field)) return;
  requireRoom(app, 'custom_profile_field', { added: [listTexts(changed)], replaced: [listTexts(field)] });
  app.db.write(() => {
    app.profileFields.change({
      ...changed,
      display_in_profile_summary: shown ? 1 : 0,
      required: changed.required ? 1 : 0,
      editable_by_user: changed.editable_by_user ? 1 : 0,
    });
    if (field.type === FIELD_TYPES.SELECT.id)
      for (const { user_id, value } of app.profileFields.listValues(id))
        if (!Object.hasOwn(readChoices(changed), value)) removeProfileValue(app, user_id, id);
    tellFields(app);
  });
}

const listTexts = ({ name, hint, field_data }: ProfileField): string[] => [name, hint, field_data];

/** Deletes a field with all its values. */
export function removeField(app: App, id: number): void {
  if (!app.profileFields.byId(id)) throw invalidProfileField(id);
  app.db.write(() => {
    for (const { user_id } of app.profileFields.listValues(id)) removeProfileValue(app, user_id, id);
    app.profileFields.remove(id);
    tellFields(app);
  });
}

/** Changes the order of all fields. Throws if the list is incomplete. */
export function orderFields(app: App, order: readonly number[]): void {
  const existingIds = app.profileFields.all().map(({ id }) => id);
  if (order.length !== existingIds.length || existingIds.some((id) => !order.includes(id))) throw invalidOrder();
  app.db.write(() => {
    order.forEach((id, at) => app.profileFields.place(at + 1, id));
    tellFields(app);
  });
}

function tellFields(app: App): void {
  app.events.publish(profileFieldsChanged({ fields: app.profileFields.all() }), app.users.activeIds());
}
