import { readFileSync } from 'node:fs';
import { gzipped } from './compress.ts';
import type { Package } from './deb.ts';
import { type Entry, file } from './tar.ts';

interface Contents {
  version: string;
  arch: Package['arch'];
  program: Buffer;
  licenses: string;
  kind: 'deb' | 'rpm';
  /** s. */
  time: number;
}

const SUMMARY = 'Team chat server in one executable';
const DESCRIPTION = `Channels, topics, search, files and notifications for a team, with a web
client. It needs no other server: its data is in one SQLite file and one
folder. It speaks Zulip's REST API, so the apps, bots and libraries of Zulip
work with it.`;
const MAINTAINER = 'Klatch <klatch@localhost.invalid>';

/** The package for a system with systemd: the executable, its service, its user and its settings. */
export async function makePackage({ version, arch, program, licenses, kind, time }: Contents): Promise<Package> {
  const homepage = (JSON.parse(readFileSync('package.json', 'utf8')) as { homepage?: string }).homepage;
  const common = { name: 'klatch', version, arch, summary: SUMMARY, description: DESCRIPTION, maintainer: MAINTAINER };
  const entries: Entry[] = [
    file('usr/bin/klatch', program, 0o755),
    file('usr/lib/systemd/system/klatch.service', serviceOfPackage()),
    ...settingsOfPackage(kind),
    file('usr/share/klatch/package', `${kind}\n`),
    file('usr/share/man/man1/klatch.1.gz', await gzipped(Buffer.from(MANUAL))),
    file('usr/share/doc/klatch/copyright', COPYRIGHT),
    file('usr/share/doc/klatch/licenses.txt.gz', await gzipped(Buffer.from(licenses))),
    ...(kind === 'deb' ? await debianFiles(version, time) : []),
  ];
  return { ...common, homepage, entries, time, ...(kind === 'deb' ? DEBIAN : RPM) };
}

/**
 * The files for settings, which may contain secrets. RPM knows their group, since a script creates it before. Debian's
 * format has only numbers for groups, so a script changes them afterwards.
 */
function settingsOfPackage(kind: Contents['kind']): Entry[] {
  const variables = readFileSync('docs/klatch.env', 'utf8').replaceAll('/etc/klatch.env', '/etc/default/klatch');
  const files = [file('etc/klatch/klatch.toml', SETTINGS), file('etc/default/klatch', variables)];
  const settings = files.map((one) => ({ ...one, isSetting: true }));
  if (kind === 'deb') return settings;
  const folder: Entry = { path: 'etc/klatch', mode: 0o750, isFolder: true, group: 'klatch' };
  return [folder, ...settings.map((one) => ({ ...one, mode: 0o640, group: 'klatch' }))];
}

