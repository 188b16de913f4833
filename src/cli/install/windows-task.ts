import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findHolder } from '../../kernel/db/lock.ts';
import { escapeAttribute } from '../../markdown/escape.ts';
import { serviceFolder } from '../connection/find-data-folder.ts';
import { changeDomains, runTool, type ServiceManager, tryTool } from './service.ts';

const NAME = 'Klatch';
/** Windows has names for these accounts in each language. */
const LOCAL_SERVICE = 'S-1-5-19';
const ADMINISTRATORS = 'S-1-5-32-544';
const SYSTEM = 'S-1-5-18';

/**
 * A task that Windows runs at its start, and again after a crash. It is not a Windows service: Windows ends a service
 * after half a minute if it does not speak its protocol, which Node.js lacks.
 */
export function windowsTask(root: string): ServiceManager {
  // Another system's folder contains no drives.
  const find = (path: string): string => (root === '' ? path : join(root, path.replace(/^[a-z]:/i, '')));
  const data = find(serviceFolder('win32'));
  const folder = find(join(process.env.ProgramFiles ?? 'C:\\Program Files', NAME));
  const program = join(folder, 'klatch.exe');
  const unit = join(folder, 'task.xml');
  const log = join(data, 'klatch.log');
  const settings = join(data, 'klatch.toml');
  return {
    places: { program, unit, settings },
    data,
    makeUnit: () => makeTask(`"${program}" serve --data "${data}" >>"${log}" 2>&1`),
    changeSettings: (domains) => changeDomains(settings, domains),
    prepare: () => end(data),
    start(domains) {
      mkdirSync(data, { recursive: true });
      const rights = [LOCAL_SERVICE, ADMINISTRATORS, SYSTEM].flatMap((who) => ['/grant', `*${who}:(OI)(CI)F`]);
      runTool('icacls', data, '/inheritance:r', ...rights);
      if (domains.length > 0) {
        tryTool('netsh', ...RULE, 'delete', 'rule', `name=${NAME}`);
        runTool('netsh', ...RULE, 'add', 'rule', `name=${NAME}`, 'dir=in', 'action=allow', `program=${program}`);
      }
      runTool('schtasks', '/Create', '/TN', NAME, '/XML', unit, '/F');
      runTool('schtasks', '/Run', '/TN', NAME);
    },
    stop() {
      end(data);
      runTool('schtasks', '/Delete', '/TN', NAME, '/F');
      tryTool('netsh', ...RULE, 'delete', 'rule', `name=${NAME}`);
    },
    hint: `Its setup link: findstr setup "${log}"`,
    deletion: `rmdir /s "${data}"`,
  };
}

const RULE = ['advfirewall', 'firewall'];

/** Windows ends the shell of the task, and not always what the shell has started. */
function end(data: string): void {
  tryTool('schtasks', '/End', '/TN', NAME);
  const holder = findHolder(data);
  if (holder) tryTool('taskkill', '/PID', String(holder.pid), '/T', '/F');
}

/** In the form that Windows itself exports, which is also its encoding. */
function makeTask(command: string): Buffer {
  const text = `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
<RegistrationInfo><Description>Klatch team chat</Description></RegistrationInfo>
<Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
<Principals><Principal id="Author"><UserId>${LOCAL_SERVICE}</UserId><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
<Settings>
<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
<DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
<StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
<RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
<Priority>5</Priority>
</Settings>
<Actions Context="Author"><Exec><Command>cmd.exe</Command><Arguments>${escapeAttribute(`/d /s /c "${command}"`)}</Arguments></Exec></Actions>
</Task>
`;
  return Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le');
}
