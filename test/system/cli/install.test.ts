import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { installService, uninstallService } from '../../../src/cli/install/install.ts';
import { launchd } from '../../../src/cli/install/launchd.ts';
import type { ServiceManager } from '../../../src/cli/install/service.ts';
import { systemd } from '../../../src/cli/install/systemd.ts';
import { windowsTask } from '../../../src/cli/install/windows-task.ts';
import { runKlatch, temporaryFolder } from '../../support/process.ts';

/** Another system's root folder, and a program to install there. */
function system(): {
  root: string;
  program: string;
  read: (path: string) => string;
  run: (...args: string[]) => ReturnType<typeof runKlatch>;
} {
  const root = temporaryFolder();
  const program = join(temporaryFolder(), 'klatch');
  writeFileSync(program, 'the program');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { root, program, read, run: (...args) => runKlatch([...args, '--root', root]) };
}

test('install writes program, service and domain, can be repeated, and uninstall removes them', async () => {
  const { root, program, read, run } = system();
  const first = await run('install', '--program', program, '--domain', 'chat.example.com');
  assert.equal(first.code, 0, first.stderr);
  assert.equal(read('usr/local/bin/klatch'), 'the program');
  assert.equal(statSync(join(root, 'usr/local/bin/klatch')).mode & 0o777, 0o755);
  assert.match(read('etc/systemd/system/klatch.service'), /^ExecStart=\/usr\/local\/bin\/klatch serve$/m);
  assert.match(read('etc/klatch.env'), /^KLATCH_DOMAINS=chat\.example\.com$/m);

  writeFileSync(join(root, 'etc/klatch.env'), 'KLATCH_BACKUP_EVERY=1d\nKLATCH_DOMAINS=old.example.com\n');
  writeFileSync(program, 'a newer program');
  await run('install', '--program', program);
  assert.match(read('etc/klatch.env'), /old\.example\.com/, 'settings are kept');
  await run('install', '--program', program, '--domain', 'a.example.com', '--domain', 'b.example.com');
  assert.equal(read('etc/klatch.env'), 'KLATCH_BACKUP_EVERY=1d\nKLATCH_DOMAINS=a.example.com,b.example.com\n');
  assert.equal(read('usr/local/bin/klatch'), 'a newer program');

  mkdirSync(join(root, 'var/lib/klatch'), { recursive: true });
  assert.equal((await run('uninstall')).code, 0);
  for (const path of ['usr/local/bin/klatch', 'etc/systemd/system/klatch.service'])
    assert.ok(!existsSync(join(root, path)), path);
  for (const path of ['etc/klatch.env', 'var/lib/klatch']) assert.ok(existsSync(join(root, path)), path);
  assert.equal((await run('uninstall', '--settings')).code, 0);
  assert.ok(!existsSync(join(root, 'etc/klatch.env')));
  assert.equal((await run('uninstall')).code, 5);
});

test('install changes nothing without a valid domain, a program, or a system that fits', async () => {
  const { root, program, run } = system();
  for (const domain of ['chat', 'https://chat.example.com', 'a.example.com\nKLATCH_X=1'])
    assert.equal((await run('install', '--program', program, '--domain', domain)).code, 2, domain);
  assert.equal((await run('install', '--program', '/nowhere/klatch')).code, 5);
  assert.ok(!existsSync(join(root, 'etc')));
  mkdirSync(join(root, 'usr/share/klatch'), { recursive: true });
  writeFileSync(join(root, 'usr/share/klatch/package'), 'deb\n');
  for (const args of [['install', '--program', program], ['uninstall']]) {
    const { code, stderr } = await run(...args);
    assert.deepEqual([code, /installed as a package/.test(stderr)], [6, true], stderr);
  }
  const inside = await runKlatch(['uninstall'], { env: { KLATCH_CONTAINER: '1' } });
  assert.deepEqual([inside.code, /A container has no services/.test(inside.stderr)], [6, true], inside.stderr);
});

/**
 * Puts stand-ins for programs of a system onto the PATH. Each records its words, and ends as `script` says, which is
 * shell. Returns the calls.
 */
