import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { getKey } from '../../../src/kernel/settings/setting.ts';
import { changeToml, readToml } from '../../../src/kernel/settings/toml.ts';
import { dataFolder } from '../../../src/server/configuration.ts';
import { findSettings } from '../../../src/settings/find.ts';
import { getSetting, SETTING_NAMES } from '../../../src/settings/table.ts';
import { runKlatch, temporaryFolder } from '../../support/process.ts';

test('flags override the environment, then the file, then the default, and each value has its source', async () => {
  const data = temporaryFolder();
  const secret = join(data, 'secret');
  writeFileSync(secret, 'between us\n');
  writeFileSync(
    join(data, 'klatch.toml'),
    'listen = ":1"\nlog-level = "debug"\nrate-limits = false\nupload-quota-mib = 500\n',
  );
  const env = { KLATCH_LOG_LEVEL: 'error', KLATCH_LISTEN: ':2', KLATCH_JWT_SECRET_FILE: secret };
  const { code, stdout, stderr } = await runKlatch(['config', 'show', '--json', '--data', data, '--listen', ':3'], {
    env,
  });
  assert.equal(code, 0, stderr);
  const shown = new Map<string, any>(JSON.parse(stdout).map((one: { setting: string }) => [one.setting, one]));
  const is = (setting: string, value: string | null, origin: string) =>
    assert.deepEqual([shown.get(setting).value, shown.get(setting).origin], [value, origin]);
  is('listen', ':3', 'flag (--listen)');
  is('log-level', 'error', 'environment (KLATCH_LOG_LEVEL)');
  is('jwt-secret', '********', `environment (KLATCH_JWT_SECRET_FILE (${secret}))`);
  is('rate-limits', 'off', `file (${join(data, 'klatch.toml')})`);
  is('upload-quota-mib', '500', `file (${join(data, 'klatch.toml')})`);
  is('web-public-channels', 'on', 'default');
  is('public-url', null, 'default');
  assert.doesNotMatch(stdout + stderr, /between us/);
});

test('unknown settings and invalid values are rejected together, by name, with exit code 2', async () => {
  const data = temporaryFolder();
  writeFileSync(
    join(data, 'klatch.toml'),
    'publc-url = "https://chat.example"\nlog-level = "loud"\nlisten = { host = "here" }\n',
  );
  const env = {
    KLATCH_LISEN: ':1',
    KLATCH_UPLOAD_QUOTA_MIB: 'much',
    KLATCH_JWT_SECRET: 'a',
    KLATCH_JWT_SECRET_FILE: '/b',
    KLATCH_PORT: 'tcp://10.0.0.1:9991',
  };
  for (const command of [['config', 'validate'], ['serve']]) {
    const { code, stderr } = await runKlatch([...command, '--data', data], { env });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /klatch\.toml: no such setting: publc-url \(did you mean public-url\?\)/);
    assert.match(stderr, /No setting has the variable KLATCH_LISEN \(did you mean KLATCH_LISTEN\?\)/);
    assert.match(stderr, /log-level in \S+klatch\.toml must be one of trace, .*, not 'loud'/);
    assert.match(stderr, /listen in .*klatch\.toml must be a string, a number/);
    assert.match(stderr, /KLATCH_UPLOAD_QUOTA_MIB must be a whole number .*, not 'much'/);
    assert.match(stderr, /KLATCH_JWT_SECRET and KLATCH_JWT_SECRET_FILE are both set/);
    assert.doesNotMatch(stderr, /KLATCH_PORT/, 'Kubernetes says that beside a service of this name');
  }
  assert.ok(!existsSync(join(data, 'klatch.db')), 'nothing was begun');
});

test('settings that the server would ignore are rejected with exit code 2 and name what is missing', async () => {
  const data = temporaryFolder();
  const rejected: [flags: string[], said: RegExp][] = [
    [['--backup-every', '1s'], /--backup-every must be at least 1m, or off, not '1s'/],
    [['--backup-every', '59s'], /at least 1m/],
    [['--push-service-url', 'https://push.example'], /--push-service-id and --push-service-key are missing/],
    [['--big-blue-button-url', 'https://bbb.example'], /--big-blue-button-secret is missing/],
    [['--smtp-url', 'smtp://mail.example', '--outbox', data], /--outbox and --smtp-url cannot be used together/],
  ];
  for (const [flags, said] of rejected) {
    const { code, stderr } = await runKlatch(['serve', '--data', data, '--listen', '127.0.0.1:0', ...flags]);
    assert.equal(code, 2, `${flags.join(' ')}: ${stderr}`);
    assert.match(stderr, said);
  }
  assert.equal(getSetting('backupEvery').kind.read('1m'), 60);
  assert.equal(getSetting('backupEvery').kind.read('60s'), 60);
});

