import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { User } from '../../people/users/types.ts';
import { LIFETIME, nextAllowed } from './rules.ts';
import type { DataExport } from './types.ts';

/** The user's latest export; null: none. */
export function dataExportView(app: App, user: User): DataExport | null {
  const found = app.dataExports.of(user.id);
  if (!found) return null;
  const { requested, finished, has_failed, file_key, size } = found;
  return {
    requested,
    pending: finished === null,
    failed: has_failed === 1,
    url: file_key === null ? null : `${app.config.url}/data_export`,
    size,
    expires: file_key === null ? null : finished! + LIFETIME,
    next_allowed: nextAllowed(found),
    can_start: finished !== null && seconds(app.clock) >= nextAllowed(found),
  };
}
