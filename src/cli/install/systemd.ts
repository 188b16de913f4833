import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAsset } from '../../kernel/assets.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { serviceFolder } from '../connection/find-data-folder.ts';
import { replaceFile, runTool, type ServiceManager } from './service.ts';

/** The same places as in docs/klatch.service. */
export function systemd(root: string): ServiceManager {
  const settings = join(root, 'etc/klatch.env');
  return {
    places: {
      program: join(root, 'usr/local/bin/klatch'),
      unit: join(root, 'etc/systemd/system/klatch.service'),
      settings,
    },
    makeUnit: () => readAsset('docs/klatch.service'),
    changeSettings(domains) {
      if (domains.length === 0 && existsSync(settings)) return;
      const before = existsSync(settings) ? readFileSync(settings) : readAsset('docs/klatch.env');
      replaceFile(settings, (path) => writeFileSync(path, withDomains(before.toString(), domains)), 0o600);
    },
    start() {
      runTool('systemctl', 'daemon-reload');
      runTool('systemctl', 'enable', 'klatch.service');
      runTool('systemctl', 'restart', 'klatch.service');
    },
    stop: () => void runTool('systemctl', 'disable', '--now', 'klatch.service'),
    forget: () => void runTool('systemctl', 'daemon-reload'),
    data: serviceFolder('linux'),
    hint: 'Its setup link: journalctl -u klatch | grep setup',
    deletion: `rm -r ${serviceFolder('linux')}`,
  };
}

/** The same settings with these domains; without any, as they are. */
function withDomains(text: string, domains: readonly string[]): string {
  if (domains.length === 0) return text;
  const line = `KLATCH_DOMAINS=${domains.join(',')}`;
  return /^KLATCH_DOMAINS=/m.test(text) ? text.replace(/^KLATCH_DOMAINS=.*$/m, line) : `${text.trimEnd()}\n\n${line}\n`;
}

/** Throws Failure on a system without systemd. */
export function requireSystemd(): void {
  if (!existsSync('/run/systemd/system'))
    throw new Failure(
      EXIT.notAllowed,
      'Not on this system: it does not run systemd. Let its own service manager run: klatch serve',
    );
}
