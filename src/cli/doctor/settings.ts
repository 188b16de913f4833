import { findHolder } from '../../kernel/db/lock.ts';
import { type CommandOptions, dataFolder, readSettings } from '../../server/configuration.ts';
import { read } from '../../settings/find.ts';
import { getSetting, type Settings, settingWithKey } from '../../settings/table.ts';
import { runOnlyInServer } from '../connection/run-operation.ts';

interface CheckedSettings extends Awaited<ReturnType<typeof readSettings>> {
  /** Whether a mail server is set, although only the running server knows which. */
  sendsMail: boolean;
}

/**
 * The settings that are checked. What this command does not set is taken from the running server: its service has
 * variables and flags that no shell has. A server shows no secrets.
 */
export async function findSettings(options: CommandOptions): Promise<CheckedSettings> {
  const { found, settings, wrong } = await readSettings(options);
  const own = new Set(found.filter(({ origin }) => origin !== 'default').map(({ name }) => name));
  const taken: Record<string, unknown> = {};
  for (const { setting, value } of await runningSettings(options)) {
    const name = settingWithKey(setting);
    if (name !== undefined && value !== null && !own.has(name) && canBeTaken(name, value))
      taken[name] = getSetting(name).secret ? undefined : read(name, value);
  }
  return {
    found,
    wrong,
    settings: { ...settings, ...taken } as Settings,
    sendsMail: settings.smtpUrl !== undefined || 'smtpUrl' in taken,
  };
}

/** Without its keys, which are secret, a bucket cannot be read. */
const canBeTaken = (name: string, value: string): boolean => name !== 'backupTo' || !value.startsWith('s3:');

async function runningSettings(options: CommandOptions) {
  if (!findHolder(dataFolder(options.data))?.url) return [];
  const shown = await runOnlyInServer(options, 'config-show', {}).catch(() => []);
  return shown.filter(({ from }) => from !== 'default');
}
