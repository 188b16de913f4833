import type { TSchema } from 'typebox';
import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { validationError } from '../../../kernel/http/check.ts';
import type { Channel } from '../../channels/channels/types.ts';
import type { User } from '../../people/users/types.ts';
import type { ImportRun } from './memory.ts';
import type { Outcome } from './people.ts';
import type { Change, ImportOrigin } from './types.ts';

/** An import while it writes records. */
export interface ImportContext extends ImportRun {
  app: App;
  source: ImportOrigin;
  /** Reports a part that is left out. */
  skip(kind: string, origin: string, reason: string): void;
  /** Counts a change of what was here before. */
  change(kind: Change): void;
}

/** The account that a user of the other server became; undefined: none. */
export function findUser({ app, source }: Pick<ImportContext, 'app' | 'source'>, origin: string): User | undefined {
  const id = app.imports.find(source.id, 'user', origin)?.id;
  return id === undefined ? undefined : app.users.byId(id);
}

export function findChannel({ app, source }: ImportContext, origin: string): Channel | undefined {
  const id = app.imports.find(source.id, 'channel', origin)?.id;
  return id === undefined ? undefined : app.channels.byId(id);
}

/** What became of a record of this kind: its id here. */
export const findSetting = ({ app, source }: ImportContext, kind: string, origin: string): number | undefined =>
  app.imports.find(source.id, 'setting', `${kind} ${origin}`)?.id;

/**
 * Writes a record that was not imported before, and remembers it. `write` returns its id, or why it is left out; an
 * error of the API is such a reason.
 */
export function writeOnce(
  context: ImportContext,
  { kind, origin }: { kind: string; origin: string },
  write: () => { id: number; isNew?: boolean } | { reason: string },
): Outcome {
  if (findSetting(context, kind, origin) !== undefined) return 'known';
  const { app, source } = context;
  try {
    const written = app.db.write(write);
    if ('reason' in written) return written;
    app.imports.add(source.id, 'setting', `${kind} ${origin}`, written.id);
    return written.isNew === false ? 'linked' : 'added';
  } catch (error) {
    if (error instanceof ApiError) return { reason: error.message };
    throw error;
  }
}

/** The values that settings of these names can have. Others are reported; unknown names are ignored. */
export function validSettings(
  { skip }: ImportContext,
  settings: Readonly<Record<string, { schema: TSchema }>>,
  values: Readonly<Record<string, unknown>>,
  owner: string,
): Record<string, unknown> {
  const valid = Object.entries(values).filter(([name, value]) => {
    if (!Object.hasOwn(settings, name)) return false;
    const error = validationError(settings[name]!.schema, value, name);
    if (error !== undefined) skip('setting', `${owner} ${name}`, error);
    return error === undefined;
  });
  return Object.fromEntries(valid);
}
