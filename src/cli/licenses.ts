import { inExecutable, shipped } from '../kernel/assets.ts';

/** Prints the licences of all that Klatch is made of. From the sources only Klatch's own: those of packages lie beside them. */
export function printLicences(): void {
  process.stdout.write(shipped(inExecutable ? 'licences.txt' : 'LICENSE'));
  if (!inExecutable) console.error('The licences of the packages are in node_modules; the executable prints them all.');
}
