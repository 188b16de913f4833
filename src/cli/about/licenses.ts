import { isExecutable, readAsset } from '../../kernel/assets.ts';
import { selfPrintingWork } from '../declaration/command.ts';

/**
 * Prints the licenses of all packages in Klatch. From the sources, only Klatch's own: those of packages are in
 * node_modules.
 */
export const printLicenses = selfPrintingWork(() => {
  process.stdout.write(readAsset(isExecutable ? 'licenses.txt' : 'LICENSE'));
  if (!isExecutable)
    console.error('The licenses of the packages are in node_modules. The executable prints all of them.');
});
