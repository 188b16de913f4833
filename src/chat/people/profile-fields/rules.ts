import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { invalidProfileField, invalidUrl, invalidUser } from '../../errors.ts';
import { canAccessUser } from '../users/rules.ts';
import { isAdministrator, type User } from '../users/types.ts';
import { EXTERNAL_ACCOUNTS, FIELD_TYPES, type FieldData, type ProfileField, type ProfileValue } from './types.ts';

const { SHORT_TEXT, LONG_TEXT, SELECT, DATE, URL: LINK, USER, EXTERNAL_ACCOUNT } = FIELD_TYPES;
const MAX_IN_SUMMARY = 2;
const MAX_CHOICES = 1000;

/** Types whose values are Markdown. */
export const isText = (type: number): boolean => type === SHORT_TEXT.id || type === LONG_TEXT.id;

export function requireType(type: number): void {
  if (!Object.values(FIELD_TYPES).some(({ id }) => id === type)) throw badRequest('Invalid field type.');
}

/** Returns the field with this id. Throws for an unknown one. */
export function requireField(app: App, id: number): ProfileField {
  const field = app.profileFields.byId(id);
  if (!field) throw invalidProfileField(id);
  return field;
}

/** Returns a field's label as it is stored. Throws if it is empty or belongs to another field. */
export function requireFreeLabel(app: App, input: string, ownId?: number): string {
  const name = input.trim();
  if (name === '') throw badRequest('Label cannot be blank.');
  const holder = app.profileFields.named(name);
  if (holder !== undefined && holder !== ownId) throw badRequest('A field with that label already exists.');
  return name;
}

/** Throws for a third field in the profile summary, and for types that are too long for it. */
export function requireRoomInSummary(app: App, type: number, ownId?: number): void {
  if (type === LONG_TEXT.id || type === USER.id)
    throw badRequest('Field type not supported for display in profile summary.');
  const shown = app.profileFields
    .all()
    .filter(({ id, display_in_profile_summary }) => display_in_profile_summary && id !== ownId);
  if (shown.length >= MAX_IN_SUMMARY)
    throw badRequest(`Only ${MAX_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`);
}

/**
 * Returns the field's data as it is stored: JSON for choices and external accounts, otherwise empty. Throws for data
 * that does not fit the type.
 */
export function requireFieldData(type: number, data: FieldData): string {
  if (type === SELECT.id) return JSON.stringify(requireChoices(data));
  if (type === EXTERNAL_ACCOUNT.id) return JSON.stringify(requireAccount(data));
  return '';
}

type Choices = Record<string, { text: string; order: string }>;

function requireChoices(data: FieldData): Choices {
  const choices = Object.entries(data);
  if (choices.length === 0) throw badRequest('Field must have at least one choice.');
  if (choices.length > MAX_CHOICES) throw badRequest(`field_data is too long (limit: ${MAX_CHOICES} items)`);
  const texts = new Set<string>();
  const remaining: Choices = {};
  for (const [key, choice] of choices) {
    if (key.trim() === '') throw badRequest("'value' cannot be blank.");
    const { text, order } = requireStrings(`field_data["${key}"]`, choice, ['text', 'order']);
    if (text!.trim() === '') throw badRequest(`field_data["${key}"]["text"] cannot be blank.`);
    if (!/^\d{1,9}$/.test(order!)) throw badRequest(`field_data["${key}"]["order"] is not an integer`);
    if (texts.has(text!)) throw badRequest('Field must not have duplicate choices.');
    texts.add(text!);
    remaining[key] = { text: text!, order: order! };
  }
  return remaining;
}

function requireAccount(data: FieldData): Record<string, string> {
  const { subtype } = requireStrings('field_data', data, ['subtype'], ['url_pattern']);
  if (subtype !== 'custom') {
    if (!Object.hasOwn(EXTERNAL_ACCOUNTS, subtype!)) throw badRequest('Invalid external account type');
    return { subtype: subtype! };
  }
  const { url_pattern } = data as { url_pattern?: string };
  if (!url_pattern) throw badRequest('Custom external account must define URL pattern');
  if (url_pattern.split('%(username)s').length !== 2 || !isWebAddress(url_pattern.replace('%(username)s', 'username')))
    throw badRequest('Malformed URL pattern.');
  return { subtype, url_pattern };
}

/** Throws for anything but an object of strings with exactly these keys. */
function requireStrings(
  path: string,
  input: unknown,
  keys: readonly string[],
  more: readonly string[] = [],
): Record<string, string> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw badRequest(`${path} is not a dict`);
  for (const key of keys) if (!(key in input)) throw badRequest(`${key} key is missing from ${path}`);
  for (const [key, value] of Object.entries(input)) {
    if (!keys.includes(key) && !more.includes(key)) throw badRequest(`Unexpected arguments: ${key}`);
    if (typeof value !== 'string') throw badRequest(`${path}["${key}"] is not a string`);
  }
  return input as Record<string, string>;
}

/** Throws unless the caller may set the field: users their own, unless only administrators may. */
export function requireCanFillField(actor: User, field: ProfileField): void {
  if (!field.editable_by_user && !isAdministrator(actor))
    throw badRequest('You are not allowed to change this field. Contact an administrator to update it.');
}

/**
 * Returns the value as it is stored, or null for none. Throws for invalid values; users must be visible to the caller.
 */
export function requireValue(app: App, actor: User, field: ProfileField, input: ProfileValue['value']): string | null {
  const { type, name } = field;
  if (input === null || input.length === 0) return null;
  if (type === USER.id) return JSON.stringify(requirePeople(app, actor, name, input));
  if (typeof input !== 'string') throw badRequest(`${name} is not a string`);
  const value = input.trim();
  if (value === '') return null;
  const limit = type === LONG_TEXT.id ? 500 : type === DATE.id || type === LINK.id || type === SELECT.id ? 2000 : 50;
  if ([...value].length > limit) throw badRequest(`${name} is too long (limit: ${limit} characters)`);
  if (type === DATE.id && !isDate(value)) throw badRequest(`${name} is not a date`);
  if (type === LINK.id && !isWebAddress(value)) throw invalidUrl(name);
  if (type === SELECT.id && !Object.hasOwn(readChoices(field), value))
    throw badRequest(`'${value}' is not a valid choice for '${name}'.`);
  return value;
}

export const readChoices = ({ field_data }: Pick<ProfileField, 'field_data'>): Choices => JSON.parse(field_data);

function requirePeople(app: App, actor: User, name: string, input: string | readonly number[]): number[] {
  const ids: unknown = typeof input === 'string' ? parseChoices(input) : input;
  if (!Array.isArray(ids) || !ids.every((id) => Number.isSafeInteger(id)))
    throw badRequest(`${name} is not a valid list of user IDs`);
  for (const id of ids as number[]) {
    const user = app.users.byId(id);
    if (!user || user.is_system || !canAccessUser(app, actor, user)) throw invalidUser(id);
    if (!user.is_active) throw badRequest(`User with ID ${id} is deactivated`);
    if (user.is_bot) throw badRequest(`User with ID ${id} is a bot`);
  }
  return [...new Set(ids as number[])];
}

function parseChoices(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In the form 2026-11-21, and a valid date. */
function isDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text) && !/\s/.test(text);
}
