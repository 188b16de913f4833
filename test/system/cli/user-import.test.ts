import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPeople } from '../../../src/cli/user/user-import.ts';
import { readUsersMap } from '../../../src/importers/users-map.ts';
import { parseCsv } from '../../../src/kernel/files/csv.ts';
import { createAccount, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';

const listUsers = async (data: string): Promise<any[]> =>
  JSON.parse((await runKlatch(['user', 'list', '--json', '--data', data])).stdout);

/** Writes a CSV file into the folder. */
function csv(data: string, ...lines: string[]): string {
  const path = join(data, 'people.csv');
  writeFileSync(path, lines.join('\r\n'));
  return path;
}

test('user import creates accounts with roles and channels, and names the lines that failed', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  await runKlatch(['channel', 'create', 'plans', '--data', data]);
  await runKlatch(['group', 'create', 'cooks', '--data', data]);
  const path = csv(
    data,
    '\uFEFFEmail;Name;Role;Channels;Groups',
    'mia@example.com;Mia Meyer;moderator;plans;cooks',
    'broken;Nobody;;;',
    'max@example.com;"Max; the second";;;',
    'mia@example.com;Again;;;',
    'ada@example.com;Ada;;;',
    '',
    'eva@example.com;Eva;;nowhere;',
    'rosa.luna@example.com;;;;',
  );
  const tried = await runKlatch(['user', 'import', path, '--dry-run', '--json', '--data', data]);
  assert.deepEqual(
    JSON.parse(tried.stdout).people.map(({ line, result, reason = '' }: any) => `${line} ${result} ${reason}`.trim()),
    [
      '2 created',
      '3 failed Enter a valid email address.',
      '4 created',
      '5 failed Line 2 has the same address',
      '6 known',
      '8 failed No such channel: nowhere',
      '9 created',
    ],
  );
  assert.equal((await listUsers(data)).length, 1, 'a dry run changes nothing');

  await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const done = await runKlatch(['user', 'import', path, '--data', data]);
  assert.equal(done.code, 1);
  assert.match(done.stdout, /^8 +eva@example\.com +No such channel: nowhere/m);
  assert.match(done.stderr, /Created 3 accounts, 1 existed already, 3 failed/);
  const users = await listUsers(data);
  const summary = (email: string) => {
    const { full_name, role } = users.find((user) => user.email === email);
    return `${full_name}, ${role}`;
  };
  assert.equal(summary('mia@example.com'), 'Mia Meyer, moderator');
  assert.equal(summary('max@example.com'), 'Max; the second, member');
  assert.equal(summary('rosa.luna@example.com'), 'Rosa Luna, member');
  const { stdout } = await runKlatch(['channel', 'list', '--json', '--data', data]);
  assert.equal(JSON.parse(stdout).find(({ name }: { name: string }) => name === 'plans').subscribers, 2);

  const again = await runKlatch(['user', 'import', path, '--json', '--data', data]);
  assert.equal(JSON.parse(again.stdout).people.filter(({ result }: any) => result === 'created').length, 0);
});

test('user import --invite sends invitations', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const path = csv(data, 'email,role', 'mia@example.com,guest');
  const { code, stderr } = await runKlatch(['user', 'import', path, '--invite', '--data', data]);
  assert.equal(code, 0);
  assert.match(stderr, /Sent 1 invitation/);
  const { stdout } = await runKlatch(['invite', 'list', '--json', '--data', data]);
  assert.deepEqual(
    JSON.parse(stdout).map(({ email, role }: any) => [email, role]),
    [['mia@example.com', 'guest']],
  );
});

test('a file with other columns or an open quotation mark is rejected', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const findError = async (...lines: string[]) =>
    (await runKlatch(['user', 'import', csv(data, ...lines), '--data', data])).stderr;
  assert.match(await findError('email,phone', 'mia@example.com,1'), /it has 'phone'/);
  assert.match(await findError('mia@example.com,Mia'), /must have the names of the columns/);
  assert.match(await findError('email,name', 'mia@example.com,"Mia'), /line 2: the quotation mark is not closed/);
});

test('CSV is read with quotes, line breaks and any usual separator', () => {
  const getCells = (text: string) => parseCsv(text).rows.map(({ line, cells }) => [line, ...cells]);
  assert.deepEqual(getCells('a,b\n"x, ""y""\nz",2\n\n3,4\n'), [
    [1, 'a', 'b'],
    [2, 'x, "y"\nz', '2'],
    [5, '3', '4'],
  ]);
  assert.deepEqual(getCells('a\tb\r\n1\t2'), [
    [1, 'a', 'b'],
    [2, '1', '2'],
  ]);
});

/** A file with these bytes. */
function getFile(bytes: Buffer): string {
  const path = join(temporaryFolder(), 'people.csv');
  writeFileSync(path, bytes);
  return path;
}
const bigEndian = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

test('files of Windows are read in UTF-8 and UTF-16, with a line that names the separator', () => {
  const text = 'sep=;\r\nE-Mail;Name\r\nzoe@example.com;Zoë Łuk, München\r\n';
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    bigEndian(text),
    Buffer.from(text.replace('sep=;', '"SEP=;"')),
    Buffer.from(text.replaceAll(';', '|')),
    Buffer.from(text.replaceAll(';', '\t')),
  ]) {
    const [{ line, email, name }, ...more] = readPeople(getFile(bytes)) as [any];
    assert.deepEqual([line, email, name, more], [3, 'zoe@example.com', 'Zoë Łuk, München', []]);
  }
  for (const bytes of [Buffer.from('sep=;\nuser;address\nU1;mia@example.com'), bigEndian('U1\tmia@example.com')])
    assert.equal(readUsersMap(getFile(bytes)).findEmail('u1'), 'mia@example.com');
});

test('a file that is not UTF-8 is rejected with the line, and creates nobody', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const people = getFile(Buffer.from('email,name\nmia@example.com,Mia\nzoe@example.com,Zo\xEB\n', 'latin1'));
  const { code, stderr } = await runKlatch(['user', 'import', people, '--data', data]);
  assert.equal(code, 2);
  assert.match(stderr, /line 3: the text is not UTF-8\. Save the file again as UTF-8/);
  assert.equal((await listUsers(data)).length, 1);
  const broken = [
    Buffer.from('email\nmia@example.com', 'utf16le'),
    Buffer.from('\uFEFFemail\nmia@example.com\uD800', 'utf16le'),
    Buffer.from('email\nmi\0a@example.com'),
    Buffer.concat([Buffer.from('email\nmia@example.com,'), Buffer.from([0xc3])]),
  ];
  for (const bytes of broken) {
    assert.throws(() => readPeople(getFile(bytes)), /not UTF-8/);
    assert.throws(() => readUsersMap(getFile(bytes)), /not UTF-8/);
  }
});

test('the column with the address is found by the names that it usually has', () => {
  const names = ['email', 'E-Mail', 'e-mail', 'Email address', 'E-mail Address', 'MAIL', 'e_mail', 'E-Mail-Adresse'];
  for (const name of [...names, 'Adresse e-mail', 'Email Addresses'])
    assert.equal(readPeople(getFile(Buffer.from(`Name,${name}\nMia,mia@example.com`)))[0]!.email, 'mia@example.com');
  assert.throws(
    () => readPeople(getFile(Buffer.from('email,E-Mail\na@example.com,b@example.com'))),
    /names of the columns/,
  );
  assert.throws(() => readPeople(getFile(Buffer.from('E-Mail,Phone No.\na@example.com,1'))), /it has 'Phone No\.'/);
});
