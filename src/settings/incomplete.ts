import { getKey } from '../kernel/settings/setting.ts';
import type { Found } from './find.ts';
import type { SettingName } from './table.ts';

/** Settings that have no effect without each other. */
const TOGETHER: readonly (readonly SettingName[])[] = [
  ['tlsCert', 'tlsKey'],
  ['acmeKeyId', 'acmeKey'],
  ['filesAccessKey', 'filesSecretKey'],
  ['backupAccessKey', 'backupSecretKey'],
  ['cluster', 'node', 'nodeListen'],
  ['oidcIssuer', 'oidcClientId'],
  ['bigBlueButtonUrl', 'bigBlueButtonSecret'],
  ['zoomAccountId', 'zoomClientId', 'zoomClientSecret'],
  ['gifProvider', 'gifApiKey'],
  ['pushServiceUrl', 'pushServiceId', 'pushServiceKey'],
  ['mailImapOauth', 'mailImapClientId', 'mailImapRefreshToken'],
];
/** The first has no effect without the second. */
const NEEDS: readonly (readonly [setting: SettingName, needed: SettingName])[] = [
  ['oidcName', 'oidcIssuer'],
  ['oidcClientSecret', 'oidcIssuer'],
  ['gifUrl', 'gifProvider'],
  ['mailImapOauth', 'mailImapUrl'],
  ['mailImapClientSecret', 'mailImapOauth'],
  ['jwtIssuer', 'jwtSecret'],
  ['jwtAudience', 'jwtSecret'],
];
/** Of these, only the first has an effect. From different sources, overriding is intended. */
const APART: readonly [wins: SettingName, ignored: SettingName][] = [['outbox', 'smtpUrl']];

/** Settings that the server would ignore, one line each. */
export function ignoredSettings(found: readonly Found[]): string[] {
  const byName = new Map(found.filter(({ origin }) => origin !== 'default').map((one) => [one.name, one]));
  const flag = (name: SettingName) => `--${getKey(name)}`;
  const incomplete = TOGETHER.filter((names) => names.some((name) => byName.has(name)))
    .map((names) => ({ names, missing: names.filter((name) => !byName.has(name)) }))
    .filter(({ missing }) => missing.length > 0)
    .map(
      ({ names, missing }) =>
        `${listNames(names.map(flag))} must be used together; ${listNames(missing.map(flag))} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  const both = APART.filter(
    ([wins, ignored]) => byName.has(wins) && byName.get(wins)?.origin === byName.get(ignored)?.origin,
  );
  const alone = NEEDS.filter(([name, needed]) => byName.has(name) && !byName.has(needed)).map(
    ([name, needed]) => `${flag(name)} needs ${flag(needed)}`,
  );
  return [
    ...incomplete,
    ...alone,
    ...both.map(([wins, ignored]) => `${flag(wins)} and ${flag(ignored)} cannot be used together`),
  ];
}

const listNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