/** The unit in docs/, with the places and the user of the package. */
function serviceOfPackage(): string {
  const unit = readFileSync('docs/klatch.service', 'utf8');
  const changes: [RegExp, string][] = [
    [
      /^(?:#.*\n)+(?=\[Unit\])/,
      '# Settings are in /etc/klatch/klatch.toml; variables in /etc/default/klatch have priority.\n',
    ],
    [
      /EnvironmentFile=-\/etc\/klatch\.env/,
      'EnvironmentFile=-/etc/default/klatch\nEnvironment=KLATCH_CONFIG=/etc/klatch/klatch.toml',
    ],
    [/see klatch\.env/, 'see /etc/default/klatch'],
    [/\/usr\/local\/bin\/klatch/, '/usr/bin/klatch'],
    [/DynamicUser=yes/, 'User=klatch\nGroup=klatch'],
  ];
  return changes.reduce((text, [what, by]) => {
    if (!what.test(text)) throw new Error(`docs/klatch.service has no ${what}`);
    return text.replace(what, by);
  }, unit);
}

const SETTINGS = `# Settings of the service klatch. Each setting of "klatch config show" can be here, for example:
#domains = ["chat.example.com"]
#backup-every = "1d"
`;

const MANUAL = `.TH KLATCH 1 "" "Klatch" "User Commands"
.SH NAME
klatch \\- team chat server in one executable
.SH SYNOPSIS
.B klatch
[\\fIcommand\\fR] [\\fIoptions\\fR]
.SH DESCRIPTION
Without a command, klatch runs the server.
.B klatch help
lists all commands, and
.B klatch help \\fIcommand\\fR
explains one. Run commands as root: they find the data of the service.
.SH FILES
.TP
.I /etc/klatch/klatch.toml
settings of the service
.TP
.I /etc/default/klatch
settings as environment variables, which have priority
.TP
.I /var/lib/klatch
all data
.SH SEE ALSO
.BR systemctl (1),
.BR journalctl (1)
`;

const COPYRIGHT = `Copyright (C) 2026 the authors of Klatch
License: Apache-2.0

On Debian systems, the text of the license is in
/usr/share/common-licenses/Apache-2.0. The licenses of everything else in the
executable are in licenses.txt.gz beside this file.
`;

async function debianFiles(version: string, time: number): Promise<Entry[]> {
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  const log = `klatch (${version.replace('-', '~')}) stable; urgency=medium\n\n  * See CHANGELOG.md of the release.\n\n -- ${MAINTAINER}  ${date}\n`;
  return [
    file('usr/share/doc/klatch/changelog.gz', await gzipped(Buffer.from(log))),
    file('usr/share/lintian/overrides/klatch', OVERRIDES),
  ];
}

/** What lintian expects of programs that Debian builds itself. */
const OVERRIDES = `# One executable with everything: it is a copy of Node.js with libraries, as on every other system.
klatch: embedded-library *
klatch: unstripped-binary-or-object *
klatch: hardening-no-pie *
klatch: hardening-no-relro *
klatch: hardening-no-fortify-functions *
# The scripts work without debhelper, which would have to be there to build the package.
klatch: maintainer-script-calls-systemctl *
klatch: command-with-path-in-maintainer-script *
klatch: initial-upload-closes-no-bugs *
klatch: no-code-sections *
klatch: spelling-error-in-binary *
`;

const ADD_USER = `if ! getent passwd klatch >/dev/null; then
  useradd --system --user-group --home-dir /var/lib/klatch --no-create-home --shell /usr/sbin/nologin klatch
fi
`;
/** The settings may contain secrets. */
const PROTECT_SETTINGS = `chown root:klatch /etc/klatch /etc/klatch/klatch.toml /etc/default/klatch
chmod 750 /etc/klatch
chmod 640 /etc/klatch/klatch.toml /etc/default/klatch
`;

const BACK_UP = `if [ -e /var/lib/klatch/klatch.db ] && [ -x /usr/bin/klatch ] && [ "\${KLATCH_SKIP_BACKUP:-}" != 1 ]; then
  if ! /usr/bin/klatch backup --no-uploads --quiet --data /var/lib/klatch >/dev/null; then
    echo "klatch: the backup before the upgrade failed, so nothing was changed." >&2
    echo "To upgrade without a backup, set KLATCH_SKIP_BACKUP=1." >&2
    exit 1
  fi
fi
`;

const SYSTEMD = '[ -d /run/systemd/system ]';
const START_NEW = `if ${SYSTEMD}; then
  systemctl daemon-reload
  systemctl enable --now klatch.service || true
fi
`;
const RESTART = `if ${SYSTEMD}; then
  systemctl daemon-reload
  systemctl try-restart klatch.service || true
fi
`;
const STOP = `if ${SYSTEMD}; then systemctl disable --now klatch.service || true; fi
`;
const KEPT = `if [ -e /var/lib/klatch/klatch.db ]; then
  echo "klatch: /var/lib/klatch with all messages was kept. To delete it: rm -r /var/lib/klatch" >&2
fi
`;

const script = (text: string): string => `#!/bin/sh\nset -e\n${text}`;

const DEBIAN = {
  requires: ['libc6 (>= 2.28)', 'libstdc++6 (>= 6)', 'libgcc-s1', 'passwd'],
  scripts: {
    preinst: script(`if [ "$1" = upgrade ]; then\n${BACK_UP}fi\n`),
    postinst: script(
      `if [ "$1" = configure ]; then\n${ADD_USER}${PROTECT_SETTINGS}if [ -z "$2" ]; then\n${START_NEW}else\n${RESTART}fi\nfi\n`,
    ),
    prerm: script(`if [ "$1" = remove ]; then\n${STOP}fi\n`),
    postrm: script(
      `if ${SYSTEMD}; then systemctl daemon-reload; fi\nif [ "$1" = purge ]; then\nrm -rf /etc/klatch\n${KEPT}fi\n`,
    ),
  },
};

const RPM = {
  requires: [
    'libc.so.6(GLIBC_2.28)(64bit)',
    'libstdc++.so.6()(64bit)',
    'libgcc_s.so.1()(64bit)',
    '/bin/sh',
    'shadow-utils',
  ],
  scripts: {
    pre: `${ADD_USER}if [ "$1" -gt 1 ]; then\n${BACK_UP}fi\n`,
    post: `if [ "$1" = 1 ]; then\n${START_NEW}else\n${RESTART}fi\n`,
    preun: `if [ "$1" = 0 ]; then\n${STOP}fi\n`,
    postun: `if ${SYSTEMD}; then systemctl daemon-reload; fi\nif [ "$1" = 0 ]; then\n${KEPT}fi\n`,
  },
};
