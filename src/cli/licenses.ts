import { isExecutable, readAsset } from '../kernel/assets.ts';

/** Prints the licences of all that Klatch is made of. From the sources only Klatch's own: those of packages lie beside them. */
export function printLicences(): void {
  process.stdout.write(readAsset(isExecutable ? 'licences.txt' : 'LICENSE'));
  if (!isExecutable) console.error('The licences of the packages are in node_modules; the executable prints them all.');
}
