import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { escapeAttribute } from '../../markdown/escape.ts';
import { serviceFolder } from '../connection/find-data-folder.ts';
import { changeDomains, runTool, type ServiceManager, tryTool } from './service.ts';

/** The account of the service. Names of such accounts begin with `_`. */
const USER = '_klatch';
/** Numbers of accounts that neither macOS nor people use. */
const USER_IDS = { least: 300, most: 399 };
const LABEL = 'klatch';
/** The old service may take this long to end, s. */
const RETRIES = 15;

/** A daemon of macOS: launchd starts it with the system, and again after a crash. */
export function launchd(root: string): ServiceManager {
  const data = join(root, serviceFolder('darwin'));
  const log = join(root, 'Library/Logs/klatch.log');
  const program = join(root, 'usr/local/bin/klatch');
  const unit = join(root, 'Library/LaunchDaemons/klatch.plist');
  const settings = join(data, 'klatch.toml');
  return {
    places: { program, unit, settings },
    data,
    makeUnit: () => makePlist({ program, data, log }),
    changeSettings: (domains) => changeDomains(settings, domains),
    start() {
      createUser();
      mkdirSync(dirname(log), { recursive: true });
      if (!existsSync(log)) writeFileSync(log, '', { mode: 0o640 });
      chmodSync(data, 0o700);
      for (const path of [data, log]) runTool('chown', '-R', `${USER}:${USER}`, path);
      tryTool('launchctl', 'bootout', `system/${LABEL}`);
      runTool('launchctl', 'enable', `system/${LABEL}`);
      bootstrap(unit);
    },
    stop: () => void tryTool('launchctl', 'bootout', `system/${LABEL}`),
    hint: `Its setup link: sudo grep setup ${log}`,
    deletion: `sudo rm -r "${data}"`,
  };
}

/** launchd rejects a service that has not ended yet. */
function bootstrap(unit: string): void {
  for (let attempt = 1; attempt < RETRIES; attempt++) {
    if (tryTool('launchctl', 'bootstrap', 'system', unit)) return;
    runTool('sleep', '1');
  }
  runTool('launchctl', 'bootstrap', 'system', unit);
}

/** Creates an account that nobody can sign in with, and its group. */
function createUser(): void {
  if (tryTool('dscl', '.', '-read', `/Users/${USER}`)) return;
  const used = [
    runTool('dscl', '.', '-list', '/Users', 'UniqueID'),
    runTool('dscl', '.', '-list', '/Groups', 'PrimaryGroupID'),
  ];
  const taken = new Set(used.join('\n').split(/\s/));
  let id = USER_IDS.least;
  while (taken.has(String(id)) && id < USER_IDS.most) id += 1;
  const create = (path: string, key: string, value: string) => runTool('dscl', '.', '-create', path, key, value);
  create(`/Groups/${USER}`, 'PrimaryGroupID', String(id));
  for (const [key, value] of Object.entries({
    UniqueID: String(id),
    PrimaryGroupID: String(id),
    UserShell: '/usr/bin/false',
    NFSHomeDirectory: '/var/empty',
    RealName: 'Klatch',
    IsHidden: '1',
  }))
    create(`/Users/${USER}`, key, value);
}

const makePlist = ({ program, data, log }: { program: string; data: string; log: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${listEntries({
  Label: LABEL,
  ProgramArguments: [program, 'serve'],
  UserName: USER,
  GroupName: USER,
  EnvironmentVariables: { KLATCH_DATA: data },
  RunAtLoad: true,
  KeepAlive: { SuccessfulExit: false },
  ExitTimeOut: 15,
  SoftResourceLimits: { NumberOfFiles: 65_536 },
  HardResourceLimits: { NumberOfFiles: 65_536 },
  StandardOutPath: log,
  StandardErrorPath: log,
  Umask: 0o077,
})}
</dict>
</plist>
`;

type Property = string | number | boolean | readonly string[] | { readonly [key: string]: string | number | boolean };

const listEntries = (properties: Readonly<Record<string, Property>>): string =>
  Object.entries(properties)
    .map(([key, value]) => `<key>${key}</key>${writeProperty(value)}`)
    .join('\n');

function writeProperty(value: Property): string {
  if (typeof value === 'string') return `<string>${escapeAttribute(value)}</string>`;
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (typeof value === 'boolean') return `<${value}/>`;
  if (Array.isArray(value)) return `<array>${value.map(writeProperty).join('')}</array>`;
  return `<dict>${listEntries(value as Record<string, Property>)}</dict>`;
}
