import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Type } from 'typebox';
import { isExecutable } from '../../kernel/assets.ts';
import { isContainer } from '../../kernel/settings/setting.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { work } from '../declaration/command.ts';
import { launchd } from './launchd.ts';
import { replaceFile, type ServiceManager, tryTool } from './service.ts';
import { requireSystemd, systemd } from './systemd.ts';
import { windowsTask } from './windows-task.ts';

const OF_PACKAGE = 'usr/share/klatch/package';

interface Options {
  root?: string | undefined;
}
interface InstallOptions extends Options {
  domain?: string[] | undefined;
  program?: string | undefined;
}

/** Installs the executable, the service and the settings, and starts the service. It can be repeated. */
export const install = work({
  result: Type.Object({ program: Type.String(), unit: Type.String(), settings: Type.String() }),
  run({ domain = [], program, root }: InstallOptions) {
    const manager = findManager(root);
    const wrong = domain.find((name) => !/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(name));
    if (wrong !== undefined) throw new Failure(EXIT.usage, `'${wrong}' is not a domain name`);
    if (program === undefined && !isExecutable)
      throw new Failure(
        EXIT.usage,
        'Klatch runs from its sources. Build it with npm run build, and install dist/klatch',
      );
    const source = resolve(program ?? process.execPath);
    if (!existsSync(source)) throw new Failure(EXIT.notFound, `There is no ${source}`);
    installService(manager, { source, domains: domain, isStarted: root === undefined });
    return manager.places;
  },
  print({ program }, { root }) {
    if (root !== undefined) return say(`Installed ${program}. The service starts with that system.`);
    say(`The service klatch runs. ${findManager(root).hint}`);
  },
});

interface Installation {
  /** The executable to install. */
  source: string;
  domains: readonly string[];
  /** False: the files are those of another system. */
  isStarted: boolean;
}

export function installService(manager: ServiceManager, { source, domains, isStarted }: Installation): void {
  const { program, unit } = manager.places;
  if (isStarted) manager.prepare?.();
  changeFiles(() => {
    replaceFile(program, (path) => copyFileSync(source, path), 0o755);
    replaceFile(unit, (path) => writeFileSync(path, manager.makeUnit()), 0o644);
    manager.changeSettings(domains);
  });
  if (isStarted) manager.start(domains);
}

/** Stops the service and removes it. The data is kept. */
export const uninstall = work({
  result: Type.Object({ removed: Type.Array(Type.String()) }),
  run({ settings, root }: Options & { settings?: boolean | undefined }) {
    return { removed: uninstallService(findManager(root), { settings, isRunning: root === undefined }) };
  },
  print({ removed }, { root }) {
    for (const path of removed) say(`Removed ${path}`);
    const { data, deletion } = findManager(root);
    say(`The data in ${data} was kept; delete it with: ${deletion}`);
  },
});

interface Removal {
  /** Whether the settings are removed, too. */
  settings?: boolean | undefined;
  /** False: the files are those of another system. */
  isRunning: boolean;
}

/** Returns the removed files. Throws Failure if there is no service. */
export function uninstallService(manager: ServiceManager, { settings, isRunning }: Removal): string[] {
  const { places } = manager;
  if (isRunning && existsSync(places.unit)) manager.stop();
  const paths = [places.unit, places.program, ...(settings ? [places.settings] : [])].filter((path) =>
    existsSync(path),
  );
  if (paths.length === 0) throw new Failure(EXIT.notFound, 'There is no service that klatch install made');
  changeFiles(() => {
    for (const path of paths) rmSync(path);
  });
  if (isRunning) manager.forget?.();
  return paths;
}

/** Throws Failure on a system that has no such service. */
function findManager(root: string | undefined): ServiceManager {
  const folder = root === undefined ? '/' : resolve(root);
  if (root === undefined) requirePossible();
  if (existsSync(join(folder, OF_PACKAGE)))
    throw new Failure(
      EXIT.notAllowed,
      'Klatch was installed as a package, which has a service. Its settings are in /etc/default/klatch',
    );
  if (process.platform === 'darwin') return launchd(folder);
  return process.platform === 'win32' ? windowsTask(root === undefined ? '' : folder) : systemd(folder);
}

function requirePossible(): void {
  const { platform } = process;
  if (isContainer(process.env))
    throw new Failure(EXIT.notAllowed, 'A container has no services. The image starts the server');
  if (platform !== 'darwin' && platform !== 'win32') requireSystemd();
  // Only administrators may run this program of Windows, which changes nothing.
  if (platform === 'win32' && !tryTool('fltmc'))
    throw new Failure(EXIT.notAllowed, 'Only an administrator can install a service. Open the terminal as one');
  if (platform !== 'win32' && process.getuid?.() !== 0)
    throw new Failure(EXIT.notAllowed, 'Only root can install a service. Repeat the command with sudo');
}

function changeFiles(change: () => void): void {
  try {
    change();
  } catch (error) {
    throw new Failure(EXIT.failure, `The files cannot be changed: ${getReason(error)}`);
  }
}
