import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { consents } from './rules.ts';
import type { ExportType } from './types.ts';

/** A row of a table of Zulip, as its importer reads it. References to other rows are ids. */
export type Row = Readonly<Record<string, unknown>>;

/** The id of the only organization. */
export const REALM = 1;
/** Zulip's types of recipients. */
export const PERSON = 1;
export const CHANNEL = 2;
export const GROUP = 3;

/**
 * Here, conversations and channels have recipients; in Zulip, every user has one, too. Theirs get ids above all of
 * ours.
 */
const PERSONAL_RECIPIENTS = 1_000_000_000;
export const personalRecipient = (user: number): number => PERSONAL_RECIPIENTS + user;

/** Whether an export contains what belongs to this user alone: a full one, or if the user consents. */
export const isPersonalDataExported = (type: ExportType, user: User): boolean =>
  type === 'full_without_consent' || (type === 'full_with_consent' && consents(user));

/** Rows that belong to one user alone. */
export const personalRows = (app: App, type: ExportType, rowsOf: (user: User, app: App) => Row[]): Row[] =>
  app.users
    .all()
    .filter((user) => isPersonalDataExported(type, user))
    .flatMap((user) => rowsOf(user, app));