function standIn(t: TestContext, programs: Readonly<Record<string, string>>): () => string[] {
  const folder = temporaryFolder();
  const calls = join(folder, 'calls.txt');
  writeFileSync(calls, '');
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >>'${calls}'\n${script}\n`, { mode: 0o755 });
  const before = process.env.PATH;
  process.env.PATH = `${folder}${delimiter}${before}`;
  t.after(() => {
    process.env.PATH = before;
  });
  return () => readFileSync(calls, 'utf8').trimEnd().split('\n').splice(0);
}

/** Installs a program as a service in a folder of its own. */
function installAt(manager: ServiceManager, domains: readonly string[]): void {
  const source = join(temporaryFolder(), 'klatch');
  writeFileSync(source, 'the program');
  installService(manager, { source, domains, isStarted: true });
  assert.equal(readFileSync(manager.places.program, 'utf8'), 'the program');
}

test('systemd starts the service until it is uninstalled', (t) => {
  const calls = standIn(t, { systemctl: '' });
  const manager = systemd(temporaryFolder());
  installAt(manager, ['chat.example.com']);
  uninstallService(manager, { isRunning: true });
  assert.deepEqual(calls(), [
    'systemctl daemon-reload',
    'systemctl enable klatch.service',
    'systemctl restart klatch.service',
    'systemctl disable --now klatch.service',
    'systemctl daemon-reload',
  ]);
});

test('launchd runs the service as a user of its own, which it starts with the system', (t) => {
  const isFirst = temporaryFolder();
  const calls = standIn(t, {
    launchctl: `[ "$1" != bootstrap ] || ! mkdir '${isFirst}/tried' 2>/dev/null`,
    sleep: '',
    chown: '',
    dscl: 'case "$2" in -read) exit 56;; -list) echo "_www 70"; echo "ada 300";; esac',
  });
  const root = temporaryFolder();
  const manager = launchd(root);
  installAt(manager, ['chat.example.com']);
  const { unit, settings } = manager.places;
  assert.equal(unit, join(root, 'Library/LaunchDaemons/klatch.plist'));
  assert.equal(readFileSync(settings, 'utf8'), 'domains = ["chat.example.com"]\n');
  assert.equal(statSync(manager.data).mode & 0o777, 0o700);
  const plist = readFileSync(unit, 'utf8');
  for (const line of [
    `<key>ProgramArguments</key><array><string>${root}/usr/local/bin/klatch</string><string>serve</string></array>`,
    '<key>UserName</key><string>_klatch</string>',
    '<key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>',
    '<key>RunAtLoad</key><true/>',
    '<key>Umask</key><integer>63</integer>',
  ])
    assert.ok(plist.includes(line), line);
  assert.equal(plist.match(/<(dict|array|plist)\b/g)!.length, plist.match(/<\/(dict|array|plist)>/g)!.length);
  const made = calls();
  assert.ok(made.includes('dscl . -create /Users/_klatch UniqueID 301'), made.join('\n'));
  assert.ok(made.includes(`chown -R _klatch:_klatch ${manager.data}`));
  const start = made.filter((call) => /^(launchctl|sleep)/.test(call));
  const again = ['launchctl bootout system/klatch', 'launchctl enable system/klatch'];
  const bootstrap = `launchctl bootstrap system ${unit}`;
  assert.deepEqual(start, [...again, bootstrap, 'sleep 1', bootstrap], 'it waits until the old one has ended');
  uninstallService(manager, { isRunning: true });
  assert.equal(calls().at(-1), 'launchctl bootout system/klatch');
  assert.ok(!existsSync(unit) && existsSync(settings));
});

test('a user that exists already is not created again on macOS', (t) => {
  const calls = standIn(t, { launchctl: '', chown: '', dscl: '' });
  installAt(launchd(temporaryFolder()), []);
  assert.deepEqual(
    calls().filter((call) => call.startsWith('dscl')),
    ['dscl . -read /Users/_klatch'],
  );
});

test('Windows runs the server as a task with the rights of a local service', (t) => {
  const calls = standIn(t, { schtasks: '', icacls: '', netsh: '', taskkill: '' });
  const root = temporaryFolder();
  const manager = windowsTask(root);
  installAt(manager, ['chat.example.com']);
  const { unit, program } = manager.places;
  const bytes = readFileSync(unit);
  assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xfe]);
  const task = bytes.subarray(2).toString('utf16le');
  assert.match(task, /^<\?xml version="1.0" encoding="UTF-16"\?>\r\n<Task /);
  assert.match(task, /<BootTrigger>.*<UserId>S-1-5-19<\/UserId>.*<ExecutionTimeLimit>PT0S</s);
  assert.ok(
    task.includes(`/d /s /c &quot;&quot;${program}&quot; serve --data &quot;${manager.data}&quot; &gt;&gt;&quot;`),
  );
  const made = calls();
  assert.equal(made[0], 'schtasks /End /TN Klatch', 'a running program cannot be replaced');
  assert.match(made[1]!, /^icacls .*Klatch \/inheritance:r \/grant \*S-1-5-19:\(OI\)\(CI\)F \/grant /);
  assert.equal(made[3], `netsh advfirewall firewall add rule name=Klatch dir=in action=allow program=${program}`);
  assert.deepEqual(made.slice(4), [`schtasks /Create /TN Klatch /XML ${unit} /F`, 'schtasks /Run /TN Klatch']);
  uninstallService(manager, { settings: true, isRunning: true });
  assert.ok(calls().includes('schtasks /Delete /TN Klatch /F'));
  assert.ok(!existsSync(unit) && !existsSync(manager.places.settings));
});

test('an installation that a program of the system rejects names the program with its reason', (t) => {
  standIn(t, { systemctl: 'echo "Unit is masked." >&2; exit 1' });
  const install = () => installAt(systemd(temporaryFolder()), []);
  assert.throws(install, /systemctl daemon-reload failed: Unit is masked/);
});