test('set and unset change the file and keep what somebody wrote there', async () => {
  const data = temporaryFolder();
  const file = join(data, 'klatch.toml');
  const config = (...args: string[]) => runKlatch(['config', ...args, '--data', data]);
  assert.equal((await config('set', 'public-url', 'https://chat.example')).code, 0);
  assert.equal(statSync(file).mode & 0o777, 0o600, 'it may hold secrets');
  writeFileSync(file, `# ours\n${readFileSync(file, 'utf8')}# the end\n`);
  assert.equal((await config('set', 'public-url', 'https://other.example')).code, 0);
  assert.equal((await config('set', 'upload-quota-mib', '7')).code, 0);
  assert.equal(
    readFileSync(file, 'utf8'),
    '# ours\npublic-url = "https://other.example"\n# the end\nupload-quota-mib = 7\n',
  );
  assert.equal((await config('get', 'public-url')).stdout, 'https://other.example\n');
  assert.equal((await config('unset', 'public-url')).code, 0);
  assert.equal((await config('get', 'public-url')).stdout, '');
  const refusals: [string[], RegExp][] = [
    [
      ['set', 'public-url', 'ftp://x'],
      /public-url must be an address that begins with http:\/\/ or https:\/\/, not 'ftp:\/\/x'/,
    ],
    [['set', 'publik-url', 'x'], /No such setting: publik-url \(did you mean public-url\?\)/],
    [['get', 'nothing'], /No such setting: nothing/],
  ];
  for (const [args, said] of refusals) {
    const { code, stderr } = await config(...args);
    assert.equal(code, 2);
    assert.match(stderr, said);
  }
});

test('a file that cannot be changed safely by a program is left unchanged', () => {
  const file = join(temporaryFolder(), 'klatch.toml');
  writeFileSync(file, 'mail-from = """\nlog-level = "x"\n"""\n');
  assert.throws(() => changeToml(file, 'log-level', 'warn'), /in the file yourself/);
  changeToml(file, 'listen', ':1');
  assert.deepEqual(readToml(file), { 'mail-from': 'log-level = "x"\n', listen: ':1' });
  writeFileSync(file, '[table]\na = 1\n');
  changeToml(file, 'listen', ':2');
  assert.equal(JSON.stringify(readToml(file)), '{"listen":":2","table":{"a":1}}');
});

test('the data folder comes from a flag, the environment, systemd, the container, or the default', () => {
  assert.equal(dataFolder('/a', { KLATCH_DATA: '/b' }), '/a');
  assert.equal(dataFolder(undefined, { KLATCH_DATA: '/b', STATE_DIRECTORY: '/c' }), '/b');
  assert.equal(dataFolder(undefined, { STATE_DIRECTORY: '/c:/d', KLATCH_CONTAINER: '1' }), '/c');
  assert.equal(dataFolder(undefined, { KLATCH_CONTAINER: '1' }), '/data');
  assert.equal(dataFolder(undefined, {}), join(process.cwd(), 'klatch-data'));
  assert.deepEqual(findSettings({ flags: {}, env: { KLATCH_CONTAINER: '1' } }).settings.listen, {
    host: '::',
    port: 9991,
  });
});

test('every default is a valid value of its setting', () => {
  assert.deepEqual(findSettings({ flags: {}, env: {} }).wrong, []);
  for (const name of SETTING_NAMES) {
    assert.match(getKey(name), /^[a-z]+(-[a-z]+)*$/);
    assert.ok(
      !getSetting(name).secret || getSetting(name).default === undefined,
      `${name} has no default that everybody knows`,
    );
  }
});

test('a mistake in klatch.toml is named with its line', async () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'klatch.toml'), 'log-level = "info"\nlisten = :80\n');
  const { code, stderr } = await runKlatch(['config', 'show', '--data', data]);
  assert.equal(code, 2);
  assert.match(stderr, /klatch\.toml:2:\d+ is not TOML/);
});
