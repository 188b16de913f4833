import { openPlace } from '../../kernel/backups/places.ts';
import { isTooOld } from '../../kernel/backups/schedule.ts';
import { getReason } from '../../kernel/terminal/failure.ts';
import type { Settings } from '../../settings/table.ts';
import { type Finding, judged } from './finding.ts';

/** Warns if there is none, or if two automatic ones were missed. */
export async function checkBackups(settings: Settings & { dataDir: string }): Promise<Finding> {
  try {
    const place = openPlace(settings);
    const newest = (await place.list()).at(-1);
    if (!newest) return judged('backups', false, `none in ${place.locate()}; see klatch backup and --backup-every`);
    const isOld = isTooOld({ made: newest.made, every: settings.backupEvery, now: Date.now() / 1000 });
    const text = `the newest in ${place.locate()} is ${newest.name}`;
    return judged('backups', !isOld, isOld ? `${text}, older than --backup-every; the log has the reason` : text);
  } catch (error) {
    return judged('backups', false, getReason(error), 'problem');
  }
}
