import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Type } from 'typebox';
import { isExecutable, readAsset } from '../../kernel/assets.ts';
import { isContainer } from '../../kernel/settings/setting.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { work } from '../declaration/command.ts';

/** The same places as in docs/klatch.service. */
const PROGRAM = 'usr/local/bin/klatch';
const UNIT = 'etc/systemd/system/klatch.service';
const SETTINGS = 'etc/klatch.env';
const OF_PACKAGE = 'usr/share/klatch/package';

interface Options {
  root?: string | undefined;
}
interface InstallOptions extends Options {
  domain?: string[] | undefined;
  program?: string | undefined;
}

/** Installs the executable, the unit of systemd and the settings, and starts the service. It can be repeated. */
export const install = work({
  result: Type.Object({ program: Type.String(), unit: Type.String(), settings: Type.String() }),
  run({ domain = [], program, root }: InstallOptions) {
    const at = placesIn(root);
    const wrong = domain.find((name) => !/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(name));
    if (wrong !== undefined) throw new Failure(EXIT.usage, `'${wrong}' is not a domain name`);
    if (program === undefined && !isExecutable)
      throw new Failure(
        EXIT.usage,
        'Klatch runs from its sources. Build it with npm run build, and install dist/klatch',
      );
    const source = resolve(program ?? process.execPath);
    if (!existsSync(source)) throw new Failure(EXIT.notFound, `There is no ${source}`);
    changeFiles(() => {
      replaceFile(at.program, (path) => copyFileSync(source, path), 0o755);
      replaceFile(at.unit, (path) => writeFileSync(path, readAsset('docs/klatch.service')), 0o644);
      if (domain.length > 0 || !existsSync(at.settings)) {
        const text = withDomains(
          existsSync(at.settings) ? readFileSync(at.settings, 'utf8') : templateOfSettings(),
          domain,
        );
        replaceFile(at.settings, (path) => writeFileSync(path, text), 0o600);
      }
    });
    if (root === undefined) for (const words of STARTING) systemctl(...words);
    return at;
  },
  print({ program }, { root }) {
    if (root !== undefined) return say(`Installed ${program}. The service starts with that system.`);
    say('The service klatch runs. Its setup link: journalctl -u klatch | grep setup');
  },
});

/** Stops the service and removes it. Data stays in /var/lib/klatch. */
export const uninstall = work({
  result: Type.Object({ removed: Type.Array(Type.String()) }),
  run({ settings, root }: Options & { settings?: boolean | undefined }) {
    const at = placesIn(root);
    if (root === undefined && existsSync(at.unit)) systemctl('disable', '--now', 'klatch.service');
    const paths = [at.unit, at.program, ...(settings ? [at.settings] : [])].filter((path) => existsSync(path));
    if (paths.length === 0) throw new Failure(EXIT.notFound, 'There is no service that klatch install made');
    changeFiles(() => {
      for (const path of paths) rmSync(path);
    });
    if (root === undefined) systemctl('daemon-reload');
    return { removed: paths };
  },
  print({ removed }) {
    for (const path of removed) say(`Removed ${path}`);
    say('The data in /var/lib/klatch was kept; delete it with: rm -r /var/lib/klatch');
  },
});

/** The enabled service is started, or started again with the new executable. */
const STARTING = [['daemon-reload'], ['enable', 'klatch.service'], ['restart', 'klatch.service']];

/** Throws Failure on a system that has no such service. */
function placesIn(root: string | undefined) {
  const folder = root === undefined ? '/' : resolve(root);
  if (root === undefined) requireSystemd();
  if (existsSync(join(folder, OF_PACKAGE)))
    throw new Failure(
      EXIT.notAllowed,
      'Klatch was installed as a package, which has a service. Its settings are in /etc/default/klatch',
    );
  return { program: join(folder, PROGRAM), unit: join(folder, UNIT), settings: join(folder, SETTINGS) };
}

function requireSystemd(): void {
  if (isContainer(process.env))
    throw new Failure(EXIT.notAllowed, 'A container has no services. The image starts the server');
  if (process.platform === 'darwin')
    throw new Failure(
      EXIT.notAllowed,
      'Not on this system: klatch install knows systemd. On macOS, let launchd run: klatch serve',
    );
  if (process.platform === 'win32')
    throw new Failure(
      EXIT.notAllowed,
      'Not on this system: klatch install knows systemd. On Windows, let a scheduled task run: klatch serve',
    );
  if (!existsSync('/run/systemd/system'))
    throw new Failure(
      EXIT.notAllowed,
      'Not on this system: it does not run systemd. Let its own service manager run: klatch serve',
    );
  if (process.getuid?.() !== 0)
    throw new Failure(EXIT.notAllowed, 'Only root can install a service. Repeat the command with sudo');
}

function systemctl(...words: string[]): void {
  const { status, stderr } = spawnSync('systemctl', words, { encoding: 'utf8' });
  if (status === 0) return;
  throw new Failure(EXIT.failure, `systemctl ${words.join(' ')} failed: ${stderr.trim()}. See journalctl -u klatch`);
}

/** What the file is, it is as a whole: a running executable is not written to. */
function replaceFile(path: string, write: (path: string) => void, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  write(`${path}.new`);
  chmodSync(`${path}.new`, mode);
  renameSync(`${path}.new`, path);
}

function changeFiles(change: () => void): void {
  try {
    change();
  } catch (error) {
    throw new Failure(EXIT.failure, `The files cannot be changed: ${getReason(error)}`);
  }
}

const templateOfSettings = (): string => readAsset('docs/klatch.env').toString();

/** The same settings with these domains; without any, as they are. */
function withDomains(text: string, domains: readonly string[]): string {
  if (domains.length === 0) return text;
  const line = `KLATCH_DOMAINS=${domains.join(',')}`;
  return /^KLATCH_DOMAINS=/m.test(text) ? text.replace(/^KLATCH_DOMAINS=.*$/m, line) : `${text.trimEnd()}\n\n${line}\n`;
}
