import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { chosenFolder } from '../../server/configuration.ts';
import { requireOrganization } from '../../server/organizations/folder.ts';
import type { Place } from '../declaration/command.ts';
import { findDataFolder } from './find-data-folder.ts';

/** Where commands need no data folder of this machine. */
const ANYWHERE: readonly Place[] = ['none', 'account'];

/** Applies the flags of all commands if they stand before the command's name: `klatch --data DIR user list`. */
export function takeEverywhere(action: Command): void {
  for (let before = action.parent; before; before = before.parent)
    for (const [name, value] of Object.entries(before.opts()))
      if (action.getOptionValue(name) === undefined) action.setOptionValueWithSource(name, value, 'cli');
}

/**
 * Makes the command use the data folder of the organization that was named, or the folder of all organizations. Throws
 * Failure.
 */
export function takeOrganization(action: Command, place: Place): void {
  const { organizations, organization, data } = action.opts<{ [name: string]: string | undefined }>();
  if ((organizations === undefined && organization === undefined) || ANYWHERE.includes(place)) return;
  const isForAll = ['organizations', 'new'].includes(place) || (place === 'either' && organization === undefined);
  if (data !== undefined && action.getOptionValueSource('organizations') === 'env') {
    // The flag overrides the variable.
    action.setOptionValue('organizations', undefined);
    return;
  }
  if (organizations === undefined)
    throw new Failure(EXIT.usage, 'With --organization, --organizations must name the folder of the organizations');
  if (data !== undefined)
    throw new Failure(EXIT.usage, '--data and --organizations cannot be used together. Use --organization');
  if (isForAll) return void action.setOptionValueWithSource('data', organizations, 'cli');
  if (organization === undefined)
    throw new Failure(EXIT.usage, `Choose one of the organizations in ${organizations} with --organization NAME`);
  action.setOptionValueWithSource('data', requireOrganization(organizations, organization), 'cli');
}

/**
 * Makes a command without a data folder use that of the service or of the running server, and says so. Servers start
 * with a folder of their own.
 */
export function takeServiceFolder(action: Command, place: Place): void {
  const { data, as } = action.opts<{ [name: string]: string | undefined }>();
  const needsNone = ['new', 'none'].includes(place) || (place === 'account' && as === undefined);
  if (needsNone || chosenFolder(data) !== undefined || existsSync('klatch-data')) return;
  const { dataDir, remark } = findDataFolder();
  if (remark !== undefined) say(remark);
  if (dataDir !== undefined) action.setOptionValueWithSource('data', dataDir, 'default');
}
